import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

describeInBrowser('connectors', () => {
  const chromium = useChromium(easel);

  async function twoNotes() {
    const canvas = await easel.canvas(Kim);
    const note = (x: number) => Kim.post(`${canvas}/notes`, { location: { x, y: 200 }, size: { width: 200, height: 200 } });
    const { body: left } = await note(100);
    const { body: right } = await note(500);
    const page = await openEdited(chromium, canvas, Kim);
    return { canvas, left, right, page };
  }

  /** Once the server has everything. */
  async function linesOf({ canvas, page }: { readonly canvas: string; readonly page: Page }) {
    await untilSaved(page);
    return (await Kim.get(`${canvas}/connectors`)).body;
  }

  it('lead from a side dot to the side of another widget, where they stay', async () => {
    const { canvas, left, right, page } = await twoNotes();
    await page.mouse.click(200, 300);
    await page.locator('.stage[data-selected="1"]').waitFor();
    await drag(page, [320, 300], [505, 280]);
    expect(await linesOf({ canvas, page })).toMatchObject([
      {
        line_color: '#8d8372ff',
        src: { id: left.id, auto_location: false, rel_location: { x: 1, y: 0.5 } },
        dst: { id: right.id, auto_location: false, rel_location: { x: 0, y: 0.4 } },
      },
    ]);
  });

  it('find their sides where they are dropped deep inside, and their ends are dragged on', async () => {
    const { canvas, left, right, page } = await twoNotes();
    const third = { location: { x: 400, y: 480 }, size: { width: 100, height: 100 } };
    const { body: below } = await Kim.post(`${canvas}/notes`, third);
    await page.getByRole('button', { name: 'Connector', exact: true }).click();
    await drag(page, [200, 300], [600, 300]);
    const automatic = { auto_location: true };
    const [line] = await linesOf({ canvas, page });
    expect(line).toMatchObject({ src: { id: left.id, ...automatic }, dst: { id: right.id, ...automatic } });
    await page.locator('.stage[data-tool=select][data-selected="1"]').waitFor();
    await drag(page, [500, 300], [450, 530]);
    expect(await linesOf({ canvas, page })).toMatchObject([
      { id: line.id, src: { id: left.id }, dst: { id: below.id, ...automatic } },
    ]);
    await page.keyboard.press('Control+z');
    expect(await linesOf({ canvas, page })).toMatchObject([{ id: line.id, dst: { id: right.id } }]);
  });

  it('look as was chosen before, and as is chosen afterwards', async () => {
    const { canvas, left, page } = await twoNotes();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Connector').click();
    const options = page.getByRole('toolbar', { name: 'Tool options' });
    await options.getByRole('radio', { name: 'Red' }).check({ force: true });
    for (const name of ['Width 6', 'Straight line', 'Start tip', 'End tip']) {
      await options.getByRole('button', { name, exact: true }).click();
    }
    await drag(page, [200, 300], [600, 300]);
    const [line] = await linesOf({ canvas, page });
    expect(line).toMatchObject({
      type: 'straight',
      line_color: '#d6402bff',
      line_width: 6,
      src: { id: left.id, tip: 'solid-equilateral-triangle' },
      dst: { tip: 'none' },
    });
    await button('Line').click();
    for (const name of ['Width 12', 'Curve', 'Start tip', 'End tip']) await button(name).click();
    await page.keyboard.press('Escape');
    expect(await linesOf({ canvas, page })).toMatchObject([
      { id: line.id, type: 'curve', line_width: 12, src: { tip: 'none' }, dst: { tip: 'solid-equilateral-triangle' } },
    ]);
  });

  it('make a note where they are dropped on empty canvas', async () => {
    const { canvas, left, page } = await twoNotes();
    await page.getByRole('button', { name: 'Connector', exact: true }).click();
    await drag(page, [200, 300], [200, 560]);
    await expect.poll(async () => (await Kim.get(`${canvas}/connectors`)).body).toMatchObject([{ src: { id: left.id } }]);
    const [line] = await linesOf({ canvas, page });
    const { body: made } = await Kim.get(`${canvas}/notes/${line.dst.id}`);
    expect(made).toMatchObject({ location: { x: 100, y: 560 }, size: { width: 200, height: 200 } });
  });

  it('are made by keys alone', async () => {
    const { canvas, left, right, page } = await twoNotes();
    await page.mouse.click(200, 300);
    for (const key of ['c', 'Control+ArrowRight', 'Enter']) await page.keyboard.press(key);
    expect(await linesOf({ canvas, page })).toMatchObject([
      { src: { id: left.id, auto_location: true }, dst: { id: right.id, auto_location: true } },
    ]);
  });

  it('lead to a widget that is chosen by its name, and turn round', async () => {
    const { canvas, left, right, page } = await twoNotes();
    await Kim.patch(`${canvas}/notes/${right.id}`, { text: 'Harbour' });
    await page.mouse.click(200, 300, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Connect to…' }).click();
    await page.getByRole('combobox', { name: 'Connect to' }).fill('harb');
    await page.getByRole('option', { name: 'Note Harbour' }).click();
    const [line] = await linesOf({ canvas, page });
    expect(line).toMatchObject({ src: { id: left.id }, dst: { id: right.id, tip: 'solid-equilateral-triangle' } });
    await page.getByRole('button', { name: 'Turn round' }).click();
    expect(await linesOf({ canvas, page })).toMatchObject([
      { id: line.id, src: { id: right.id, tip: 'none' }, dst: { id: left.id, tip: 'solid-equilateral-triangle' } },
    ]);
    await page.getByRole('button', { name: 'Line', exact: true }).click();
    await page.getByRole('button', { name: 'Right angles' }).click();
    expect(await linesOf({ canvas, page })).toMatchObject([{ id: line.id, type: 'right-angle' }]);
  });
});

describeInBrowser('what is put on a canvas', () => {
  const chromium = useChromium(easel);

  it('is a table, an anchor and a web page by keys alone', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.locator('.stage').focus();
    await page.keyboard.press('Shift+T');
    await page.getByRole('dialog', { name: 'Table size' }).getByRole('spinbutton', { name: 'Columns' }).fill('3');
    await page.getByRole('spinbutton', { name: 'Rows' }).fill('2');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Table size' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await Kim.get(`${canvas}/tables`)).body.length).toBe(1);
    await page.keyboard.press('Escape');
    await page.keyboard.press('b');
    await page.getByRole('dialog', { name: 'Address' }).getByRole('textbox', { name: 'Address' }).fill('example.org/plan');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Address' }).waitFor({ state: 'detached' });
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await Kim.get(`${canvas}/browsers`)).body.length).toBe(1);
    await page.keyboard.press('a');
    await page.keyboard.press('Enter');
    await expect.poll(async () => (await Kim.get(`${canvas}/anchors`)).body.length).toBe(1);
    const [table] = (await Kim.get(`${canvas}/tables`)).body;
    expect(table).toMatchObject({ grid_size: { columns: 3, rows: 2 } });
    expect(table.location.x + table.size.width / 2).toBeCloseTo(500, 0);
    expect(table.location.y + table.size.height / 2).toBeCloseTo(350, 0);
    expect((await Kim.get(`${canvas}/browsers`)).body).toMatchObject([{ url: 'https://example.org/plan' }]);
    const region = { location: { x: 50, y: 35 }, size: { width: 900, height: 630 } };
    expect((await Kim.get(`${canvas}/anchors`)).body).toMatchObject([region]);
  });

  it('is as large as the drag that made it', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('dialog', { name: 'Table size' }).getByRole('button', { name: 'Make' }).click();
    await page.getByRole('dialog', { name: 'Table size' }).waitFor({ state: 'detached' });
    await drag(page, [100, 100], [500, 400]);
    await untilSaved(page);
    const place = { location: { x: 100, y: 100 }, size: { width: 400, height: 300 } };
    expect((await Kim.get(`${canvas}/tables`)).body).toMatchObject([{ grid_size: { columns: 3, rows: 3 }, ...place }]);
  });
});

describeInBrowser('what lies on what', () => {
  const chromium = useChromium(easel);

  it('follows a drop once the pointer has rested, and ends when it is dragged out', async () => {
    const canvas = await easel.canvas(Kim);
    const size = { width: 600, height: 600 };
    const { body: image } = await Kim.post(`${canvas}/notes`, { location: { x: 350, y: 50 }, size });
    const small = { location: { x: 50, y: 50 }, size: { width: 200, height: 200 } };
    const { body: note } = await Kim.post(`${canvas}/notes`, small);
    const page = await openEdited(chromium, canvas, Kim);
    const now = async () => {
      await untilSaved(page);
      return (await Kim.get(`${canvas}/notes/${note.id}`)).body;
    };
    await drag(page, [150, 150], [650, 350]);
    expect(await now()).toMatchObject({ parent_id: image.parent_id, location: { x: 550, y: 250 } });
    await page.mouse.down();
    await page.mouse.move(600, 300, { steps: 4 });
    await page.getByText('Put on Note').waitFor();
    await page.mouse.up();
    expect(await now()).toMatchObject({ parent_id: image.id, location: { x: 150, y: 150 }, scale: 1 });
    await drag(page, [600, 300], [150, 150]);
    expect(await now()).toMatchObject({ parent_id: image.parent_id, location: { x: 50, y: 50 } });
  });
});

describeInBrowser('what is put on a widget by its menu', () => {
  const chromium = useChromium(easel);

  it('lies on it, keeps its place, and is taken off again', async () => {
    const canvas = await easel.canvas(Kim);
    const { body: plan } = await Kim.post(`${canvas}/notes`, {
      text: 'Plan',
      location: { x: 500, y: 100 },
      size: { width: 400, height: 400 },
      scale: 0.5,
    });
    const { body: note } = await Kim.post(`${canvas}/notes`, { location: { x: 100, y: 200 }, size: { width: 100, height: 100 } });
    const page = await openEdited(chromium, canvas, Kim);
    const now = async () => {
      await untilSaved(page);
      return (await Kim.get(`${canvas}/notes/${note.id}`)).body;
    };
    await page.mouse.click(150, 250, { button: 'right' });
    expect(await page.getByRole('menuitem', { name: 'Take off' }).count()).toBe(0);
    await page.getByRole('menuitem', { name: 'Put on…' }).click();
    await page.getByRole('combobox', { name: 'Put on' }).fill('plan');
    await page.getByRole('option', { name: 'Note Plan' }).click();
    expect(await now()).toMatchObject({ parent_id: plan.id, location: { x: -800, y: 200 }, scale: 2 });
    await page.mouse.click(150, 250, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Take off' }).click();
    expect(await now()).toMatchObject({ parent_id: plan.parent_id, location: { x: 100, y: 200 }, scale: 1 });
    await page.keyboard.press('Control+z');
    expect(await now()).toMatchObject({ parent_id: plan.id, scale: 2 });
  });
});

describeInBrowser('the cells of a table', () => {
  const chromium = useChromium(easel);

  async function table() {
    const canvas = await easel.canvas(Kim);
    const body = { location: { x: 50, y: 100 }, size: { width: 600, height: 300 }, grid_size: { columns: 3, rows: 2 } };
    const { body: made } = await Kim.post(`${canvas}/tables`, body);
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(60, 110);
    await page.locator('.stage[data-selected="1"]').waitFor();
    const cell = (row: number, column: number) => page.getByRole('textbox', { name: `Cell ${row}, ${column}` });
    /** The notes in cells: `column row text`. */
    const written = async (of = made.id) => {
      await untilSaved(page);
      const { body: cells } = await Kim.get(`${canvas}/tables/${of}/cells`);
      const { body: notes } = await Kim.get(`${canvas}/notes`);
      const found = cells.flatMap(({ id, column, row }: Cell) =>
        notes
          .filter(({ parent_id }: { readonly parent_id: string }) => parent_id === id)
          .map(({ text }: { readonly text: string }) => `${column} ${row} ${text}`),
      );
      return found.sort();
    };
    return { canvas, id: made.id as string, page, cell, written };
  }

  it('are written by keys alone, and what fills them goes on filling them', async () => {
    const { canvas, id, page, cell, written } = await table();
    await page.keyboard.press('Enter');
    await cell(1, 1).waitFor();
    await page.keyboard.type('a');
    await page.keyboard.press('Tab');
    await cell(1, 2).waitFor();
    await page.keyboard.type('b');
    await page.keyboard.press('Enter');
    await cell(2, 2).waitFor();
    await page.keyboard.type('c');
    await page.keyboard.press('Escape');
    expect(await written()).toEqual(['0 0 a', '1 0 b', '1 1 c']);
    await page.locator('.stage[data-selected="1"]').waitFor();
    for (let times = 0; times < 3; times++) await page.keyboard.press('Control+Shift+ArrowRight');
    await untilSaved(page);
    const { body: now } = await Kim.get(`${canvas}/tables/${id}`);
    expect(now.size.width).toBe(630);
    const { body: notes } = await Kim.get(`${canvas}/notes`);
    for (const note of notes) {
      expect(note).toMatchObject({ background_color: '#00000000', text_color: '#23201aff', auto_text_color: false });
      expect(note.size.width).toBeCloseTo((630 / 3) * 0.92, 3);
      expect(note.location.x).toBeCloseTo((630 / 3) * 0.04, 3);
    }
  });

  it('have lines of their own by Alt and Enter', async () => {
    const { page, cell, written } = await table();
    await page.keyboard.press('Enter');
    await cell(1, 1).waitFor();
    await page.keyboard.type('one');
    await page.keyboard.press('Alt+Enter');
    await page.keyboard.type('two');
    await page.keyboard.press('Enter');
    await cell(2, 1).waitFor();
    expect(await written()).toEqual(['0 0 one\ntwo']);
  });

  it('are left by arrows while nothing is typed, and emptied', async () => {
    const { page, cell, written } = await table();
    await page.mouse.dblclick(600, 120);
    await cell(1, 3).waitFor();
    await page.keyboard.press('ArrowLeft');
    await cell(1, 2).waitFor();
    await page.keyboard.press('ArrowDown');
    await cell(2, 2).waitFor();
    await page.keyboard.type('gone');
    await page.keyboard.press('Tab');
    await cell(2, 3).waitFor();
    expect(await written()).toEqual(['1 1 gone']);
    await page.keyboard.press('Shift+Tab');
    await cell(2, 2).waitFor();
    await page.keyboard.press('Delete');
    expect(await written()).toEqual([]);
  });

  it('stay in their places when the table gets one more column', async () => {
    const { canvas, page, cell, written } = await table();
    await page.keyboard.press('Enter');
    await cell(1, 1).waitFor();
    await page.keyboard.press('ArrowRight');
    await cell(1, 2).waitFor();
    await page.keyboard.type('b');
    await page.keyboard.press('Escape');
    expect(await written()).toEqual(['1 0 b']);
    await page.mouse.click(60, 350, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Add a column (as a new table)' }).click();
    await untilSaved(page);
    const { body: tables } = await Kim.get(`${canvas}/tables`);
    expect(tables).toMatchObject([{ grid_size: { columns: 4, rows: 2 }, size: { width: 800, height: 300 } }]);
    expect(await written(tables[0].id)).toEqual(['1 0 b']);
  });

  it('move over with all that is in them when the table gets one more row, in one step', async () => {
    const { canvas, id, page, cell, written } = await table();
    await page.keyboard.press('Enter');
    await cell(1, 1).waitFor();
    await page.keyboard.type('a');
    await page.keyboard.press('Escape');
    expect(await written()).toEqual(['0 0 a']);
    await page.mouse.click(60, 350, { button: 'right' });
    await page.getByRole('menuitem', { name: 'Add a row (as a new table)' }).click();
    await untilSaved(page);
    const { body: tables } = await Kim.get(`${canvas}/tables`);
    const place = { location: { x: 50, y: 100 }, size: { width: 600, height: 450 } };
    expect(tables).toMatchObject([{ grid_size: { columns: 3, rows: 3 }, ...place }]);
    expect(await written(tables[0].id)).toEqual(['0 0 a']);
    await page.keyboard.press('Control+z');
    expect(await written()).toEqual(['0 0 a']);
    expect((await Kim.get(`${canvas}/tables`)).body).toMatchObject([{ id, grid_size: { columns: 3, rows: 2 } }]);
  });
});

interface Cell {
  readonly id: string;
  readonly column: number;
  readonly row: number;
}
