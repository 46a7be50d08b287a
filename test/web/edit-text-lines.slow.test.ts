import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { openPath, untilShown } from './canvas-page.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const texts = [
  'Hello',
  'From the station along the river, twice over the bridge, then to the school',
  'Größe, Straße und Ähnliches: ein längerer Text, der kleiner wird, je mehr davon da ist. '.repeat(4).trim(),
  'one\n\n  three, indented\nfour',
  'well-known hyphens, and a-word-that-is-longer-than-any-line-of-this-note',
];
const titled = { title: 'Lantern route', text: 'along the river, twice over the bridge' };

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

/** Edges of letters that lie a part of a pixel elsewhere differ by less. */
const CLEAR = 64;

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

async function compared(page: Page, box: { x: number; y: number; width: number; height: number }) {
  await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
  await page.locator('.stage[data-sharp=true]').waitFor();
  // The caret, the ring and the tools are no letters
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLElement>('.text-caret, .stage-marks, .stage-handles'))
      one.style.visibility = 'hidden';
  });
  const written = await grey(await page.screenshot({ clip: box }));
  await page.keyboard.press('Escape');
  await page.locator('.stage[data-editing=""][data-sharp=true]').waitFor();
  await page.locator('.text-field').waitFor({ state: 'detached' });
  // The bar of the selection would lie above the letters
  await page.keyboard.press('Escape');
  await page.locator('.stage[data-selected="0"]').waitFor();
  const painted = await grey(await page.screenshot({ clip: box }));
  return { written, painted };
}

describeInBrowser('a text that is open', () => {
  const chromium = useChromium(easel);

  it.each([
    [0.8, false],
    [1, true],
    [1.3, false],
    [2.7, false],
  ])('looks as it is painted, at a zoom of %f', async (zoom, dark) => {
    const canvas = await easel.canvas(Kim);
    const shares: number[] = [];
    for (const [at, text] of [...texts.map((one) => ({ text: one })), titled].entries()) {
      const location = { x: 100 + at * 1000, y: 100 };
      await Kim.post(`${canvas}/notes`, { ...text, location, size: { width: 200, height: 200 }, background_color: '#d9d9d9ff' });
    }
    const page = await chromium.page(openPath(canvas), { as: Kim, width: 1000, height: 700, dark });
    await untilShown(page);
    for (let at = 0; at <= texts.length; at++) {
      const left = 100 + at * 1000 - 150 / zoom;
      await page.evaluate(
        ([x, width, height]) => {
          location.hash = `view=${x},${100 - 100 / (1000 / width!)},${width},${height}`;
        },
        [left, 1000 / zoom, 700 / zoom],
      );
      await page.locator('.stage[data-sharp=true]').waitFor();
      const inner = { x: 150 + 4 * zoom, y: 100 + 4 * zoom, width: Math.floor(192 * zoom), height: Math.floor(190 * zoom) };
      const { written, painted } = await compared(page, inner);
      const before = linesIn(inkOf(painted));
      const after = linesIn(inkOf(written));
      expect(after.length, texts[at]).toBe(before.length);
      for (const [edge, row] of before.entries())
        expect(Math.abs(after[edge]! - row), `${texts[at]}, edge ${edge}`).toBeLessThanOrEqual(1);
      shares.push(share(written, painted));
    }
    // Where a line lies one pixel elsewhere, a seventh of its ink does
    expect(Math.max(...shares)).toBeLessThan(0.2);
    expect(shares.toSorted((a, b) => a - b)[Math.floor(shares.length / 2)]!).toBeLessThan(0.01);
  });
});
