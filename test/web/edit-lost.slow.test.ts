import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { cookieOf, describeInBrowser, useChromium } from '../kit/chromium.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { openPath } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;

describeInBrowser('changes that the server did not get', () => {
  const chromium = useChromium(easel);

  /** A page on a canvas with a note from 200, 200 to 300, 300. */
  async function opened() {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] }));
    const body = { location: { x: 200, y: 200 }, size: { width: 100, height: 100 }, text: 'before' };
    const { id: note } = await made(Kim.post(`${canvas}/notes`, body));
    const page = await openEdited(chromium, canvas, Kim);
    return { canvas, note, page };
  }

  const list = async (canvas: string, of: string) => (await Kim.get(`${canvas}/${of}`)).body as Record<string, unknown>[];

  async function writeNote(page: Page, at: readonly [number, number], text: string): Promise<void> {
    await page.keyboard.press('n');
    await page.mouse.click(...at);
    await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
    await page.keyboard.type(text);
    await page.keyboard.press('Escape');
    await page.locator('.stage[data-editing=""]').waitFor();
    await page.keyboard.press('Escape');
  }

  /** Six kinds of changes: notes, texts, strokes, a place, a pin, a copy. */
  async function change(page: Page): Promise<void> {
    for (let at = 0; at < 4; at++) await writeNote(page, [120 + at * 220, 550], `note ${at}`);
    await page.keyboard.press('p');
    for (let at = 0; at < 12; at++) await drag(page, [100 + at * 60, 60], [130 + at * 60, 100]);
    await page.keyboard.press('v');
    await page.mouse.click(250, 250);
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Shift+L');
    await page.mouse.click(780, 550);
    await page.keyboard.press('ControlOrMeta+d');
  }

  async function expectAll(canvas: string, note: string): Promise<void> {
    const notes = await list(canvas, 'notes');
    expect(notes.map(({ text }) => text).sort()).toEqual(['before', 'note 0', 'note 1', 'note 2', 'note 3', 'note 3']);
    expect(notes.find(({ id }) => id === note)).toMatchObject({ pinned: true, location: { x: 300, y: 200 } });
    expect((await Kim.get(`${canvas}?annotations=1`)).status).toBe(200);
    const strokes = (await list(canvas, 'widgets?annotations=1')).flatMap((one) => (one.annotations as object[]) ?? []);
    expect(strokes).toHaveLength(12);
  }

  const pending = async (page: Page) => Number(await page.locator('.stage').getAttribute('data-pending'));

  it('are all there after the tab was closed while offline and the canvas is opened again', async () => {
    const { canvas, note, page } = await opened();
    const context = page.context();
    await context.setOffline(true);
    await page.locator('.stage').waitFor();
    await change(page);
    await page.locator('.stage[data-saved=offline]').waitFor();
    expect(await pending(page)).toBeGreaterThanOrEqual(20);
    expect(await list(canvas, 'notes')).toHaveLength(1);
    await page.locator('.stage[data-kept]').waitFor();
    await page.close();
    await context.setOffline(false);
    const again = await chromium.beside(page, openPath(canvas));
    await again
      .getByText(/changes from before were saved/)
      .first()
      .waitFor();
    await untilSaved(again);
    await expectAll(canvas, note);
  });

  it('are sent when the network is back, without closing', async () => {
    const { canvas, note, page } = await opened();
    await page.context().setOffline(true);
    await change(page);
    await page.locator('.stage[data-saved=offline]').waitFor();
    await page.context().setOffline(false);
    await untilSaved(page);
    await expectAll(canvas, note);
  });

  it('are words that somebody was still writing when the tab was gone', async () => {
    const { canvas, page } = await opened();
    const context = page.context();
    await context.setOffline(true);
    await page.mouse.dblclick(250, 250);
    await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
    await page.keyboard.type(' and after');
    await page.locator('.stage[data-saved=offline][data-kept]:not([data-pending="0"])').waitFor();
    expect(await page.getByRole('textbox', { name: 'Text of note' }).count()).toBe(1);
    await page.close();
    await context.setOffline(false);
    const again = await chromium.beside(page, openPath(canvas));
    await again.getByText('A change from before was saved').first().waitFor();
    await untilSaved(again);
    expect((await list(canvas, 'notes')).map(({ text }) => text)).toEqual(['before and after']);
  });

  it('are neither sent nor shown for anybody else, and saved when the same person is there again', async () => {
    const { canvas, page } = await opened();
    const context = page.context();
    const as = async (person: Person): Promise<Page> => {
      await context.clearCookies();
      await context.addCookies([{ name: 'CanvusSession', value: cookieOf(person), url: easel.url }]);
      const next = await chromium.beside(page, openPath(canvas));
      await next.locator('.stage[data-complete]').waitFor();
      return next;
    };
    await context.setOffline(true);
    await writeNote(page, [600, 500], 'mine');
    await page.locator('.stage[data-saved=offline][data-kept]').waitFor();
    await page.close();
    await context.setOffline(false);
    const lee = await as(Lee);
    await writeNote(lee, [600, 500], 'of Lee');
    await untilSaved(lee);
    expect((await list(canvas, 'notes')).map(({ text }) => text).sort()).toEqual(['before', 'of Lee']);
    expect(await lee.locator('.stage').getAttribute('data-count')).toBe('2');
    await lee.close();
    const kim = await as(Kim);
    await kim.getByText('A change from before was saved').or(kim.getByText('2 changes from before were saved')).first().waitFor();
    await untilSaved(kim);
    expect((await list(canvas, 'notes')).map(({ text }) => text).sort()).toEqual(['before', 'mine', 'of Lee']);
  });

  it('wait as long as a busy server says, with a word about it', async () => {
    const { canvas, page } = await opened();
    const times: number[] = [];
    await page.route('**/batch', async (route) => {
      times.push(performance.now());
      if (times.length > 3) return route.continue();
      await route.fulfill({ status: 503, headers: { 'Retry-After': '2' }, json: { msg: 'busy' } });
    });
    await writeNote(page, [600, 500], 'later');
    await page.locator('.stage[data-saved=busy]').waitFor();
    await page.getByText('Busy: your changes wait').first().waitFor();
    await untilSaved(page);
    const pauses = times.slice(1, 4).map((time, at) => time - times[at]!);
    for (const pause of pauses) expect(pause).toBeGreaterThan(1_900);
    expect((await list(canvas, 'notes')).map(({ text }) => text).sort()).toEqual(['before', 'later']);
  });
});
