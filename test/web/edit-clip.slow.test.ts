import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { pdf, svg } from '../kit/samples.ts';
import { made, NODES, RED } from '../kit/strokes.ts';
import { untilCounts } from './canvas-page.ts';
import { openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;

interface Read {
  readonly id: string;
  readonly widget_type: string;
  readonly parent_id: string;
  readonly location: { readonly x: number; readonly y: number };
  readonly annotations?: readonly object[];
  readonly [field: string]: unknown;
}

const widgetsOn = async (canvas: string, as: Person = Kim): Promise<Read[]> =>
  (await as.get(`${canvas}/widgets?annotations=1`)).body as Read[];

/** All records of a canvas but its root, without ids: the texts of widgets stand for the ids of parents and ends. */
async function contentOf(canvas: string): Promise<object[]> {
  const all = await widgetsOn(canvas);
  const names = new Map(all.map((one) => [one.id, nameOf(one)]));
  const plain = all.slice(1).map(({ annotations = [], ...widget }) => {
    const strokes = annotations.map((stroke) => ({ ...stroke, id: '' }));
    const told = JSON.stringify({ ...widget, strokes, depth: 0 }, (_, value) =>
      typeof value === 'string' ? (names.get(value) ?? value) : value,
    );
    return JSON.parse(told) as object;
  });
  return plain.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const nameOf = ({ widget_type, text, title, column, row }: Read): string =>
  `${widget_type} ${text ?? title ?? ''} ${column ?? ''} ${row ?? ''}`;

const keys = (page: Page, ...chords: readonly string[]): Promise<void> =>
  chords.reduce((before, chord) => before.then(() => page.locator('.stage').press(chord)), Promise.resolve());

/** A picture with a note and a stroke on it, a PDF with a stroke, a connector between both, and a table with a note in a cell. */
async function boardOf(as: Person): Promise<string> {
  const canvas = await easel.canvas(as);
  const place = (x: number, y: number, more: object = {}) => ({ location: { x, y }, ...more });
  const stroke = { line_color: RED, points: NODES };
  const image = await uploaded(
    easel,
    as,
    `${canvas}/images`,
    Buffer.from(svg(300, 200)),
    'hill.svg',
    place(100, 100, { title: 'hill' }),
  );
  const paper = await uploaded(
    easel,
    as,
    `${canvas}/pdfs`,
    pdf(),
    'paper.pdf',
    place(600, 100, { title: 'paper', size: { width: 200, height: 280 } }),
  );
  const note = await made(
    as.post(
      `${canvas}/notes`,
      place(20, 20, { text: 'on it', parent_id: image.id, size: { width: 50, height: 50 }, scale: 0.5 }),
    ),
  );
  await made(as.post(`${canvas}/notes/${note.id}/annotations`, stroke));
  await made(as.post(`${canvas}/images/${image.id}/annotations`, stroke));
  await made(as.post(`${canvas}/pdfs/${paper.id}/annotations`, { ...stroke, page: 1 }));
  await made(as.post(`${canvas}/connectors`, { src: { id: note.id }, dst: { id: paper.id }, line_width: 7 }));
  const table = await made(as.post(`${canvas}/tables`, place(100, 400, { title: 'plan', size: { width: 300, height: 200 } })));
  const cell = (await widgetsOn(canvas, as)).find(
    ({ parent_id, column, row }) => parent_id === table.id && column === 1 && row === 0,
  )!;
  await made(
    as.post(`${canvas}/notes`, place(5, 5, { text: 'in a cell', parent_id: cell.id, size: { width: 100, height: 60 } })),
  );
  return canvas;
}

/** Widgets of that board that the page counts. */
const ON_BOARD = 10;

describeInBrowser('the clipboard of a canvas', () => {
  const chromium = useChromium(easel);

  it('brings equal widgets, files, strokes, connectors and parents to another canvas, in one step of undo', async () => {
    const from = await boardOf(Kim);
    const to = await easel.canvas(Kim);
    const source = await openEdited(chromium, from, Kim);
    await keys(source, 'Control+a', 'Control+c');
    const target = await openEdited(chromium, to, Kim);
    await keys(target, 'Control+v');
    await untilCounts(target, ON_BOARD);
    await untilSaved(target);
    const before = await widgetsOn(from);
    const after = await widgetsOn(to);
    const shift = shiftBetween(before, after);
    expect(await contentOf(to)).toEqual(await contentOf(from).then((all) => moved(all, shift)));
    expect(after.filter(({ id }) => before.some((one) => one.id === id))).toEqual([]);
    await keys(target, 'Control+z');
    await untilCounts(target, 0);
    await untilSaved(target);
    expect(await widgetsOn(to)).toHaveLength(1);
    await keys(target, 'Control+Shift+z');
    await untilCounts(target, ON_BOARD);
    await untilSaved(target);
    expect(await contentOf(to)).toEqual(await contentOf(from).then((all) => moved(all, shift)));
  });

  it('cuts, and puts back where it was on the same canvas, files included, without a clipboard that pages may read', async () => {
    const canvas = await boardOf(Kim);
    const before = await contentOf(canvas);
    // On plain HTTP there is none
    const page = await openEdited(chromium, canvas, Kim, {
      before: (context) =>
        context.addInitScript(() => Object.defineProperty(Navigator.prototype, 'clipboard', { get: () => undefined })),
    });
    await keys(page, 'Control+a', 'Control+x');
    await untilCounts(page, 0);
    await keys(page, 'Control+Shift+v');
    await untilCounts(page, ON_BOARD);
    await untilSaved(page);
    expect(await contentOf(canvas)).toEqual(before);
    await page.mouse.click(900, 600, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Paste' }).click();
    await page.getByText('This browser pastes by keys alone. Press Ctrl+V.').filter({ visible: true }).first().waitFor();
  });

  it('brings no file of a canvas that the person may not see, and says so', async () => {
    const from = await boardOf(Kim);
    const to = await easel.canvas(Lee);
    expect((await Lee.get(from)).status).toBe(403);
    const source = await openEdited(chromium, from, Kim);
    await keys(source, 'Control+a', 'Control+c');
    const target = await openEdited(chromium, to, Lee);
    await keys(target, 'Control+v');
    await target.getByText('2 files could not be brought').filter({ visible: true }).first().waitFor();
    // Without the image, the PDF, and the connector at it; what was on the image lies where it was
    await untilCounts(target, ON_BOARD - 3);
    await untilSaved(target);
    const after = await widgetsOn(to, Lee);
    expect(after.find(({ text }) => text === 'on it')).toMatchObject({ parent_id: after[0]!.id, scale: 0.5 });
    expect(after.filter((one) => 'hash' in one)).toEqual([]);
  });

  it('copies, cuts and pastes by the menu, and shows the keys in the list of keys', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, { text: 'one', location: { x: 100, y: 100 }, size: { width: 200, height: 200 } }));
    const page = await openEdited(chromium, canvas, Kim, {
      before: (context) => context.grantPermissions(['clipboard-read', 'clipboard-write']),
    });
    const choose = async (at: readonly [number, number], name: string): Promise<void> => {
      await page.mouse.click(...at, { button: 'right' });
      await page.getByRole('menuitem', { name, exact: false }).first().click();
    };
    await choose([200, 200], 'Copy');
    await choose([800, 600], 'Paste');
    await untilCounts(page, 2);
    await choose([200, 200], 'Cut');
    await untilCounts(page, 1);
    await untilSaved(page);
    expect((await widgetsOn(canvas)).map(({ text }) => text)).toEqual([undefined, 'one']);
    await keys(page, '?');
    for (const name of ['Cut', 'Copy', 'Paste', 'Paste where it was copied'])
      await page.getByText(name, { exact: true }).first().waitFor();
  });

  it('leaves a marked text and a text that is being written to the browser', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/notes`, { text: 'words', location: { x: 100, y: 100 }, size: { width: 200, height: 200 } }));
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.dblclick(200, 200);
    const text = page.getByRole('textbox', { name: 'Text of note' });
    await text.press('Control+a');
    await text.press('Control+x');
    await text.press('Control+v');
    await text.press('Control+v');
    await text.press('Escape');
    await untilSaved(page);
    expect((await widgetsOn(canvas)).map((one) => one.text)).toEqual([undefined, 'wordswords']);
  });
});

/** From one board to its copy: what is in both lies apart by this. */
function shiftBetween(before: readonly Read[], after: readonly Read[]): { readonly x: number; readonly y: number } {
  const hill = (all: readonly Read[]) => all.find(({ title }) => title === 'hill')!.location;
  return { x: hill(after).x - hill(before).x, y: hill(after).y - hill(before).y };
}

/** The content with what lies on the root shifted. */
function moved(content: readonly object[], { x, y }: { readonly x: number; readonly y: number }): object[] {
  return content.map((one) => {
    const { parent_id, location } = one as Read;
    return parent_id?.startsWith('SharedCanvas') ? { ...one, location: { x: location.x + x, y: location.y + y } } : one;
  });
}
