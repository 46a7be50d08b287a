import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { openPath } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const note = async (canvas: string, x: number, y: number, width = 100, height = 100, more = {}): Promise<string> =>
  (await made(Kim.post(`${canvas}/notes`, { location: { x, y }, size: { width, height }, ...more }))).id;

/** Where widgets lie as the server says, in pixels of the canvas. */
const boxes = (canvas: string, ids: readonly string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { location, size } = (await Kim.get(`${canvas}/widgets/${id}`)).body;
      return { ...location, ...size };
    }),
  );

/** Drags, and rests before its end, because a fast pointer passes neighbours by. */
async function dragSlowly(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move(to[0] - 1, to[1] - 1, { steps: 4 });
  await page.locator('.stage[data-hands="1"]').waitFor();
  await page.waitForTimeout(200);
  await page.mouse.move(...to);
}

describeInBrowser('arranging by a pointer', () => {
  const chromium = useChromium(easel);

  it('drags to the edge of a neighbour within 6 px and shows a guide, but not with Mod held', async () => {
    const canvas = await easel.canvas(Kim);
    const still = await note(canvas, 600, 100);
    const moved = await note(canvas, 100, 400);
    const page = await openEdited(chromium, canvas, Kim);
    await dragSlowly(page, [150, 450], [654, 455]);
    await page.locator('.edit-guide-x').first().waitFor();
    await page.mouse.up();
    await untilSaved(page);
    await page.locator('.edit-guides').waitFor({ state: 'detached' });
    expect(await boxes(canvas, [still, moved])).toEqual([
      { x: 600, y: 100, width: 100, height: 100 },
      { x: 600, y: 405, width: 100, height: 100 },
    ]);
    await page.keyboard.press('Control+z');
    await untilSaved(page);
    await page.keyboard.down('Control');
    await dragSlowly(page, [150, 450], [654, 455]);
    await page.mouse.up();
    await page.keyboard.up('Control');
    await untilSaved(page);
    expect((await boxes(canvas, [moved]))[0]).toMatchObject({ x: 604, y: 405 });
  });

  it('puts a widget as far from its neighbour as that is from the next one, and says how far', async () => {
    const canvas = await easel.canvas(Kim);
    await note(canvas, 100, 100);
    await note(canvas, 270, 100);
    const moved = await note(canvas, 700, 500);
    const page = await openEdited(chromium, canvas, Kim);
    await dragSlowly(page, [750, 550], [494, 183]);
    await expect
      .poll(() => page.locator('.edit-gap').evaluateAll((gaps) => gaps.map((gap) => (gap as HTMLElement).dataset.text)))
      .toEqual(['70', '70']);
    await page.mouse.up();
    await untilSaved(page);
    expect((await boxes(canvas, [moved]))[0]).toMatchObject({ x: 440 });
  });

  it('sizes to the edge of a neighbour, but not with Mod held', async () => {
    const canvas = await easel.canvas(Kim);
    await note(canvas, 600, 100);
    const sized = await note(canvas, 100, 400, 200, 150);
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(200, 450);
    const corner = async (): Promise<[number, number]> => {
      const box = (await page.locator('.edit-corner[data-side=se]').boundingBox())!;
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const from = await corner();
    await dragSlowly(page, from, [from[0] + 297, from[1] + 30]);
    await page.mouse.up();
    await untilSaved(page);
    expect((await boxes(canvas, [sized]))[0]).toEqual({ x: 100, y: 400, width: 500, height: 180 });
    await page.keyboard.press('Control+z');
    await untilSaved(page);
    await page.keyboard.down('Control');
    await dragSlowly(page, await corner(), [from[0] + 297, from[1] + 30]);
    await page.mouse.up();
    await page.keyboard.up('Control');
    await untilSaved(page);
    expect((await boxes(canvas, [sized]))[0]).toEqual({ x: 100, y: 400, width: 497, height: 180 });
  });
});

describeInBrowser('arranging a selection', () => {
  const chromium = useChromium(easel);

  /** Three notes in a loose row, selected. */
  async function threeSelected(page: Page): Promise<void> {
    await page.getByRole('application').focus();
    await page.keyboard.press('Control+a');
    await page.locator('.stage[data-selected="3"]').waitFor();
  }

  const loose = async (canvas: string): Promise<string[]> => [
    await note(canvas, 100, 150),
    await note(canvas, 260, 140, 150, 60),
    await note(canvas, 600, 120, 100, 140),
  ];
  const before = [
    { x: 100, y: 150, width: 100, height: 100 },
    { x: 260, y: 140, width: 150, height: 60 },
    { x: 600, y: 120, width: 100, height: 140 },
  ];
  const moved = (places: readonly { readonly x?: number; readonly y?: number }[]) =>
    before.map((box, at) => ({ ...box, ...places[at] }));

  it('aligns, distributes, tidies and sizes by keys and by the menu, in one step of undo each', async () => {
    const canvas = await easel.canvas(Kim);
    const ids = await loose(canvas);
    const page = await openEdited(chromium, canvas, Kim);
    await threeSelected(page);
    const byKeys = (keys: string) => () => page.keyboard.press(keys);
    const byMenu = (name: string) => async () => {
      await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Arrange' }).click();
      await page.getByRole('menu', { name: 'Arrange' }).getByRole('menuitem', { name }).click();
    };
    const same = { width: 100, height: 140 };
    const cases = [
      [byKeys('Alt+a'), moved([{}, { x: 100 }, { x: 100 }])],
      [byMenu('Align centres'), moved([{ x: 350 }, { x: 325 }, { x: 350 }])],
      [byKeys('Alt+d'), moved([{ x: 600 }, { x: 550 }, {}])],
      [byMenu('Align tops'), moved([{ y: 120 }, { y: 120 }, {}])],
      [byKeys('Alt+v'), moved([{ y: 140 }, { y: 160 }, {}])],
      [byKeys('Alt+s'), moved([{ y: 160 }, { y: 200 }, {}])],
      [byMenu('Distribute across'), moved([{}, { x: 325 }, {}])],
      [byKeys('Alt+Shift+t'), moved([{ y: 120 }, { y: 120 }, { x: 470 }])],
      [byMenu('Same size'), before.map(({ x, y }) => ({ x, y, ...same }))],
    ] as const;
    for (const [run, after] of cases) {
      await run();
      await untilSaved(page);
      expect(await boxes(canvas, ids)).toEqual(after);
      await page.keyboard.press('Control+z');
      await untilSaved(page);
      expect(await boxes(canvas, ids)).toEqual(before);
    }
  });

  it('stands in the list of keys, and is offered on a phone when several are selected', async () => {
    const canvas = await easel.canvas(Kim);
    await loose(canvas);
    const page = await openEdited(chromium, canvas, Kim, { width: 390, height: 844 });
    await page.getByRole('application').focus();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect.poll(() => list.getByText('Distribute across').count()).toBe(1);
    expect(await list.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.keyboard.press('Escape');
    await threeSelected(page);
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Arrange' }).click();
    await page.getByRole('menu', { name: 'Arrange' }).getByRole('menuitem', { name: 'Tidy up' }).click();
    await untilSaved(page);
  });
});

describeInBrowser('the toolbar in other languages', () => {
  const chromium = useChromium(easel);
  /** Names that are the same word in English. */
  const alike: Readonly<Record<string, readonly string[]>> = { de: ['Hand', 'Text'], fr: ['Note'], es: [], fi: [], ja: [] };

  const namesIn = (page: Page): Promise<string[]> =>
    page.locator('[role=toolbar] button').evaluateAll((buttons) => buttons.map((one) => one.ariaLabel ?? ''));

  it.each(['de', 'fr', 'es', 'fi', 'ja'] as const)('%s has no English word in it, and fits on a phone', async (locale) => {
    const canvas = await easel.canvas(Kim);
    const english = await namesIn(await openEdited(chromium, canvas, Kim, { width: 1000, height: 700 }));
    const open = async (width: number): Promise<Page> => {
      const page = await chromium.page(openPath(canvas, `0,0,${width},700`), { as: Kim, width, height: 700, lang: locale });
      await page.locator('.stage[data-complete]').waitFor();
      return page;
    };
    const names = await namesIn(await open(1000));
    expect(names).toHaveLength(english.length);
    expect(names.filter((name) => english.includes(name) && !alike[locale]!.includes(name))).toEqual([]);
    const phone = await open(390);
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const cut = await phone
      .locator('[role=toolbar] button')
      .evaluateAll((buttons) =>
        buttons.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.ariaLabel),
      );
    expect(cut).toEqual([]);
  });
});
