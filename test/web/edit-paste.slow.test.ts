import type { Page } from 'playwright-core';
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { excalidraw, tldraw2, tldraw3 } from '../kit/clipboards.ts';
import { useEasel } from '../kit/easel.ts';
import { uploaded } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';
import { untilCounts } from './canvas-page.ts';
import { give, openEdited, pasteText, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

interface Read {
  readonly id: string;
  readonly widget_type: string;
  readonly parent_id: string;
  readonly text: string;
  readonly [field: string]: unknown;
}

describeInBrowser('what other programs have on the clipboard', () => {
  const chromium = useChromium(easel);
  let canvas: string;
  let page: Page;

  const read = async (): Promise<Read[]> => (await Kim.get(`${canvas}/widgets?annotations=1`)).body as Read[];
  const ofType = async (type: string): Promise<Read[]> => (await read()).filter(({ widget_type }) => widget_type === type);
  const texts = async (): Promise<string[]> => (await ofType('Note')).map(({ text }) => text).sort();
  const press = (chord: string): Promise<void> => page.locator('.stage').press(chord);

  beforeEach(async () => {
    canvas = await easel.canvas(Kim);
    page = await openEdited(chromium, canvas, Kim);
  });

  it('cells become a table with notes in its cells, in one step of undo', async () => {
    await pasteText(page, { text: 'a\tb\tc\nd\te\tf\n1\t\t"2\n3"\n', html: '<table><tr><td>a</td></tr></table>' });
    await untilCounts(page, 1 + 9 + 8);
    await untilSaved(page);
    const [table] = await ofType('Table');
    expect(table).toMatchObject({ grid_size: { columns: 3, rows: 3 } });
    const cells = new Map((await ofType('TableCell')).map(({ id, column, row }) => [id, `${row} ${column}`]));
    const notes = (await ofType('Note')).map(({ parent_id, text }) => [cells.get(parent_id), text]);
    expect(new Map(notes as [string, string][])).toEqual(
      new Map(
        Object.entries({ '0 0': 'a', '0 1': 'b', '0 2': 'c', '1 0': 'd', '1 1': 'e', '1 2': 'f', '2 0': '1', '2 2': '2\n3' }),
      ),
    );
    await press('Control+z');
    await untilCounts(page, 0);
    await untilSaved(page);
    expect(await read()).toHaveLength(1);
    await press('Control+Shift+z');
    await untilCounts(page, 1 + 9 + 8);
    await untilSaved(page);
    expect(await texts()).toHaveLength(8);
  });

  it('lines of CSV become a table, and the first 100 of more are brought, which is said', async () => {
    await pasteText(page, { text: Array.from({ length: 101 }, (_, row) => `${row === 100 ? 'last' : ''},`).join('\n') });
    await page.getByText('A table has at most 100 columns and rows').filter({ visible: true }).first().waitFor();
    await untilSaved(page);
    expect(await ofType('Table')).toMatchObject([{ grid_size: { columns: 2, rows: 100 } }]);
    expect(await texts()).toEqual([]);
  });

  it('a Markdown list of five becomes five notes in a grid, and other text one note', async () => {
    await pasteText(page, { text: '- one\n- two\n  - deep\n- three\n- four\n- five' });
    await untilCounts(page, 5);
    await pasteText(page, { text: 'Just\na text' });
    await untilCounts(page, 6);
    await untilSaved(page);
    expect(await texts()).toEqual(['Just\na text', 'five', 'four', 'one', 'three', 'two\n• deep']);
    const boxes = (await ofType('Note')).map(({ location }) => JSON.stringify(location));
    expect(new Set(boxes).size).toBe(6);
  });

  it('an address becomes a web page, with Shift a note, and that of an image of ours the image', async () => {
    await pasteText(page, { text: 'https://wall.example/plan' });
    await untilCounts(page, 1);
    await untilSaved(page);
    expect(await ofType('Browser')).toMatchObject([{ url: 'https://wall.example/plan' }]);
    await page.keyboard.down('Shift');
    await pasteText(page, { text: 'https://wall.example/other' });
    await page.keyboard.up('Shift');
    await untilCounts(page, 2);
    await untilSaved(page);
    expect(await texts()).toEqual(['https://wall.example/other']);
    const there = await easel.canvas(Kim);
    const image = await uploaded(easel, Kim, `${there}/images`, Buffer.from(svg(300, 200)), 'hill.svg', { title: 'hill' });
    const origin = new URL(page.url()).origin;
    await pasteText(page, { text: `${origin}/api/v1/files/${there.split('/').at(-1)}/${image.hash}` });
    await untilCounts(page, 3);
    await untilSaved(page);
    expect(await ofType('Image')).toMatchObject([{ hash: image.hash, title: 'hill' }]);
  });

  it('a picture becomes an image', async () => {
    const bytes = Buffer.from(svg(30, 20));
    await give(page, 'paste', [{ name: 'dot.svg', type: 'image/svg+xml', bytes }], [500, 300]);
    await untilCounts(page, 1);
    await untilSaved(page);
    expect(await ofType('Image')).toMatchObject([{ size: { width: 30, height: 20 } }]);
  });

  it('Excalidraw brings notes, texts, connectors, strokes and pictures, and says what could not be brought', async () => {
    await pasteText(page, { text: excalidraw });
    await page.getByText('10 things brought, 1 could not be').filter({ visible: true }).first().waitFor();
    await untilCounts(page, 8);
    await untilSaved(page);
    expect(await texts()).toEqual(['', 'End', 'Only words', 'Start\nhere', 'maybe']);
    const notes = await ofType('Note');
    const named = (text: string) => notes.find((note) => note.text === text)!.id;
    expect(await ofType('Connector')).toMatchObject([{ src: { id: named('Start\nhere') }, dst: { id: named('End') } }]);
    expect(await ofType('Anchor')).toMatchObject([{ anchor_name: 'Plan' }]);
    expect(await ofType('Image')).toMatchObject([{ size: { width: 80, height: 80 } }]);
    expect((await read())[0]!.annotations).toHaveLength(2);
  });

  it.each([
    ['tldraw 2', tldraw2],
    ['tldraw 3', tldraw3],
  ])('%s brings the same, in one step of undo besides the picture', async (_, html) => {
    await pasteText(page, { html, text: 'One Two' });
    await page.getByText('13 things brought, 1 could not be').filter({ visible: true }).first().waitFor();
    await untilCounts(page, 10);
    await untilSaved(page);
    expect(await texts()).toEqual(['Inner', 'One', 'Only words', 'Sticky\nnote', 'Two', 'maybe']);
    const notes = await ofType('Note');
    const named = (text: string) => notes.find((note) => note.text === text)!.id;
    expect(await ofType('Connector')).toMatchObject([{ src: { id: named('One') }, dst: { id: named('Two') } }]);
    expect(await ofType('Browser')).toMatchObject([{ url: 'https://wall.example/' }]);
    expect((await read())[0]!.annotations).toHaveLength(3);
    await press('Control+z');
    await press('Control+z');
    await untilCounts(page, 0);
    await untilSaved(page);
    expect((await read())[0]!.annotations ?? []).toEqual([]);
  });

  it('is nothing where there is only white space, and stays text in an open text', async () => {
    await pasteText(page, { text: ' \n\t\n' });
    await pasteText(page, { text: 'kept' });
    await untilCounts(page, 1);
    await untilSaved(page);
    await press('F2');
    const field = page.getByRole('textbox', { name: 'Text of note' });
    await field.waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(() => navigator.clipboard.writeText('a\tb\nc\td'));
    await field.press('Control+a');
    await field.press('Control+v');
    await field.press('Escape');
    await untilSaved(page);
    expect(await texts()).toEqual(['a\tb\nc\td']);
  });
});
