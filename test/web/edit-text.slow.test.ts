import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { canCopy } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock });
const { Kim } = easel.people;

const notesOf = async (canvas: string) => (await Kim.get(`${canvas}/notes`)).body as Note[];
interface Note {
  readonly id: string;
  readonly text: string;
  readonly title: string;
  readonly location: { readonly x: number; readonly y: number };
  readonly size: { readonly width: number; readonly height: number };
  readonly background_color: string;
  readonly auto_text_color: boolean;
}

const field = (page: Page) => page.getByRole('textbox', { name: 'Text of note' });
const untilClosed = (page: Page) => page.locator('.stage[data-editing=""]').waitFor();

/** A note at a place of the canvas. */
const noteAt = async (canvas: string, x: number, y: number, more: object = {}): Promise<Note> =>
  (
    await Kim.post(`${canvas}/notes`, {
      location: { x, y },
      size: { width: 200, height: 200 },
      background_color: '#ffdb6eff',
      ...more,
    })
  ).body as Note;

/** Opens the text of the note in the middle of this place. */
async function openAt(page: Page, x: number, y: number): Promise<void> {
  await page.mouse.dblclick(x, y);
  await field(page).waitFor();
}

/** Puts this into the clipboard, by type. */
const copied = (page: Page, items: Readonly<Record<string, string>>): Promise<void> =>
  page.evaluate((all) => {
    const blobs = Object.entries(all).map(([type, text]) => [type, new Blob([text], { type })]);
    return navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
  }, items);

describeInBrowser('writing on a canvas', () => {
  const chromium = useChromium(easel);

  it('N and a click make a note with its middle there, and its text is what is typed', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.keyboard.press('n');
    await page.mouse.click(500, 350);
    await field(page).waitFor();
    await page.keyboard.type('Hello');
    await page.keyboard.press('Escape');
    await untilClosed(page);
    await untilSaved(page);
    const [note, ...others] = await notesOf(canvas);
    expect(others).toEqual([]);
    expect(note!.text).toBe('Hello');
    expect(note!.location.x + note!.size.width / 2).toBeCloseTo(500, -0.3);
    expect(note!.location.y + note!.size.height / 2).toBeCloseTo(350, -0.3);
    await page.keyboard.press('Control+z');
    await page.locator('.stage[data-count="0"]').waitFor();
    await untilSaved(page);
    expect(await notesOf(canvas)).toEqual([]);
  });

  it('a drag gives the size of a note', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.keyboard.press('n');
    await drag(page, [300, 200], [460, 300]);
    await field(page).waitFor();
    await page.keyboard.type('small');
    await page.mouse.click(800, 500);
    await untilClosed(page);
    await untilSaved(page);
    expect(await notesOf(canvas)).toMatchObject([
      { text: 'small', size: { width: 160, height: 100 }, location: { x: 300, y: 200 } },
    ]);
  });

  it('Tab goes on in a note beside it, of the same size and colour, or in the one that lies there; an empty one is gone again', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100, { background_color: '#aee5cdff', text: 'one' });
    const third = await noteAt(canvas, 540, 100, { text: 'three' });
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 200, 200);
    await page.keyboard.press('Tab');
    await page.keyboard.type('two');
    await page.keyboard.press('Tab');
    await page.locator(`.stage[data-editing="${third.id}"]`).waitFor();
    await page.keyboard.press('Control+Enter');
    await page.locator(`.stage:not([data-editing="${third.id}"])`).waitFor();
    await page.locator('.stage[data-count="4"]').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.stage[data-count="3"]').waitFor();
    await untilSaved(page);
    const notes = await notesOf(canvas);
    expect(notes.map(({ text }) => text).sort()).toEqual(['one', 'three', 'two']);
    expect(notes.find(({ text }) => text === 'two')).toMatchObject({
      location: { x: 320, y: 100 },
      size: { width: 200, height: 200 },
      background_color: '#aee5cdff',
    });
  });

  it('soft breaks are in the field, and not in the text; a backspace at one takes the letter before it', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100);
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 200, 200);
    const words = 'several words that need more than one line of this note';
    await page.keyboard.type(words);
    const value = await field(page).inputValue();
    expect(value).toContain('\n');
    expect(value.replaceAll('\n', '')).toBe(words);
    const soft = value.indexOf('\n');
    await field(page).evaluate((area: HTMLTextAreaElement, at) => area.setSelectionRange(at, at), soft + 1);
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    expect((await notesOf(canvas))[0]!.text).toBe(words.slice(0, soft - 1) + words.slice(soft));
  });

  it('an input method is left alone: nothing is rewritten before it ends, and Enter belongs to it', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100);
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 200, 200);
    const session = await page.context().newCDPSession(page);
    const text = '今日はとてもいい天気ですね散歩に行きましょう';
    await session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    // The answer says that the browser has it, and not that the page has
    await expect.poll(() => field(page).inputValue()).toBe(text);
    await field(page).evaluate((area) => {
      area.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }),
      );
      area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }));
    });
    expect(await page.locator('.stage').getAttribute('data-editing')).not.toBe('');
    await session.send('Input.insertText', { text });
    await expect.poll(() => field(page).inputValue()).toContain('\n');
    expect((await field(page).inputValue()).replaceAll('\n', '')).toBe(text);
    await page.keyboard.press('Escape');
    await untilClosed(page);
    await untilSaved(page);
    expect((await notesOf(canvas))[0]!.text).toBe(text);
  });

  it('text is pasted, copied without soft breaks, and undone step by step; emoji are one letter', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100);
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 200, 200);
    const session = await page.context().newCDPSession(page);
    const paste = (text: string) => session.send('Input.insertText', { text });
    await paste('a longer line that is broken somewhere\nمرحبا بالعالم 👩‍👩‍👧');
    await expect.poll(() => field(page).inputValue()).toContain('👩‍👩‍👧');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+a');
    const copied = await field(page).evaluate((area) => {
      const clipboardData = new DataTransfer();
      area.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
      return clipboardData.getData('text/plain');
    });
    expect(copied).toBe('a longer line that is broken somewhere\nمرحبا بالعالم ');
    await page.keyboard.press('Delete');
    expect(await field(page).inputValue()).toBe('');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect(await field(page).inputValue()).toBe('');
    await page.keyboard.press('Control+Shift+z');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    expect((await notesOf(canvas))[0]!.text).toBe('a longer line that is broken somewhere\nمرحبا بالعالم 👩‍👩‍👧');
  });

  it('T and a click write on the canvas itself, and the box follows the text', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await openEdited(chromium, canvas, Kim);
    await page.keyboard.press('t');
    await page.mouse.click(300, 300);
    await field(page).waitFor();
    await page.keyboard.type('A line of text that is quite a bit longer');
    await page.keyboard.press('Enter');
    await page.keyboard.type('and one more');
    expect(await field(page).inputValue()).toBe('A line of text that is quite a bit longer\nand one more');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    const [text] = await notesOf(canvas);
    expect(text).toMatchObject({ background_color: '#00000000', auto_text_color: false });
    expect(text!.size.width).toBeGreaterThan(430);
    expect(text!.size.height).toBeLessThan(150);
  });

  it('a double click on empty canvas writes there', async () => {
    const canvas = await easel.canvas(Kim);
    const { id } = await noteAt(canvas, 100, 100);
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 600, 300);
    await page.keyboard.type('here');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    const written = (await notesOf(canvas)).filter((note) => note.id !== id);
    expect(written).toMatchObject([{ text: 'here', background_color: '#00000000' }]);
  });

  it('the title is written with Mod+Shift+H', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100, { text: 'below' });
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 200, 200);
    await page.keyboard.press('Control+Shift+H');
    await page.getByRole('textbox', { name: 'Title of note' }).waitFor();
    await page.keyboard.type('Above');
    await page.keyboard.press('Enter');
    await field(page).waitFor();
    await page.keyboard.press('Escape');
    await untilSaved(page);
    expect(await notesOf(canvas)).toMatchObject([{ text: 'below', title: 'Above' }]);
  });

  it('is cut, pasted as plain text whatever else the clipboard has, and stepped through across soft breaks and tabs', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100);
    const page = await openEdited(chromium, canvas, Kim, { before: canCopy });
    await openAt(page, 200, 200);
    await copied(page, { 'text/html': '<b>bold</b> words', 'text/plain': 'bold words' });
    await page.keyboard.press('Control+v');
    await expect.poll(() => field(page).inputValue()).toBe('bold words');
    await page.keyboard.press('Control+Shift+ArrowLeft');
    await page.keyboard.press('Control+x');
    await expect.poll(() => field(page).inputValue()).toBe('bold ');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('words');
    await page.keyboard.press('Control+a');
    await copied(page, { 'text/plain': 'a\tb' });
    await page.keyboard.press('Control+v');
    await expect.poll(() => field(page).inputValue()).toBe('a    b');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('x');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('y');
    expect(await field(page).inputValue()).toBe('axyb');
    await page.keyboard.press('Control+a');
    const words = 'several words that need more than one line of this note';
    await page.keyboard.type(words);
    const soft = (await field(page).inputValue()).indexOf('\n');
    await field(page).evaluate((area: HTMLTextAreaElement, at) => area.setSelectionRange(at - 1, at - 1), soft);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('!');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    expect((await notesOf(canvas))[0]!.text).toBe(`${words.slice(0, soft + 1)}!${words.slice(soft + 1)}`);
  });

  it('is written beside the canvas when a paste is more than the note shows, and a paste is left out that no text can hold', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100, { text: 'short' });
    const page = await openEdited(chromium, canvas, Kim, { before: canCopy });
    await openAt(page, 200, 200);
    await copied(page, { 'text/plain': 'x'.repeat(1_048_572) });
    await page.keyboard.press('Control+v');
    await page.getByText('That is too long: a text has at most 1,048,576 characters.').first().waitFor();
    expect(await field(page).inputValue()).toBe('short');
    const long = ' and a lot of words'.repeat(200);
    await copied(page, { 'text/plain': long });
    await page.keyboard.press('Control+v');
    const panel = page.getByRole('complementary', { name: 'Text' }).getByRole('textbox');
    await panel.waitFor();
    expect(await panel.inputValue()).toBe(`short${long}`);
    await untilSaved(page);
    expect((await notesOf(canvas))[0]!.text).toBe(`short${long}`);
  });

  it('goes on with Shift and Tab in the note before, with Mod, Shift and Enter in the one above, and to the left where it is written so', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 400, 300, { text: 'שלום' });
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 500, 400);
    await page.keyboard.press('Tab');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.keyboard.type('left');
    await page.keyboard.press('Tab');
    await expect.poll(() => field(page).inputValue()).toBe('שלום');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.keyboard.type('right');
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => field(page).inputValue()).toBe('שלום');
    await page.keyboard.press('Control+Shift+Enter');
    await expect.poll(() => field(page).inputValue()).toBe('');
    await page.keyboard.type('above');
    await page.keyboard.press('Escape');
    await untilClosed(page);
    await untilSaved(page);
    const places = (await notesOf(canvas)).map(({ text, location: { x, y } }) => [text, x, y]);
    expect(places.toSorted()).toEqual([
      ['above', 400, 80],
      ['left', 180, 300],
      ['right', 620, 300],
      ['שלום', 400, 300],
    ]);
  });

  it('begins with a letter on a selected note where single keys are no shortcuts', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 100, { text: 'before' });
    const before = (context: BrowserContext) =>
      context.addInitScript(() => localStorage.setItem('easel-view', JSON.stringify({ singleKeys: false })));
    const page = await openEdited(chromium, canvas, Kim, { before });
    await page.mouse.click(200, 200);
    await page.locator('.stage[data-selected="1"]').waitFor();
    await page.keyboard.type('n and more');
    expect(await field(page).inputValue()).toBe('beforen and more');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    expect((await notesOf(canvas)).map(({ text }) => text)).toEqual(['beforen and more']);
  });

  it('is seen above the keyboard of a phone, and the view goes back afterwards', async () => {
    const canvas = await easel.canvas(Kim);
    await noteAt(canvas, 100, 560, { text: 'low' });
    const page = await openEdited(chromium, canvas, Kim, { width: 390, height: 844, touch: true });
    const top = async () => (await field(page).boundingBox())!.y;
    await openAt(page, 200, 650);
    const before = await top();
    // A keyboard of 400 px slides in
    await page.evaluate(() => {
      Object.defineProperty(visualViewport, 'height', { value: 444, configurable: true });
      visualViewport!.dispatchEvent(new Event('resize'));
    });
    await expect.poll(top).toBeLessThan(before - 200);
    const { y, height } = (await field(page).boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(444);
    await page.keyboard.press('Escape');
    await untilClosed(page);
    await page.mouse.dblclick(200, 650);
    await expect.poll(() => page.locator('.stage').getAttribute('data-editing')).not.toBe('');
  });

  it.each([
    ['Use mine', 'before, mine'],
    ['Keep theirs', 'theirs'],
  ])('is the one that the person chooses when two have written: %s', async (choice, chosen) => {
    const canvas = await easel.canvas(Kim);
    const note = await noteAt(canvas, 100, 100, { text: 'before' });
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 200, 200);
    await page.keyboard.type(', mine');
    await Kim.patch(`${canvas}/notes/${note.id}`, { text: 'theirs' });
    await page.getByRole('button', { name: choice }).click();
    await expect.poll(() => field(page).inputValue()).toBe(chosen);
    await page.keyboard.press('Escape');
    await untilClosed(page);
    await untilSaved(page);
    expect((await notesOf(canvas)).map(({ text }) => text)).toEqual([chosen]);
  });

  it('what somebody else writes meanwhile is shown, and the person chooses', async () => {
    const canvas = await easel.canvas(Kim);
    const note = await noteAt(canvas, 100, 100, { text: 'before' });
    const page = await openEdited(chromium, canvas, Kim);
    await openAt(page, 200, 200);
    await page.keyboard.type(', mine');
    await Kim.patch(`${canvas}/notes/${note.id}`, { text: 'theirs' });
    await page.getByRole('button', { name: 'Keep both' }).click();
    await page.keyboard.press('Escape');
    await untilClosed(page);
    await untilSaved(page);
    expect((await notesOf(canvas)).map(({ text }) => text).sort()).toEqual(['before, mine', 'theirs']);
  });

  it('a text that its look cuts is written in the panel', async () => {
    const canvas = await easel.canvas(Kim);
    const text = 'a lot of words '.repeat(120).trimEnd();
    await noteAt(canvas, 100, 100, { text });
    const page = await openEdited(chromium, canvas, Kim);
    await page.mouse.dblclick(200, 200);
    const panel = page.getByRole('complementary', { name: 'Text' });
    await panel.getByRole('textbox').waitFor();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' more');
    await page.keyboard.press('Escape');
    await untilSaved(page);
    expect((await notesOf(canvas))[0]!.text).toBe(`${text} more`);
  });
});
