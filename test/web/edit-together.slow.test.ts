import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { drag, openEdited, untilSaved } from './edited.ts';
import { choose, colourAt, strokesOn, whiteCanvas } from './inked.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;

describeInBrowser('several people on a canvas', () => {
  const chromium = useChromium(easel);

  /** A canvas of Kim that Lee may edit, with a note from 200, 200 to 400, 400. */
  async function shared(): Promise<{ readonly canvas: string; readonly note: string; place(): Promise<unknown> }> {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] }));
    const body = { location: { x: 200, y: 200 }, size: { width: 200, height: 200 } };
    const { id: note } = await made(Kim.post(`${canvas}/notes`, body));
    return { canvas, note, place: async () => (await Kim.get(`${canvas}/notes/${note}`)).body.location };
  }

  const open = (canvas: string, ...people: Person[]): Promise<Page[]> =>
    Promise.all(people.map((as) => openEdited(chromium, canvas, as)));

  async function grip(page: Page): Promise<void> {
    await page.mouse.move(300, 300);
    await page.mouse.down();
    await page.mouse.move(350, 300, { steps: 4 });
    await page.locator('.stage[data-hands="1"]').waitFor();
  }

  const heldOn = (page: Page, note: string) => page.locator(`[data-held="${note}"]`);

  const leftOf = async (page: Page, note: string): Promise<number> => (await heldOn(page, note).boundingBox())?.x ?? Number.NaN;

  it('see what one of them drags before it is let go, in the colour and with the name of that person', async () => {
    const { canvas, note, place } = await shared();
    const [kim, lee] = (await open(canvas, Kim, Lee)) as [Page, Page];
    const began = Date.now();
    let writes = 0;
    kim.on('request', (request) => {
      if (request.method() !== 'GET') writes += 1;
    });
    await grip(kim);
    await heldOn(lee, note).waitFor();
    await kim.mouse.move(500, 350, { steps: 10 });
    await expect.poll(() => leftOf(lee, note)).toBeCloseTo(400, -0.5);
    expect(await heldOn(lee, note).textContent()).toBe('Kim');
    await lee.locator('.lifted > canvas').waitFor();
    expect(writes).toBeLessThanOrEqual(Math.floor((Date.now() - began) / 1000) + 1);
    await kim.mouse.up();
    await untilSaved(kim);
    await heldOn(lee, note).waitFor({ state: 'detached' });
    await lee.locator('.lifted').waitFor({ state: 'detached' });
    expect(await place()).toMatchObject({ x: expect.closeTo(400, -0.3), y: expect.closeTo(250, -0.3) });
  });

  it('cannot drag what another one holds until that hand lets go', async () => {
    const { canvas, note, place } = await shared();
    const [kim, lee] = (await open(canvas, Kim, Lee)) as [Page, Page];
    await grip(kim);
    await heldOn(lee, note).getByText('Kim').waitFor();
    await drag(lee, [320, 320], [600, 600]);
    expect(await lee.locator('.stage').getAttribute('data-pending')).toBe('0');
    expect(await heldOn(kim, note).count()).toBe(0);
    await kim.mouse.move(300, 300, { steps: 4 });
    await kim.mouse.up();
    await untilSaved(kim);
    expect(await place()).toMatchObject({ x: expect.closeTo(200, -0.3), y: expect.closeTo(200, -0.3) });
    await heldOn(lee, note).waitFor({ state: 'detached' });
    await drag(lee, [300, 300], [400, 300]);
    await untilSaved(lee);
    expect(await place()).toMatchObject({ x: expect.closeTo(300, -0.3) });
  });

  it('can drag what a page held that was killed', async () => {
    const { canvas, note, place } = await shared();
    const [kim, lee] = (await open(canvas, Kim, Lee)) as [Page, Page];
    await grip(kim);
    await heldOn(lee, note).waitFor();
    await kim.close();
    await heldOn(lee, note).waitFor({ state: 'detached' });
    const before = (await place()) as { readonly x: number };
    await drag(lee, [320, 320], [320, 420]);
    await untilSaved(lee);
    expect(await place()).toMatchObject({ x: before.x, y: expect.closeTo(300, -0.3) });
  });

  it('see the ink of one of them while it is written, and the stroke once the pen is lifted', async () => {
    const canvas = await whiteCanvas(easel, Kim);
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] }));
    const [kim, lee] = (await open(canvas, Kim, Lee)) as [Page, Page];
    await choose(kim, 'Pen');
    await kim.mouse.move(200, 300);
    await kim.mouse.down();
    await kim.mouse.move(500, 300, { steps: 30 });
    await expect.poll(async () => Math.max(...(await colourAt(lee, 350, 300)))).toBeLessThan(128);
    expect(await strokesOn(canvas, Kim)).toEqual([]);
    expect(await lee.locator('.stage').getAttribute('data-wet')).toBe('0');
    await kim.mouse.up();
    await untilSaved(kim);
    const strokes = await strokesOn(canvas, Kim);
    expect(strokes).toHaveLength(1);
    await lee.locator('.wet-surface').waitFor({ state: 'detached' });
    await lee.locator('.stage[data-sharp=true]').waitFor();
    expect(Math.max(...(await colourAt(lee, 350, 300)))).toBeLessThan(128);
  });

  it('do not see what somebody wrote who gave it up', async () => {
    const canvas = await whiteCanvas(easel, Kim);
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'edit' }] }));
    const [kim, lee] = (await open(canvas, Kim, Lee)) as [Page, Page];
    await choose(kim, 'Pen');
    await kim.mouse.move(200, 300);
    await kim.mouse.down();
    await kim.mouse.move(500, 300, { steps: 30 });
    await lee.locator('.wet-surface').waitFor();
    await kim.keyboard.press('Escape');
    await lee.locator('.wet-surface').waitFor({ state: 'detached' });
    await kim.mouse.up();
    expect(await strokesOn(canvas, Kim)).toEqual([]);
  });

  it('see whose text is being written, and only look at it', async () => {
    const { canvas } = await shared();
    const [kim, lee] = (await open(canvas, Kim, Lee)) as [Page, Page];
    await kim.mouse.dblclick(300, 300);
    await kim.locator('.stage-editors textarea').waitFor();
    await lee.locator('.hand-mark').getByText('Kim').waitFor();
    await lee.mouse.dblclick(300, 300);
    await lee.getByRole('paragraph').getByText('Kim is editing this').waitFor();
    expect(await lee.locator('.stage').getAttribute('data-editing')).toBe('');
    await kim.keyboard.type('Hello');
    await kim.keyboard.press('Escape');
    await lee.locator('.hand-mark').waitFor({ state: 'detached' });
    await lee.mouse.dblclick(300, 300);
    await lee.locator('.stage-editors textarea').waitFor();
  });
});
