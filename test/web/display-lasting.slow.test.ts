import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';
import { barriersOf } from './barriers.ts';
import type { Look } from './looked-at.ts';
import type { Width } from './visit.ts';
import { canvasFor, confirm, openWall, untilLive, untilOpen, userOf } from './walled.ts';

const easel = useEasel({ people: ['Kim'], clock: systemClock, env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' } });

describeInBrowser('everybody can use a display:', () => {
  const chromium = useChromium(easel);

  it.each([1400, 390] as const)('at %i pixels', async (width: Width) => {
    const found: string[] = [];
    const look = async (page: Page, name: string): Promise<void> => {
      found.push(...(await barriersOf(page, { name: `display-${name}` } as Look, width)));
      await page.emulateMedia({ colorScheme: 'light' });
    };
    const height = width === 390 ? 844 : 900;
    const person = await chromium.page('/display', { as: easel.people.Kim, width, height });
    await person.getByRole('button', { name: 'Make it a display' }).waitFor();
    await look(person, 'become');
    const page = await chromium.page('/display', { width, height });
    await page.locator('[data-code]').waitFor();
    await look(page, 'pairing');
    await confirm(easel, page);
    const id = await untilLive(page);
    await page.getByText('Nothing is shared with this display yet').waitFor();
    await look(page, 'welcome-nothing');
    const canvas = await canvasFor(easel, await userOf(easel, id), 'Tonight');
    await canvasFor(easel, await userOf(easel, id), 'Tomorrow');
    const default_canvas = canvas.split('/')[2];
    await easel.admin.patch(`/installations/${id}`, { config: { default_canvas, panel_min_width: 0, contact: 'Room 7' } });
    await page.locator('.stage[data-state=live][data-sharp=true]').waitFor();
    await page.getByRole('button', { name: 'Take it with you' }).click();
    await page.getByRole('img', { name: /\/open\// }).waitFor();
    for (const level of ['info', 'warning', 'alert'])
      await easel.admin.post(`/clients/${id}/message`, { text: `This is ${level}`, level, seconds: 0 });
    await page.getByText('This is alert').waitFor();
    await look(page, 'messages');
    for (let left = 3; left > 0; left--) await page.getByRole('button', { name: 'Close the message' }).first().click();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('complementary', { name: 'Settings of this wall' }).waitFor();
    await look(page, 'settings');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await easel.admin.post(`/clients/${id}/identify`, { seconds: 60 });
    await page.locator('.identify').waitFor();
    await look(page, 'identify');
    await page.getByRole('button', { name: 'Close canvas' }).click();
    await page.getByRole('button', { name: 'Tomorrow' }).waitFor();
    await look(page, 'welcome');
    expect(found).toEqual([]);
  });
});

describeInBrowser('a display that runs for months', () => {
  const chromium = useChromium(easel);
  const WARM = 5;
  const ROUNDS = 10;

  it('keeps nothing of the canvases that it has shown', async () => {
    const wall = await openWall({ easel, chromium });
    const user = await userOf(easel, wall.id);
    const canvases = [await canvasFor(easel, user, 'One'), await canvasFor(easel, user, 'Two')];
    const round = async (at: number): Promise<void> => {
      expect((await wall.open(canvases[at % 2]!)).status).toBe(200);
      await untilOpen(wall);
      await wall.patch({ view_rectangle: { x: -at, y: 0, width: 1400, height: 900 } });
      await wall.patch({ canvas_id: '' });
      await until(async () => (await wall.page.locator('.stage').count()) === 0, 20);
    };
    for (let at = 0; at < WARM; at++) await round(at);
    const before = await counted(wall.page);
    for (let at = 0; at < ROUNDS; at++) await round(at);
    // A round has hundreds of nodes and dozens of listeners, and browsers give some of them back only when they have time
    await until(async () => {
      const after = await counted(wall.page);
      return ['Nodes', 'JSEventListeners'].every((name) => after[name]! - before[name]! < ROUNDS);
    }, 200);
  });
});

/** What the browser counts, after a collection of garbage. */
async function counted(page: Page): Promise<Readonly<Record<string, number>>> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  for (let time = 0; time < 3; time++) await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}
