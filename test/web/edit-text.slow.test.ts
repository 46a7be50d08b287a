import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
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
    expect(await field(page).inputValue()).toBe(text);
    await field(page).evaluate((area) => {
      area.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, isComposing: true, bubbles: true, cancelable: true }),
      );
      area.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', isComposing: true, bubbles: true, cancelable: true }));
    });
    expect(await page.locator('.stage').getAttribute('data-editing')).not.toBe('');
    await session.send('Input.insertText', { text });
    expect((await field(page).inputValue()).replaceAll('\n', '')).toBe(text);
    expect(await field(page).inputValue()).toContain('\n');
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
