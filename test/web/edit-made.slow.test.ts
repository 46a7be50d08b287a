import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { widgetKinds } from '../../model/widgets/index.ts';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { mp4, pdf, svg } from '../kit/samples.ts';
import { untilCounts } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

/** Every type that people make: all but the root and the cells of tables. */
const types = widgetKinds.flatMap(({ name, widget }) => (widget.partOnly ? [] : [name])).sort();

interface Made {
  readonly widget_type: string;
  readonly location?: { readonly x: number; readonly y: number };
  readonly size?: { readonly width: number; readonly height: number };
}

/** The widgets of a canvas besides its root and cells, in the order in which they were made. */
async function madeOn(canvas: string): Promise<Made[]> {
  const { body } = await Kim.get(`${canvas}/widgets`);
  return (body as Made[]).filter(({ widget_type }) => types.includes(widget_type as never));
}

const files = {
  Image: { name: 'hill.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(svg(40, 20)) },
  Video: { name: 'film.mp4', mimeType: 'video/mp4', buffer: mp4(64, 48) },
  Pdf: { name: 'paper.pdf', mimeType: 'application/pdf', buffer: pdf({ width: 80, height: 100 }) },
} as const;

/** Chooses a file in what the page opens while it does something. */
async function choose(page: Page, file: keyof typeof files, begin: () => Promise<unknown>): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await begin();
  await (await chooser).setFiles([files[file]]);
}

const tool = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Tools' }).getByRole('button', { name, exact: true });
const untilSelects = (page: Page): Promise<void> => page.locator('.stage[data-tool=select]').waitFor();

async function fromAdd(page: Page, name: string): Promise<void> {
  await tool(page, 'Add').click();
  await page.getByRole('menuitem', { name }).click();
}

/** Fills the only or the first field of a dialog and sends it. */
async function answer(page: Page, dialog: string, field: string, text: string, button: string): Promise<void> {
  const asked = page.getByRole('dialog', { name: dialog });
  await asked.getByRole('textbox', { name: field }).fill(text);
  await asked.getByRole('button', { name: button }).click();
  await asked.waitFor({ state: 'detached' });
}

/** Ways by pointer: each makes one widget of its type and leaves Select chosen. */
const byMouse: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  async Note(page) {
    await tool(page, 'Note').click();
    await drag(page, [60, 120], [160, 220]);
    await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
    await page.keyboard.type('here');
    await page.keyboard.press('Escape');
  },
  async Table(page) {
    await tool(page, 'Table').click();
    await page.getByRole('dialog', { name: 'Table size' }).getByRole('button', { name: 'Make' }).click();
    await page.getByRole('dialog', { name: 'Table size' }).waitFor({ state: 'detached' });
    await drag(page, [260, 120], [360, 220]);
  },
  async Connector(page) {
    await tool(page, 'Connector').click();
    await drag(page, [110, 170], [310, 170]);
  },
  async Anchor(page) {
    await fromAdd(page, 'Anchor');
    await page.keyboard.press('Escape');
  },
  async Browser(page) {
    await fromAdd(page, 'Web page');
    await answer(page, 'Address', 'Address', 'example.invalid/plan', 'Place');
    await drag(page, [660, 320], [760, 420]);
  },
  Image: (page) => choose(page, 'Image', () => fromAdd(page, 'File')),
  Video: (page) => choose(page, 'Video', () => fromAdd(page, 'File')),
  Pdf: (page) => choose(page, 'Pdf', () => fromAdd(page, 'File')),
  async VideoInput(page) {
    await fromAdd(page, 'Video input');
    await answer(page, 'Video input', 'Source', 'video=cam-front', 'Put on the canvas');
  },
  async RdpConnection(page) {
    await fromAdd(page, 'Remote desktop');
    await answer(page, 'Remote desktop', 'Address', '10.20.0.5', 'Put on the canvas');
  },
  async IpVideo(page) {
    await fromAdd(page, 'IP video');
    await answer(page, 'IP video', 'Address', 'rtsp://192.0.2.7:554/live', 'Put on the canvas');
  },
  VideoOutputAnchor: (page) => fromAdd(page, 'Video output'),
};

/** Types into what has the focus, and sends it with Enter. */
async function typeInto(page: Page, dialog: string, text: string): Promise<void> {
  await page.getByRole('dialog', { name: dialog }).locator(':focus').waitFor();
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: dialog }).waitFor({ state: 'detached' });
}

/** The menu of everything, filtered. */
async function slash(page: Page, typed: string): Promise<void> {
  await page.keyboard.press('/');
  await page.getByRole('combobox', { name: 'Find something to add' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.type(typed);
  await page.keyboard.press('Enter');
}

const press = async (page: Page, ...keys: readonly string[]): Promise<void> => {
  for (const key of keys) await page.keyboard.press(key);
};

/** Ways by keys alone: the focus is on the stage before and after. */
const byKeys: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  async Note(page) {
    await press(page, 'n', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Shift+ArrowLeft', 'Enter');
    await page.getByRole('textbox', { name: 'Text of note' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('here');
    await press(page, 'Escape');
  },
  async Table(page) {
    await press(page, 'Escape', 'Shift+T');
    await page.getByRole('dialog', { name: 'Table size' }).locator(':focus').waitFor();
    await press(page, 'Enter');
    await page.getByRole('dialog', { name: 'Table size' }).waitFor({ state: 'detached' });
    await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
  },
  async Connector(page) {
    await press(page, 'c', 'Control+ArrowLeft', 'Enter');
  },
  async Anchor(page) {
    await press(page, 'Escape', 'a', 'Enter');
    await page
      .getByRole('textbox', { name: 'Name of anchor' })
      .or(page.locator('.stage:not([data-editing=""])'))
      .first()
      .waitFor();
    await press(page, 'Escape');
  },
  async Browser(page) {
    await press(page, 'Escape', 'b');
    await typeInto(page, 'Address', 'example.invalid/plan');
    await press(page, 'Enter');
  },
  Image: (page) => choose(page, 'Image', () => press(page, 'i')),
  Video: (page) => choose(page, 'Video', () => press(page, 'i')),
  Pdf: (page) => choose(page, 'Pdf', () => press(page, 'i')),
  async VideoInput(page) {
    await slash(page, 'video input');
    const dialog = page.getByRole('dialog', { name: 'Video input' });
    await dialog.getByRole('textbox', { name: 'Source' }).waitFor();
    for (
      let tabs = 0;
      tabs < 4 && !(await dialog.getByRole('textbox', { name: 'Source' }).and(page.locator(':focus')).count());
      tabs++
    )
      await press(page, 'Tab');
    await typeInto(page, 'Video input', 'video=cam-front');
  },
  async RdpConnection(page) {
    await slash(page, 'remote');
    await typeInto(page, 'Remote desktop', '10.20.0.5');
  },
  async IpVideo(page) {
    await slash(page, 'ip video');
    await typeInto(page, 'IP video', 'rtsp://192.0.2.7:554/live');
  },
  VideoOutputAnchor: (page) => slash(page, 'video output'),
};

describeInBrowser('every type of widget that people make', () => {
  const chromium = useChromium(easel);

  it.each([
    ['by mouse', byMouse],
    ['by keys alone', byKeys],
  ] as const)('is made %s', async (_, ways) => {
    expect(Object.keys(ways).sort(), 'a type has no way').toEqual(types);
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    // Else the browser opens a chooser of its own now and then, in the moment after the one before
    page.on('filechooser', () => undefined);
    await page.locator('.stage').focus();
    const expected: string[] = [];
    for (const [type, make] of Object.entries(ways)) {
      await make(page);
      expected.push(type);
      // A table brings its nine cells
      await expect
        .poll(async () => (await madeOn(canvas)).map(({ widget_type }) => widget_type), { message: type })
        .toEqual(expected);
      await untilSelects(page);
      if (ways === byKeys) await page.locator('.stage:focus').waitFor();
    }
    await untilSaved(page);
    for (const { widget_type, location, size } of await madeOn(canvas)) {
      if (!location || !size) continue;
      const isSeen = location.x >= 0 && location.y >= 0 && location.x + size.width <= 1000 && location.y + size.height <= 700;
      expect(isSeen, `${widget_type} is within the view`).toBe(true);
    }
    await page.locator('.stage').focus();
    for (let times = 0; times < types.length; times++) await page.keyboard.press('Control+z');
    await untilCounts(page, 0);
    await untilSaved(page);
    expect(await madeOn(canvas), 'each is one step of undo').toEqual([]);
  });

  it('is put at the nearest place of the canvas by a press beside it', async () => {
    const canvas = await easel.canvas(Kim, { size: { width: 1200, height: 800 } });
    const page = await openEdited(chromium, canvas, Kim, { width: 1400, height: 900 });
    await tool(page, 'Note').click();
    await page.mouse.click(1300, 300);
    await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
    await page.keyboard.type('inside');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    const [{ location, size }] = (await madeOn(canvas)) as [Required<Made>];
    expect(location.x + size.width / 2).toBeCloseTo(1200, 0);
    expect(location.y + size.height / 2).toBeCloseTo(300, 0);
  });
});
