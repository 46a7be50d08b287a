import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { openPath, untilShown } from './canvas-page.ts';
import { texts } from './written-texts.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const screen = { width: 1800, height: 1200 } as const;
/** The bars of the page lie above the first row, and the scale below all of it. In pixels of the screen. */
const ABOVE = 100;
const GAP = 20;
/** Around the letters, within the edge of the note. */
const EDGE = 4;

interface Grey {
  readonly data: Buffer;
  readonly width: number;
  readonly height: number;
}

const grey = async (png: Buffer): Promise<Grey> => {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** How much darker than paper each row and all of a picture are. */
const inkOf = ({ data, width, height }: Grey): number[] =>
  Array.from({ length: height }, (_, row) => {
    let sum = 0;
    for (let x = 0; x < width; x++) sum += PAPER - Math.min(PAPER, data[row * width + x]!);
    return sum;
  });

/** The grey of the note. */
const PAPER = 217;

/** The first and last row of each line of letters. */
function linesIn(ink: readonly number[]): number[] {
  const edges: number[] = [];
  for (let row = 1; row < ink.length; row++) if (ink[row - 1]! > FAINT !== ink[row]! > FAINT) edges.push(row);
  return edges;
}

/** Less is the edge of a letter. */
const FAINT = 60;

/** Differences that are seen: a tenth of all that a pixel can be. */
const CLEAR = 25;

/** The pixels that differ, as a share of those with ink. */
const share = (one: Grey, other: Grey): number => {
  let differing = 0;
  let all = 0;
  for (let at = 0; at < one.data.length; at++) {
    const before = one.data[at]!;
    const after = other.data[at]!;
    if (Math.abs(before - after) > CLEAR) differing++;
    if (Math.min(before, after) < PAPER - CLEAR) all++;
  }
  return differing / all;
};

/** Leaves letters and paper alone to be seen. */
const hideTools = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    const others = '.text-caret, .stage-marks, .stage-handles, .glass, [role=toolbar], header';
    sheet.replaceSync(`:is(${others}), :is(${others}) * { visibility: hidden !important }`);
    document.adoptedStyleSheets.push(sheet);
  });

describeInBrowser('a text that is open', () => {
  const chromium = useChromium(easel);

  // At half the size, letters of notes as large as the others would be bars
  it.each([
    [0.5, 400, true],
    [0.8, 200, false],
    [1.3, 200, true],
    [2.7, 200, false],
  ])('looks as it is painted, at a zoom of %f', async (zoom, side, dark) => {
    const canvas = await easel.canvas(Kim);
    const step = side + GAP / zoom;
    const columns = Math.floor(screen.width / step / zoom);
    const rows = Math.floor((screen.height - ABOVE) / step / zoom);
    const ids = await notesOn(canvas, side, (at) => ({ x: (at % columns) * step, y: Math.floor(at / columns) * step }));
    const page = await chromium.page(openPath(canvas, `0,0,${screen.width},${screen.height}`), { as: Kim, ...screen, dark });
    await page.evaluate((all) => document.fonts.load('16px Inter', all), texts.map(({ text }) => text).join(''));
    await untilShown(page);
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    await hideTools(page);
    const found: { readonly text: string; readonly share: number }[] = [];
    for (let first = 0; first < texts.length; first += columns * rows) {
      const top = Math.floor(first / columns) * step - ABOVE / zoom;
      await show(page, [0, top, screen.width / zoom, screen.height / zoom]);
      const boxes = ids.slice(first, first + columns * rows).map((id, at) => {
        const x = Math.ceil((at % columns) * step * zoom) + EDGE;
        const y = Math.ceil(ABOVE + Math.floor(at / columns) * step * zoom) + EDGE;
        const length = Math.floor(side * zoom) - 2 * EDGE;
        return { id, box: { left: x, top: y, width: length, height: length } };
      });
      const written: Grey[] = [];
      for (const { id, box } of boxes) {
        await page.mouse.dblclick(box.left + box.width / 2, box.top + box.height / 2);
        await page.locator(`.stage[data-editing="${id}"][data-sharp=true]`).waitFor();
        written.push(
          await grey(await page.screenshot({ clip: { x: box.left, y: box.top, width: box.width, height: box.height } })),
        );
      }
      await page.keyboard.press('Escape');
      await page.locator('.stage[data-editing=""][data-sharp=true]').waitFor();
      await page.locator('.text-field').waitFor({ state: 'detached' });
      const all = await page.screenshot();
      for (const [at, { box }] of boxes.entries()) {
        const painted = await grey(await sharp(all).extract(box).toBuffer());
        const text = JSON.stringify(texts[first + at]);
        const before = linesIn(inkOf(painted));
        const after = linesIn(inkOf(written[at]!));
        expect.soft(after.length, text).toBe(before.length);
        for (const [edge, row] of before.entries())
          expect.soft(Math.abs(after[edge]! - row), `${text}, edge ${edge}`).toBeLessThanOrEqual(1);
        found.push({ text, share: share(written[at]!, painted) });
      }
    }
    const shares = found.map((one) => one.share).toSorted((a, b) => a - b);
    expect.soft(found.filter((one) => one.share > 0.12)).toEqual([]);
    expect(shares[Math.floor(shares.length / 2)]!).toBeLessThan(0.01);
  });

  /** A note for each text. */
  async function notesOn(canvas: string, side: number, placeOf: (at: number) => object): Promise<string[]> {
    const operations = texts.map((text, at) => ({
      op: 'create',
      type: 'Note',
      body: { ...text, location: placeOf(at), size: { width: side, height: side }, background_color: '#d9d9d9ff' },
    }));
    const { body } = await Kim.post(`${canvas}/batch`, { operations });
    return (body as { readonly results: readonly { readonly id: string }[] }).results.map(({ id }) => id);
  }
});

/** Shows a part of the canvas: `x`, `y`, `width` and `height`. */
async function show(page: Page, view: readonly number[]): Promise<void> {
  await page.evaluate((to) => {
    location.hash = `view=${to}`;
  }, view.join());
  await page.locator('.stage[data-sharp=true]').waitFor();
}
