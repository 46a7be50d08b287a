import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { fakeClock } from '../kit/clock.ts';
import { type Easel, type Person, useEasel } from '../kit/easel.ts';
import { getFile, uploaded } from '../kit/files.ts';
import { picture } from '../kit/samples.ts';
import { base64, made, NODES, RED } from '../kit/strokes.ts';
import { barriersOf } from './barriers.ts';
import { untilCounts } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const note = async (canvas: string, x: number, y: number, more: object = {}): Promise<string> =>
  (await made(Kim.post(`${canvas}/notes`, { location: { x, y }, size: { width: 100, height: 100 }, ...more }))).id;

const shown = async (canvas: string, id: string) => (await Kim.get(`${canvas}/widgets/${id}`)).body;

/** Every record with its strokes, by its id: what is made again comes last in lists. */
async function records(canvas: string): Promise<object> {
  const { body } = await Kim.get(`${canvas}/widgets?annotations=1`);
  return Object.fromEntries(body.map((widget: { readonly id: string }) => [widget.id, widget]));
}

/** Waits until this text stands where screen readers listen. */
const hears = (page: Page, text: string): Promise<void> => page.getByRole('alert').filter({ hasText: text }).first().waitFor();

const untilSelected = (page: Page, count: number): Promise<void> => page.locator(`.stage[data-selected="${count}"]`).waitFor();

describeInBrowser('the keyboard of editing', () => {
  const chromium = useChromium(easel);

  it('deletes what a marquee has selected, and brings all of it back as it was', async () => {
    const canvas = await easel.canvas(Kim);
    const one = await note(canvas, 200, 200);
    const two = await note(canvas, 400, 200, { depth: 7 });
    const three = await note(canvas, 600, 200);
    const four = await note(canvas, 200, 500);
    await note(canvas, 600, 500);
    const child = await note(canvas, 10, 10, { parent_id: two, scale: 0.25 });
    await made(Kim.post(`${canvas}/connectors`, { src: { id: child }, dst: { id: four } }));
    await made(Kim.post(`${canvas}/notes/${one}/annotations`, { line_color: RED, points: base64(NODES) }));
    await made(Kim.post(`${canvas}/notes/${child}/annotations`, { line_color: RED, points: base64(NODES) }));
    const before = await records(canvas);
    const page = await openEdited(chromium, canvas, Kim);
    await drag(page, [150, 150], [750, 350]);
    await page.locator('.stage:not([data-selected="0"])').waitFor();
    await page.keyboard.press('Delete');
    await untilCounts(page, 2);
    await hears(page, 'Deleted, 5 things. Undo with Control Z');
    await page.getByText('3 things deleted').or(page.getByText('5 things deleted')).first().waitFor();
    await untilSaved(page);
    expect(Object.keys(await records(canvas))).not.toContain(three);
    await page.keyboard.press('Control+z');
    await untilCounts(page, 7);
    await untilSaved(page);
    expect(await records(canvas)).toEqual(before);
    await page.keyboard.press('Control+Shift+z');
    await untilCounts(page, 2);
    await untilSaved(page);
    expect(Object.keys(await records(canvas))).toHaveLength(3);
  });

  it('takes a deletion back from the message that says it', async () => {
    const canvas = await easel.canvas(Kim);
    const outer = await note(canvas, 200, 200);
    await note(canvas, 0, 0, { parent_id: outer, scale: 0.25 });
    const before = await records(canvas);
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(270, 270);
    await untilSelected(page, 1);
    await page.keyboard.press('Backspace');
    const message = page.locator('.toast').filter({ hasText: 'Note and 1 thing on it deleted.' });
    await message.getByRole('button', { name: 'Undo' }).click();
    await untilCounts(page, 2);
    await message.waitFor({ state: 'detached' });
    await untilSaved(page);
    expect(await records(canvas)).toEqual(before);
  });

  it('asks before it deletes more than 500 widgets', async () => {
    const canvas = await easel.canvas(Kim);
    const operations = Array.from({ length: 501 }, (_, at) => ({
      op: 'create',
      type: 'Note',
      body: { location: { x: (at % 50) * 20, y: Math.floor(at / 50) * 20 }, size: { width: 15, height: 15 } },
    }));
    expect((await Kim.post(`${canvas}/batch`, { operations })).status).toBe(200);
    const page = await openEdited(chromium, canvas, Kim);
    await untilCounts(page, 501);
    await page.locator('.stage').focus();
    await page.keyboard.press('Control+a');
    await untilSelected(page, 501);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog', { name: 'Delete 501 things?' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await untilCounts(page, 501);
    await page.keyboard.press('Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await untilCounts(page, 0);
    await page.keyboard.press('Control+z');
    await untilCounts(page, 501);
    await untilSaved(page);
    expect(Object.keys(await records(canvas))).toHaveLength(502);
  });

  it('leaves pinned notes where they are, which programs may move', async () => {
    const canvas = await easel.canvas(Kim);
    const id = await note(canvas, 200, 200, { pinned: true });
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(250, 250);
    await untilSelected(page, 1);
    await page.keyboard.press('ArrowRight');
    await hears(page, 'One pinned thing stays.');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Shift+L');
    await hears(page, 'Unpinned');
    await page.keyboard.press('Shift+L');
    await hears(page, 'Pinned');
    await untilSaved(page);
    expect(await shown(canvas, id)).toMatchObject({ location: { x: 200, y: 200 }, pinned: true });
    await made(Kim.patch(`${canvas}/notes/${id}`, { location: { x: 300, y: 200 } }));
    expect(await shown(canvas, id)).toMatchObject({ location: { x: 300, y: 200 } });
  });

  it('orders siblings, to the front and the back, forward and backward', async () => {
    const canvas = await easel.canvas(Kim);
    const ids = [
      await note(canvas, 200, 200),
      await note(canvas, 240, 200),
      await note(canvas, 280, 200),
      await note(canvas, 320, 200),
    ];
    const order = async (): Promise<string> => {
      const { body } = await Kim.get(`${canvas}/notes`);
      expect(Math.min(...body.map(({ depth }: { readonly depth: number }) => depth))).toBeGreaterThanOrEqual(1);
      const sorted = body.sort((a: { readonly depth: number }, b: { readonly depth: number }) => a.depth - b.depth);
      return sorted.map(({ id }: { readonly id: string }) => ids.indexOf(id)).join('');
    };
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.click(210, 250);
    await untilSelected(page, 1);
    const steps = [
      [']', '1023'],
      ['Shift+PageUp', '1203'],
      ['Shift+Home', '1230'],
      ['[', '1023'],
      ['Shift+End', '0123'],
    ] as const;
    for (const [key, wanted] of steps) {
      await page.keyboard.press(key);
      await untilSaved(page);
      expect([key, await order()]).toEqual([key, wanted]);
    }
    await page.keyboard.press('Control+z');
    await untilSaved(page);
    expect(await order()).toBe('1023');
  });

  it('moves, sizes and duplicates by keys alone, and says so', async () => {
    const canvas = await easel.canvas(Kim);
    const id = await note(canvas, 200, 200);
    await note(canvas, 600, 200);
    const page = await openEdited(chromium, canvas, Kim);
    await page.locator('.stage').focus();
    await page.keyboard.press('Control+ArrowRight');
    await untilSelected(page, 1);
    await page.keyboard.press('ArrowRight');
    await hears(page, 'Moved 10 px right');
    await page.keyboard.press('Shift+ArrowDown');
    await page.keyboard.press('Control+Shift+ArrowRight');
    await untilSaved(page);
    expect(await shown(canvas, id)).toMatchObject({ location: { x: 210, y: 300 }, size: { width: 110, height: 100 } });
    await page.keyboard.press('Control+d');
    await hears(page, 'Duplicated, 1 thing');
    await untilCounts(page, 3);
    await page.keyboard.press('Control+d');
    await untilCounts(page, 4);
    await untilSaved(page);
    const { body } = await Kim.get(`${canvas}/notes`);
    expect(body.map(({ location }: { readonly location: object }) => location)).toEqual([
      { x: 210, y: 300 },
      { x: 600, y: 200 },
      { x: 230, y: 320 },
      { x: 250, y: 340 },
    ]);
    await page.keyboard.press('Control+ArrowUp');
    await page.keyboard.press('Escape');
    await untilSelected(page, 0);
    for (let step = 0; step < 9; step++) await page.keyboard.press('Control+z');
    await hears(page, 'Nothing to undo');
    await untilSaved(page);
    expect(await shown(canvas, id)).toMatchObject({ location: { x: 200, y: 200 }, size: { width: 100, height: 100 } });
    expect((await Kim.get(`${canvas}/notes`)).body).toHaveLength(2);
  });

  it('makes a note where the cross is, and goes on with it, without a pointer', async () => {
    const canvas = await easel.canvas(Kim);
    await note(canvas, 100, 550);
    const page = await openEdited(chromium, canvas, Kim);
    await page.locator('.stage').focus();
    await page.keyboard.press('n');
    await hears(page, 'Note tool. Enter puts a note into the middle of the view.');
    const cross = page.locator('.edit-cross');
    await cross.waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await cross.waitFor({ state: 'detached' });
    expect(await page.locator('.stage').getAttribute('data-tool')).toBe('select');
    await page.keyboard.press('n');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Text of note$/i }).waitFor();
    await cross.waitFor({ state: 'detached' });
    await page.keyboard.type('Hello');
    await page.keyboard.press('Escape');
    await page.locator('.stage[data-editing=""]').waitFor();
    await hears(page, 'Note added, ');
    await untilSelected(page, 1);
    await untilSaved(page);
    const made = async () => (await Kim.get(`${canvas}/notes`)).body[1];
    const { text, location, size } = await made();
    expect([text, location.x + size.width / 2, location.y + size.height / 2]).toEqual(['Hello', 600, 340]);
    await page.keyboard.press('ArrowRight');
    await hears(page, 'Moved 10 px right');
    await untilSaved(page);
    expect(await made()).toMatchObject({ location: { x: location.x + 10, y: location.y } });
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: /^Text of note$/i }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Undo' }).and(page.getByTitle('Undo move')).waitFor();
  });

  it('makes a note, moves it, copies it and gives it a width, from the address bar to the panel', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    for (let step = 0; step < 40 && !(await page.locator('.stage:focus').count()); step++) await page.keyboard.press('Tab');
    await page.keyboard.press('n');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: /^Text of note$/i }).waitFor();
    await page.keyboard.type('Plan');
    await page.keyboard.press('Escape');
    await untilSelected(page, 1);
    await hears(page, 'Note added, ');
    await page.keyboard.press('ArrowRight');
    await hears(page, 'Moved 10 px right');
    await page.keyboard.press('Control+d');
    await untilCounts(page, 2);
    await page.keyboard.press('Alt+Enter');
    const width = page.getByRole('complementary', { name: 'Properties' }).getByLabel('Width', { exact: true });
    await width.waitFor();
    for (let step = 0; step < 40 && !(await width.and(page.locator(':focus')).count()); step++) await page.keyboard.press('Tab');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('500');
    await page.keyboard.press('Enter');
    await untilSaved(page);
    const { body } = await Kim.get(`${canvas}/notes`);
    const sizes = (body as { readonly text: string; readonly size: { readonly width: number } }[]).map((one) => [
      one.text,
      one.size.width,
    ]);
    expect(sizes).toEqual([
      ['Plan', 200],
      ['Plan', 500],
    ]);
    expect(await barriersOf(page, { name: 'edit-keys', path: () => '' }, 1400)).toEqual([]);
  });

  it('stands in the list of keys while the person edits', async () => {
    const page = await openEdited(chromium, await easel.canvas(Kim), Kim);
    await page.locator('.stage').focus();
    await page.keyboard.press('?');
    const list = page.getByRole('dialog');
    for (const title of ['Tools', 'Edit', 'Arrange']) await list.getByRole('heading', { name: title, exact: true }).waitFor();
    await list.getByText('Bring to front').waitFor();
  });
});

/** A clock that runs as the real one does, and jumps when it is asked to. */
function jumpingClock() {
  const clock = fakeClock();
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    clock.advance(now - last);
    last = now;
  };
  let timer: NodeJS.Timeout;
  beforeAll(() => {
    timer = setInterval(tick, 5);
  });
  afterAll(() => clearInterval(timer));
  return clock;
}

const THREE_HOURS = 3 * 3_600_000;

describeInBrowser('a deleted image', () => {
  const later: Easel & { readonly people: { readonly Ann: Person } } = useEasel({ people: ['Ann'], clock: jumpingClock() });
  const chromium = useChromium(later);

  it('comes back by undo three hours later, and nobody reads its bytes meanwhile', async () => {
    const { Ann } = later.people;
    const canvas = await later.canvas(Ann);
    const id = canvas.split('/')[2]!;
    const bytes = await picture('png', 120, 90);
    const image = await uploaded(later, Ann, `${canvas}/images`, bytes, 'plan.png', { location: { x: 300, y: 300 } });
    const read = async (): Promise<number> => (await getFile(later, Ann, `/files/${id}/${image.hash}`)).status;
    const page = await openEdited(chromium, canvas, Ann);
    await page.mouse.click(350, 340);
    await untilSelected(page, 1);
    await page.keyboard.press('Delete');
    await untilCounts(page, 0);
    await untilSaved(page);
    expect([await read(), (await Ann.get(`${canvas}/images`)).body]).toEqual([404, []]);
    later.clock.advance(THREE_HOURS);
    expect(await read()).toBe(404);
    await page.keyboard.press('Control+z');
    await untilCounts(page, 1);
    await untilSaved(page);
    expect((await Ann.get(`${canvas}/images`)).body).toMatchObject([
      {
        id: image.id,
        hash: image.hash,
        location: { x: 300, y: 300 },
        size: { width: 120, height: 90 },
        original_filename: 'plan.png',
      },
    ]);
    expect(await read()).toBe(200);
  });
});
