import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { pdf } from '../kit/samples.ts';
import { base64 } from '../kit/strokes.ts';
import { openPath } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';
import { anchorsOf, choose, colourAt, strokesOn, untilDry, whiteCanvas } from './inked.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const paper = () => whiteCanvas(easel, Kim);
const onPlane = (canvas: string) => strokesOn(canvas, Kim);

describeInBrowser('ink', () => {
  const chromium = useChromium(easel);

  it('of a mouse is one stroke of even width for each press, on the canvas or on what it begins on, and moves with that', async () => {
    const canvas = await paper();
    const { body: note } = await Kim.post(`${canvas}/notes`, { location: { x: 600, y: 100 }, size: { width: 200, height: 200 } });
    const page = await openEdited(chromium, canvas, Kim);
    await page.locator('.stage').focus();
    await page.keyboard.press('p');
    for (const y of [100, 150, 200]) await drag(page, [100, y], [400, y + 10]);
    await drag(page, [650, 150], [750, 400]);
    await untilSaved(page);
    const strokes = await onPlane(canvas);
    expect(strokes).toHaveLength(3);
    const anchors = anchorsOf(strokes[0]);
    expect(anchors[0]![0]).toBeCloseTo(100, 0);
    expect(anchors.at(-1)![1]).toBeCloseTo(110, 0);
    expect(new Set(anchors.map(([, , width]) => width))).toEqual(new Set([4]));
    const [onNote] = (await Kim.get(`${canvas}/notes/${note.id}/annotations`)).body;
    expect(anchorsOf(onNote)[0]!.slice(0, 2).map(Math.round)).toEqual([50, 50]);
    await page.locator('.stage[data-wet="0"][data-sharp=true]').waitFor();
  });

  it('that is written while the code that writes is on its way is there as soon as it has come', async () => {
    const canvas = await paper();
    const page = await chromium.page(openPath(canvas, '0,0,1000,700'), { as: Kim, width: 1000, height: 700 });
    const asked: Route[] = [];
    await page.route('**/create-drawing.*.js', (route) => void asked.push(route));
    await page.reload();
    await page.getByRole('button', { name: 'Pen', exact: true }).click();
    await drag(page, [100, 300], [400, 300]);
    await drag(page, [100, 400], [400, 400]);
    expect(await onPlane(canvas)).toEqual([]);
    for (const route of asked) await route.continue();
    await page.locator('.stage[data-complete]').waitFor();
    await untilSaved(page);
    const ends = (await onPlane(canvas)).map((stroke) => anchorsOf(stroke).at(-1)!.slice(0, 2).map(Math.round));
    expect(ends).toEqual([
      [400, 300],
      [400, 400],
    ]);
  });

  it('on a page of a PDF belongs to that page, and is not seen on another one', async () => {
    const canvas = await paper();
    const placed = { location: { x: 100, y: 100 }, size: { width: 400, height: 500 } };
    const file = await uploaded(
      easel,
      Kim,
      `${canvas}/pdfs`,
      pdf({ pages: 2, content: '1 1 1 rg 0 0 9999 9999 re f' }),
      'two.pdf',
      placed,
    );
    await Kim.patch(`${canvas}/pdfs/${file.id}`, { index: 1 });
    const page = await withTool(canvas, 'Pen');
    await drag(page, [150, 300], [450, 300]);
    await untilSaved(page);
    const [stroke] = (await Kim.get(`${canvas}/pdfs/${file.id}/annotations`)).body;
    expect(stroke).toMatchObject({ page: 2 });
    await untilDry(page);
    expect(await colourAt(page, 300, 300)).toEqual(INK);
    await Kim.patch(`${canvas}/pdfs/${file.id}`, { index: 0 });
    await expect.poll(() => colourAt(page, 300, 300)).toEqual([255, 255, 255]);
  });

  it('of 5,000 points is strokes of at most 1,000 nodes that join, and one undo', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen');
    await page.evaluate(() => {
      const stage = document.querySelector('.stage')!;
      const send = (type: string, x: number, y: number) =>
        stage.dispatchEvent(
          new PointerEvent(type, {
            pointerId: 77,
            pointerType: 'mouse',
            isPrimary: true,
            clientX: x,
            clientY: y,
            bubbles: true,
            buttons: 1,
          }),
        );
      send('pointerdown', 20, 100);
      for (let at = 1; at < 5_000; at++) send('pointermove', 20 + (at % 900), at % 2 === 0 ? 100 : 500);
      send('pointerup', 20 + (4_999 % 900), 500);
    });
    await untilSaved(page);
    const strokes = (await onPlane(canvas)).map(anchorsOf);
    expect(strokes.length).toBeGreaterThan(4);
    for (const anchors of strokes) expect(anchors.length).toBeLessThanOrEqual(1_000);
    for (const [at, anchors] of strokes.entries()) if (at > 0) expect(anchors[0]).toEqual(strokes[at - 1]!.at(-1));
    await page.locator('.stage').focus();
    await page.keyboard.press('Control+z');
    await untilSaved(page);
    expect(await onPlane(canvas)).toEqual([]);
  });

  it('goes where the eraser was, which cuts a stroke in two, and comes back by one undo', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen');
    await drag(page, [100, 300], [700, 300]);
    await untilSaved(page);
    const [before] = await onPlane(canvas);
    await choose(page, 'Eraser');
    await drag(page, [350, 200], [350, 400]);
    await untilSaved(page);
    const pieces = await onPlane(canvas);
    const ends = pieces.map(anchorsOf).map((anchors) => [anchors[0]![0], anchors.at(-1)![0]]);
    // A circle of 24, and a line of 4
    const [[from, right], [left, to]] = ends.toSorted((a, b) => a[0]! - b[0]!) as [[number, number], [number, number]];
    expect([from, right, left, to].map(Math.round)).toEqual([100, 336, 364, 700]);
    expect(pieces.find(({ id }) => id === before.id)).toMatchObject({ line_color: before.line_color, depth: before.depth });
    expect(pieces.map(({ depth }) => depth)).toEqual([before.depth, before.depth]);
    await page.locator('.stage').focus();
    await page.keyboard.press('Control+z');
    await untilSaved(page);
    expect(await onPlane(canvas)).toEqual([before]);
  });

  it('has the colour, the width and the eraser that a person chooses, also in the next visit', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Pen');
    const options = page.getByRole('toolbar', { name: 'Tool options' });
    expect(await options.getByRole('radio', { name: 'Ink', exact: true }).isChecked()).toBe(true);
    await options.getByRole('radio', { name: 'Green', exact: true }).check();
    await options.getByRole('radiogroup', { name: 'Width' }).getByRole('radio', { name: 'Thick', exact: true }).check();
    await drag(page, [100, 200], [300, 200]);
    await choose(page, 'Eraser');
    await options.getByRole('radio', { name: 'Large' }).check();
    await options.getByRole('switch', { name: 'Whole strokes' }).click();
    await untilSaved(page);
    await page.reload();
    await choose(page, 'Pen');
    await drag(page, [100, 300], [300, 300]);
    await untilSaved(page);
    const strokes = await onPlane(canvas);
    expect(strokes.map(({ line_color }) => line_color)).toEqual(['#1b7548ff', '#1b7548ff']);
    expect(new Set(strokes.flatMap(anchorsOf).map(([, , width]) => width))).toEqual(new Set([8]));
    await choose(page, 'Eraser');
    expect(await options.getByRole('radio', { name: 'Large' }).isChecked()).toBe(true);
    await drag(page, [200, 270], [200, 275]);
    await untilSaved(page);
    expect(await onPlane(canvas)).toEqual([strokes[0]]);
  });

  it('of a highlighter is of one tone where it crosses itself, wet and dry', async () => {
    const canvas = await paper();
    const page = await withTool(canvas, 'Highlighter');
    await page.mouse.move(200, 300);
    await page.mouse.down();
    for (const [x, y] of [
      [500, 300],
      [500, 500],
      [350, 500],
      [350, 200],
    ] as const)
      await page.mouse.move(x, y, { steps: 20 });
    const tones = async () => [await colourAt(page, 350, 300), await colourAt(page, 260, 300)];
    const [crossing, once] = await tones();
    expect(crossing).toEqual(once);
    await page.mouse.up();
    await untilSaved(page);
    await untilDry(page);
    const dry = await tones();
    for (const tone of [once!, ...dry])
      for (const [at, value] of [255, 241, 197].entries()) expect(Math.abs(tone[at]! - value)).toBeLessThan(4);
    expect((await onPlane(canvas))[0]).toMatchObject({ line_color: '#ffdb6e66' });
  });

  it('costs what it costs on an empty canvas where 2,000 strokes are seen', async () => {
    const canvas = await paper();
    const batch = Array.from({ length: 2_000 }, (_, at) => {
      const x = 20 + (at % 50) * 19;
      const y = 20 + Math.floor(at / 50) * 16;
      const points = base64([
        [x, y, 2, x, y, 2, x, y, 2],
        [x + 9, y + 9, 2, x + 9, y + 9, 2, x + 9, y + 9, 2],
      ]);
      return { op: 'create', type: 'Annotation', body: { line_color: '#2f5bdbff', points } };
    });
    for (let at = 0; at < batch.length; at += 500)
      expect((await Kim.post(`${canvas}/batch`, { operations: batch.slice(at, at + 500) })).status).toBe(200);
    const page = await withTool(canvas, 'Pen');
    await untilDry(page);
    await page.evaluate(countLines);
    const counted = () => page.evaluate(() => Number(document.body.dataset.lines));
    await page.mouse.move(500, 340);
    await page.mouse.down();
    await page.mouse.move(560, 340, { steps: 30 });
    const written = await counted();
    // The new part and the tail, for each event; and the tail again without what was predicted
    expect(written).toBeLessThanOrEqual(3 * 31 + 3);
    expect(written).toBeGreaterThan(20);
    await page.mouse.up();
    await untilSaved(page);
    await untilDry(page);
    // Strokes beside it, in the picture and in the small one, which is shown while the view moves
    expect((await counted()) - written).toBeLessThan(200);
  });

  async function withTool(canvas: string, tool: string, looking = {}): Promise<Page> {
    const page = await openEdited(chromium, canvas, Kim, looking);
    await choose(page, tool);
    return page;
  }
});

const INK = [0x23, 0x20, 0x1a];

/** Counts the lines and areas that any canvas of the page draws. */
function countLines(): void {
  const context = CanvasRenderingContext2D.prototype;
  const { dataset } = document.body;
  dataset.lines = '0';
  const counted = <T extends unknown[]>(draw: (...means: T) => void) =>
    function (this: unknown, ...means: T): void {
      dataset.lines = String(Number(dataset.lines) + 1);
      draw.apply(this, means);
    };
  context.stroke = counted(context.stroke as (...means: unknown[]) => void);
  context.fill = counted(context.fill as (...means: unknown[]) => void);
}
