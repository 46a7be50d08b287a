import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { tcpProxy } from '../kit/tcp-proxy.ts';
import { openPath, untilShown } from './canvas-page.ts';
import { drag, openEdited, untilSaved } from './edited.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;
const batches = /\/batch$/;

const note = async (canvas: string, x: number, more: object = {}): Promise<string> =>
  (await made(Kim.post(`${canvas}/notes`, { location: { x, y: 200 }, size: { width: 200, height: 200 }, ...more }))).id;

const record = async (canvas: string, id: string) => (await Kim.get(`${canvas}/widgets/${id}`)).body;

/** What stands beside the name of the canvas. */
const word = (page: Page) => page.locator('.saved-word');

/** Lets no edit through until it is opened. */
async function blocked(page: Page) {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  const road = { waiting: 0, open };
  await page.route(batches, async (route) => {
    road.waiting++;
    await promise;
    await route.continue();
  });
  return road;
}

describeInBrowser('edits on their way to the server', () => {
  const chromium = useChromium(easel);

  it('are shown at once, and said to be saved when the server has them', async () => {
    const canvas = await easel.canvas(Kim);
    const id = await note(canvas, 200);
    const page = await openEdited(chromium, canvas, Kim);
    const road = await blocked(page);
    await drag(page, [300, 300], [500, 400]);
    await page.locator('.stage[data-saved=slow]').waitFor();
    await expect.poll(() => word(page).textContent()).toBe('Saving …');
    expect((await record(canvas, id)).location).toEqual({ x: 200, y: 200 });
    road.open();
    await untilSaved(page);
    await expect.poll(() => word(page).textContent()).toBe('Saved');
    expect((await record(canvas, id)).location).toEqual({ x: 400, y: 300 });
  });

  it('are all saved when the canvas is left for another page meanwhile', async () => {
    const canvas = await easel.canvas(Kim);
    const first = await note(canvas, 200);
    const second = await note(canvas, 600);
    const page = await openEdited(chromium, canvas, Kim);
    const road = await blocked(page);
    await drag(page, [300, 300], [300, 400]);
    await expect.poll(() => road.waiting).toBe(1);
    await drag(page, [700, 300], [700, 400]);
    await page.getByRole('link', { name: 'All canvases' }).click();
    await page.locator('.stage').waitFor({ state: 'detached' });
    road.open();
    for (const id of [first, second]) await expect.poll(async () => (await record(canvas, id)).location.y).toBe(300);
  });

  it('leave alone what another person changes while they wait', async () => {
    const canvas = await easel.canvas(Kim);
    await Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] });
    const id = await note(canvas, 200);
    const page = await openEdited(chromium, canvas, Kim);
    const road = await blocked(page);
    await drag(page, [300, 300], [500, 400]);
    await expect.poll(() => road.waiting).toBeGreaterThan(0);
    await made(Lee.patch(`${canvas}/notes/${id}`, { background_color: '#ff0000ff' }));
    road.open();
    await untilSaved(page);
    expect(await record(canvas, id)).toMatchObject({ location: { x: 400, y: 300 }, background_color: '#ff0000ff' });
  });

  it('are made once when their answer is cut off, and nothing is said to have gone wrong', async () => {
    const canvas = await easel.canvas(Kim);
    const id = await note(canvas, 200);
    const page = await openEdited(chromium, canvas, Kim);
    let cut = 0;
    await page.route(batches, async (route) => {
      // The server makes it, and the page hears nothing
      const answer = await route.fetch();
      expect(answer.status()).toBe(200);
      if (cut++ === 0) await route.abort('connectionreset');
      else await route.fulfill({ response: answer });
    });
    await page.getByRole('application').focus();
    await page.mouse.click(300, 300);
    await page.keyboard.press('Control+d');
    await untilSaved(page);
    const notes = (await Kim.get(`${canvas}/notes`)).body as { readonly id: string }[];
    expect(notes).toHaveLength(2);
    expect(cut).toBeGreaterThan(1);
    await expect.poll(() => page.locator('.stage').getAttribute('data-count')).toBe('2');
    expect(notes.map((one) => one.id)).toContain(id);
    expect(await page.locator('.toast').count()).toBe(0);
  });

  it('go back with a word when somebody else has deleted the note', async () => {
    const canvas = await easel.canvas(Kim);
    const id = await note(canvas, 200);
    const page = await openEdited(chromium, canvas, Kim);
    const road = await blocked(page);
    await drag(page, [300, 300], [500, 400]);
    await expect.poll(() => road.waiting).toBeGreaterThan(0);
    await Kim.delete(`${canvas}/notes/${id}`);
    road.open();
    await page.getByText('A note was deleted by somebody else').first().waitFor();
    await untilSaved(page);
    await page.locator('.stage[data-count="0"]').waitFor();
  });

  describe('without a network', () => {
    it('wait, and leave as theirs what somebody else has changed meanwhile', async () => {
      const canvas = await easel.canvas(Kim);
      const first = await note(canvas, 100);
      const second = await note(canvas, 500);
      const network = await tcpProxy('127.0.0.1', Number(new URL(easel.url).port));
      onTestFinished(() => network.close());
      const page = await chromium.page('/healthz', { as: Kim, width: 1000, height: 700 });
      await page.goto(`http://127.0.0.1:${network.port}${openPath(canvas, '0,0,1000,700')}`);
      await untilShown(page);
      await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
      network.block();
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await page.getByText('Offline', { exact: true }).waitFor();
      await drag(page, [200, 300], [200, 400]);
      await drag(page, [600, 300], [600, 400]);
      await expect.poll(() => word(page).textContent()).toBe('Offline: your changes wait');
      await made(Kim.patch(`${canvas}/notes/${first}`, { location: { x: 700, y: 500 } }));
      await network.mend();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await untilSaved(page);
      expect((await record(canvas, second)).location).toEqual({ x: 500, y: 300 });
      expect((await record(canvas, first)).location).toEqual({ x: 700, y: 500 });
      await page.getByText('Somebody else has changed the same').first().waitFor();
    });
  });
});
