import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { untilCounts } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';
import { anchorsOf } from './inked.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const phone = { width: 390, height: 844, touch: true } as const;
const note = { text: 'Plan', location: { x: 60, y: 200 }, size: { width: 200, height: 200 }, background_color: '#ffdb6eff' };

interface Box {
  readonly name: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

describeInBrowser('on a phone', () => {
  const chromium = useChromium(easel);

  const opened = async (): Promise<{ page: Page; canvas: string }> => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, note));
    return { page: await openEdited(chromium, canvas, Kim, phone), canvas };
  };

  const select = async (page: Page): Promise<Locator> => {
    await page.touchscreen.tap(160, 300);
    await page.locator('.stage[data-selected="1"]').waitFor();
    return page.getByRole('toolbar', { name: 'Selection' });
  };

  it('no bar lies on another one, and all of each is on the screen', async () => {
    const { page, canvas } = await opened();
    const bar = await select(page);
    await bar.waitFor();
    expect(faultsOf(await boxesOf(page.locator('.glass')))).toEqual([]);
    await bar.getByRole('button', { name: 'Duplicate' }).tap();
    await untilCounts(page, 2);
    await untilSaved(page);
    expect((await Kim.get(`${canvas}/notes`)).body).toHaveLength(2);
  });

  it('an empty canvas says how to begin on a plate without the haze of the sheet behind it', async () => {
    const page = await openEdited(chromium, await easel.canvas(Kim), Kim, phone);
    const plate = page.locator('.empty-plate');
    expect(await plate.evaluate((one) => getComputedStyle(one).backdropFilter)).toBe('none');
  });

  it('every colour and width of the pen is on the screen, as large as a finger, and a stroke is as wide as chosen', async () => {
    const { page, canvas } = await opened();
    await page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name: 'Pen' }).tap();
    const options = page.getByRole('toolbar', { name: 'Tool options' });
    const cells = await boxesOf(options.locator('.swatch, .ink-size'));
    expect(cells.length).toBeGreaterThan(8);
    expect(faultsOf(cells)).toEqual([]);
    expect(cells.filter(({ left, top, right, bottom }) => right - left < 44 || bottom - top < 44)).toEqual([]);
    expect(faultsOf(await boxesOf(page.locator('.glass')))).toEqual([]);
    await options.getByRole('radio', { name: 'Very thick' }).tap();
    await slide(page, [60, 460], [300, 500]);
    await untilSaved(page);
    const [stroke] = (await Kim.get(`${canvas}/shared-canvas/annotations`)).body as { readonly points: string }[];
    expect(anchorsOf(stroke!)[0]![2]).toBeCloseTo(16, 0);
  });

  it('the options of connectors and of the eraser are on the screen', async () => {
    const { page } = await opened();
    const tools = page.getByRole('toolbar', { name: 'Tools' });
    for (const name of ['Connector', 'Eraser', 'Highlighter']) {
      await tools.getByRole('button', { name: 'More tools' }).tap();
      await page.getByRole('menuitemradio', { name }).tap();
      await page.locator(`.stage[data-tool=${name.toLowerCase()}]`).waitFor();
      expect(faultsOf(await boxesOf(page.locator('.tool-options :is(button, label):not(.swatch button)'))), name).toEqual([]);
      expect(faultsOf(await boxesOf(page.locator('.glass'))), name).toEqual([]);
    }
  });

  it('the tools of the view are behind one button', async () => {
    const { page } = await opened();
    const larger = page.getByRole('button', { name: 'Zoom in' });
    expect(await larger.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'View', exact: true }).tap();
    await larger.tap();
    expect(faultsOf(await boxesOf(page.locator('.glass')))).toEqual([]);
    await page.getByRole('button', { name: 'View', exact: true }).tap();
    await larger.waitFor({ state: 'hidden' });
  });

  const openSheet = async (page: Page): Promise<{ sheet: Locator; grip: Locator }> => {
    const bar = await select(page);
    await bar.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitem', { name: 'Properties' }).tap();
    const sheet = page.getByRole('complementary', { name: 'Properties' });
    const grip = sheet.getByRole('button', { name: 'Full height' });
    await grip.waitFor();
    return { sheet, grip };
  };

  it('a sheet is dragged larger, smaller and away by its grip', async () => {
    const { page } = await opened();
    const { sheet, grip } = await openSheet(page);
    const middle = async (): Promise<readonly [number, number]> => {
      const { x, y, width } = (await grip.boundingBox())!;
      return [x + width / 2, y + 12];
    };
    const [x, y] = await middle();
    await slide(page, [x, y], [x, y - 200]);
    await expect.poll(() => grip.getAttribute('aria-pressed')).toBe('true');
    const [, top] = await middle();
    expect(top).toBeLessThan(y - 200);
    await slide(page, [x, top], [x, top + 260]);
    await expect.poll(() => grip.getAttribute('aria-pressed')).toBe('false');
    await slide(page, [x, y], [x, y + 200]);
    await sheet.waitFor({ state: 'detached' });
  });

  it('a sheet is made larger, smaller and closed by arrow keys', async () => {
    const { page } = await opened();
    const { sheet, grip } = await openSheet(page);
    await grip.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => grip.getAttribute('aria-pressed')).toBe('true');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => grip.getAttribute('aria-pressed')).toBe('false');
    await page.keyboard.press('ArrowDown');
    await sheet.waitFor({ state: 'detached' });
  });
});

describeInBrowser('what somebody tries first', () => {
  const chromium = useChromium(easel);

  it('a connector that is dropped on nothing stays, with its note, and one undo takes both back', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, { ...note, location: { x: 100, y: 200 } }));
    const page = await openEdited(chromium, canvas, Kim);
    await page.keyboard.press('c');
    await page.mouse.move(200, 300);
    await page.mouse.down();
    await page.mouse.move(400, 320, { steps: 4 });
    await page.mouse.move(560, 320, { steps: 4 });
    await page.mouse.up();
    await page.locator('.stage:not([data-editing=""])').waitFor();
    await page.mouse.click(900, 150);
    await page.locator('.stage[data-editing=""]').waitFor();
    await untilSaved(page);
    const types = async (): Promise<string[]> =>
      ((await Kim.get(`${canvas}/widgets`)).body as { readonly widget_type: string }[])
        .map(({ widget_type }) => widget_type)
        .filter((type) => type !== 'SharedCanvas')
        .sort();
    expect(await types()).toEqual(['Connector', 'Note', 'Note']);
    await page.keyboard.press('Control+z');
    await untilCounts(page, 1);
    await untilSaved(page);
    expect(await types()).toEqual(['Note']);
  });

  it('what a connector would do is said on the screen, also at its edge', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, note));
    const page = await openEdited(chromium, canvas, Kim, phone);
    await page.keyboard.press('c');
    await page.mouse.move(250, 300);
    await page.mouse.down();
    const hint = page.getByText('Makes a note');
    for (const [x, y] of [
      [300, 500],
      [385, 500],
    ] as const) {
      await page.mouse.move(x, y, { steps: 4 });
      await hint.waitFor();
      const { right, bottom } = await hint.evaluate((element) => element.getBoundingClientRect());
      expect(right).toBeLessThanOrEqual(phone.width);
      expect(bottom).toBeLessThanOrEqual(phone.height);
    }
    await page.keyboard.press('Escape');
    await page.mouse.up();
  });

  it('all choices of a line are within its popover', async () => {
    const canvas = await easel.canvas(Kim);
    const [a, b] = [100, 500].map((x) => made(Kim.post(`${canvas}/notes`, { ...note, location: { x, y: 300 } })));
    const ends = { src: { id: (await a!).id }, dst: { id: (await b!).id } };
    const { id } = await made(Kim.post(`${canvas}/connectors`, { ...ends, line_width: 6, type: 'straight' }));
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(400, 400);
    await page.locator('.stage[data-selected="1"]').waitFor();
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Line' }).click();
    const popover = page.getByRole('dialog', { name: 'Line' });
    await popover.getByRole('button', { name: 'Right angles' }).click();
    await popover.getByRole('button', { name: 'Start tip' }).click();
    await untilSaved(page);
    const { body } = await Kim.get(`${canvas}/connectors/${id}`);
    expect(body).toMatchObject({ type: 'right-angle', src: { tip: 'solid-equilateral-triangle' } });
  });
});

const boxesOf = (elements: Locator): Promise<Box[]> =>
  elements.evaluateAll((all) =>
    all
      .filter((one) => one.checkVisibility())
      .map((one) => {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        return { name: one.className, left, top, right, bottom };
      }),
  );

/** Boxes that lie outside of the phone, and pairs of which one lies on the other. */
function faultsOf(boxes: readonly Box[]): string[] {
  const outside = boxes.filter(
    ({ left, top, right, bottom }) => left < 0 || top < 0 || right > phone.width || bottom > phone.height,
  );
  const pairs = boxes.flatMap((one, at) => boxes.slice(at + 1).map((other) => [one, other] as const));
  const covered = pairs.filter(
    ([one, other]) =>
      one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1,
  );
  return [...outside.map(({ name }) => name), ...covered.map(([one, other]) => `${one.name} / ${other.name}`)];
}

/** Slides a finger. */
async function slide(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y, radiusX: 5, radiusY: 5 }],
    });
  await send('touchStart', ...from);
  for (let step = 1; step <= 8; step++) {
    await send('touchMove', from[0] + ((to[0] - from[0]) * step) / 8, from[1] + ((to[1] - from[1]) * step) / 8);
  }
  await send('touchEnd', ...to);
}
