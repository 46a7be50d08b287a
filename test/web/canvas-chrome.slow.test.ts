import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { contrastOn } from '../../model/looks/colours.ts';
import { systemClock } from '../../server/clock.ts';
import { describeInBrowser, type Looking, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { canCopy, openPath, untilCounts, untilShown } from './canvas-page.ts';

const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock });
const { Kim, Lee } = easel.people;
const run = promisify(execFile);

describeInBrowser('what lies above a canvas', () => {
  const chromium = useChromium(easel);

  const opened = async (canvas: string, looking: Looking = {}, view?: string): Promise<Page> => {
    const page = await chromium.page(openPath(canvas, view), { as: Kim, ...looking });
    await untilShown(page);
    return page;
  };

  it('leaves the whole window to the canvas, and is three islands of 44 pixels near its edges', async () => {
    const page = await opened(await easel.canvas(Kim));
    expect(await boxOf(page.locator('.stage'))).toEqual({ x: 0, y: 0, width: 1400, height: 900 });
    const [name, people, view] = await Promise.all(
      ['.canvas-name', '.canvas-people', '.view-bar'].map((at) => boxOf(page.locator(at))),
    );
    expect(name).toMatchObject({ x: 12, y: 12, height: 44 });
    expect([people!.x + people!.width, people!.y, people!.height]).toEqual([1388, 12, 44]);
    expect([view!.x + view!.width, view!.y + view!.height, view!.height]).toEqual([1388, 886, 44]);
    for (const island of ['.canvas-name', '.canvas-people', '.view-bar']) {
      expect(await styleOf(page.locator(island), 'border-radius')).toBe('14px');
      expect(await styleOf(page.locator(island), 'backdrop-filter')).toBe('blur(14px) saturate(1.3)');
    }
  });

  it('grows with the size that a person chose, on a wall, too', async () => {
    const twice: Looking = {
      width: 3840,
      height: 2160,
      before: (context) => context.addInitScript(() => window === top && localStorage.setItem('easel-scale', '2')),
    };
    const page = await opened(await easel.canvas(Kim), twice);
    expect(await boxOf(page.locator('.canvas-name'))).toMatchObject({ x: 24, y: 24, height: 88 });
  });

  it('is one island on a phone, in which the name can be read and fingers find everything', async () => {
    const name = 'An evening of light';
    const page = await opened(await easel.canvas(Kim, { name }), { width: 390, height: 844, touch: true });
    expect(await boxOf(page.locator('.canvas-bar'))).toMatchObject({ x: 8, y: 8, width: 374, height: 52 });
    const heading = page.getByRole('heading', { name });
    expect(await heading.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
    const small = await page.locator('.canvas-bar :is(a, button), .view-bar button').evaluateAll((all) =>
      all
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, height }) => width > 0 && (width < 44 || height < 44))
        .map(({ width, height }) => `${width} × ${height}`),
    );
    expect(small).toEqual([]);
    await page.getByRole('button', { name: 'More about this canvas' }).click();
    await page.getByRole('menuitem', { name: 'Outline' }).click();
    const sheet = (await boxOf(page.locator('.side-panel')))!;
    expect([sheet.x, sheet.y + sheet.height, sheet.width, sheet.height]).toEqual([0, 844, 390, 422]);
  });

  it('wraps rather than leaving the window when letters are twice as large', async () => {
    const page = await opened(await easel.canvas(Kim, { name: 'A name that is rather long for a canvas' }), {
      width: 768,
      height: 1024,
    });
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    for (const at of ['.canvas-name', '.canvas-people', '.view-bar']) {
      const { x, width } = (await boxOf(page.locator(at)))!;
      expect([at, x >= 0 && x + width <= 768]).toEqual([at, true]);
    }
  });

  it('says to a guest whose product this is, with a way to sign in', async () => {
    const canvas = await easel.canvas(Kim);
    await made(Kim.post(`${canvas}/permissions`, { link_permission: 'view' }));
    const page = await chromium.page(openPath(canvas));
    await untilShown(page);
    await page.locator('.canvas-home .logo').waitFor();
    expect(await page.locator('.canvas-home').getAttribute('aria-label')).not.toBe('All canvases');
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('A command that puts a note here').count()).toBe(0);
  });

  it('has a map only where somebody wants it and something lies outside of the window', async () => {
    const page = await opened(await easel.canvas(Kim), {}, '4000,2000,800,450');
    const map = page.locator('.minimap');
    expect(await map.count()).toBe(0);
    await page.getByRole('button', { name: 'Overview', exact: true }).click();
    await map.waitFor();
    const [above, bar] = [(await boxOf(map))!, (await boxOf(page.locator('.view-bar')))!];
    expect(bar.y - (above.y + above.height)).toBeCloseTo(8);
    await page.keyboard.press('1');
    await map.waitFor({ state: 'detached' });
    const folded = page.getByRole('button', { name: 'Overview: everything is in view already' });
    expect([await folded.getAttribute('aria-disabled'), await folded.getAttribute('aria-pressed')]).toEqual(['true', 'false']);
  });

  it('has a menu at its name, with what the dashboard does: another name, another folder, a copy', async () => {
    // A second try finds the folder of the first one
    const elsewhere = `Elsewhere ${Date.now()}`;
    const folder = await made(Kim.post('/canvas-folders', { name: elsewhere }));
    const canvas = await easel.canvas(Kim, { name: 'Plans' });
    const page = await opened(canvas);
    const name = page.getByRole('heading').getByRole('button', { name: 'Plans', exact: true });
    await name.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu', { name: 'Actions for Plans' });
    await menu.waitFor();
    const offered = ['Rename …F2', 'Move …', 'Duplicate', 'Copy to …'];
    expect(await menu.getByRole('menuitem').allTextContents()).toEqual(offered);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByText(elsewhere).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click();
    await expect.poll(async () => (await Kim.get(canvas)).body.folder_id).toBe(folder.id);
    await name.click();
    await menu.getByRole('menuitem', { name: 'Duplicate' }).click();
    await page.getByText(`“Plans (1)” copied to “${elsewhere}”.`).last().waitFor();
    await page.locator('.stage').focus();
    await page.keyboard.press('F2');
    await page.getByRole('textbox', { name: 'Name' }).fill('Better plans');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Better plans' }).waitFor();
    expect((await Kim.get(canvas)).body.name).toBe('Better plans');
  });

  it('has a menu at its name for fingers, and only what one may for who may look', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Mine' });
    await made(Kim.post(`${canvas}/permissions`, { users: [{ id: Lee.id, permission: 'view' }] }));
    const page = await opened(canvas, { as: Lee, width: 390, height: 844, touch: true });
    await page.getByRole('heading').getByRole('button', { name: 'Mine' }).tap();
    const entries = page.getByRole('menuitem');
    await entries.first().waitFor();
    expect(await entries.allTextContents()).toEqual(['Duplicate', 'Copy to …']);
    for (const { height } of await entries.evaluateAll((all) => all.map((one) => one.getBoundingClientRect())))
      expect(height).toBeGreaterThanOrEqual(44);
    await made(Kim.post(`${canvas}/permissions`, { link_permission: 'view' }));
    const guest = await chromium.page(openPath(canvas));
    await untilShown(guest);
    expect(await guest.getByRole('heading').getByRole('button').count()).toBe(0);
  });

  it('has rings that are seen on the ground of the canvas, whatever the theme', async () => {
    for (const { ground, dark } of [
      { ground: '#17161a', dark: false },
      { ground: '#fbfaf7', dark: true },
      { ground: '#3a62c8', dark: false },
    ]) {
      const canvas = await easel.canvas(Kim);
      await made(Kim.patch(`${canvas}/background`, { background_color: `${ground}ff` }));
      await made(Kim.post(`${canvas}/notes`, { location: { x: 4000, y: 2300 }, size: { width: 400, height: 400 } }));
      const page = await opened(canvas, { dark }, '3600,2100,1200,800');
      await untilCounts(page, 1);
      await page.mouse.click(700, 450);
      const ring = page.locator('.ring');
      const colour = await ring.evaluate((one) => getComputedStyle(one).outlineColor);
      expect(contrastOn(hexOf(colour), ground)).toBeGreaterThanOrEqual(3);
    }
  });

  it('shows at a selected widget that it is pinned', async () => {
    const canvas = await easel.canvas(Kim);
    const at = { location: { x: 4000, y: 2300 }, size: { width: 400, height: 400 } };
    const { id } = await made(Kim.post(`${canvas}/notes`, { ...at, pinned: true }));
    const page = await opened(canvas, {}, '3600,2100,1200,800');
    await untilCounts(page, 1);
    await page.mouse.click(700, 450);
    const [ring, pin] = [(await boxOf(page.locator('.ring')))!, (await boxOf(page.locator('.ring-pin')))!];
    expect([pin.width, pin.height]).toEqual([28, 28]);
    expect([pin.x + 14 - (ring.x + ring.width), pin.y + 14 - ring.y].map(Math.round)).toEqual([0, 0]);
    await made(Kim.patch(`${canvas}/notes/${id}`, { pinned: false }));
    await page.locator('.ring-pin').waitFor({ state: 'detached' });
  });

  it('leaves room for its islands around a whole canvas, in the size that a person chose', async () => {
    const canvas = await easel.canvas(Kim);
    const large = (context: BrowserContext) =>
      context.addInitScript(() => window === top && localStorage.setItem('easel-scale', '2'));
    const page = await opened(canvas, { before: large });
    await page.keyboard.press('1');
    await untilShown(page);
    const painted = await page.locator('.stage > canvas').evaluate((one) => {
      const { width, height } = one as HTMLCanvasElement;
      const { data } = (one as HTMLCanvasElement).getContext('2d')!.getImageData(width / 2, 0, 1, height);
      const colourAt = (y: number): string => data.slice(4 * y, 4 * y + 3).join();
      let y = 0;
      while (y < height && colourAt(y) === colourAt(0)) y++;
      return y / devicePixelRatio;
    });
    // The canvas begins below the islands, which are twice as high
    expect(painted).toBeGreaterThanOrEqual(2 * 68 - 2);
  });

  it('has sharing as a panel beside the canvas, which stays in use, and returns the focus', async () => {
    const canvas = await easel.canvas(Kim, { name: 'Shared' });
    const page = await opened(canvas);
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    const panel = page.getByRole('complementary', { name: 'Share' });
    await panel.waitFor();
    const box = (await boxOf(panel))!;
    expect([box.width, box.y, box.x + box.width]).toEqual([392, 68, 1388]);
    expect(box.y + box.height).toBeLessThanOrEqual(900 - 74);
    expect(await styleOf(panel, 'border-radius')).toBe('20px');
    await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await panel.getByRole('combobox', { name: 'Add people or groups' }).fill('Lee');
    await page.getByRole('option', { name: /Lee/ }).click();
    await panel.getByText('Lee: Can edit').waitFor();
    expect((await Kim.get(`${canvas}/permissions`)).body.users).toContainEqual({
      id: Lee.id,
      permission: 'edit',
      inherited: false,
    });
    await panel.getByRole('button', { name: 'QR code of the link' }).click();
    const code = panel.getByRole('img', { name: `QR code of the link: ${easel.url}/open/${canvas.split('/')[2]}` });
    expect((await boxOf(code))!.width).toBe(212 + 2 * 14);
    expect([await styleOf(code, 'background-color'), await styleOf(code, 'fill')]).toEqual([
      'rgb(255, 255, 255)',
      'rgb(0, 0, 0)',
    ]);
    await panel.getByRole('button', { name: 'QR code of the link' }).click();
    await code.waitFor({ state: 'detached' });
    // No veil: the canvas below takes pointers
    await page.mouse.click(400, 450);
    await panel.getByRole('combobox', { name: 'Add people or groups' }).focus();
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => share.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('offers on an empty canvas a command without a secret, which puts a note there with a token made for it', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await opened(canvas, { before: canCopy });
    await page.getByRole('button', { name: 'For programs: a command that puts a note here' }).click();
    const command = page.locator('.note-command code');
    expect(await command.textContent()).toContain('"Private-Token: $TOKEN"');
    expect(await command.textContent()).not.toContain(Kim.token);
    await page.getByRole('button', { name: 'Make a token for it' }).click();
    await page.getByText('For this canvas only, until tomorrow').waitFor();
    await page.getByRole('button', { name: 'Copy the command' }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await run('sh', ['-c', copied]);
    await untilCounts(page, 1);
    await page.getByRole('heading', { name: 'An open sheet' }).waitFor({ state: 'detached' });
    const token = /Private-Token: ([^']+)'/.exec(copied)![1]!;
    const other = await easel.canvas(Kim);
    const refused = await fetch(`${easel.url}/api/v1${other}/notes`, {
      method: 'POST',
      headers: { 'private-token': token },
      body: '{}',
    });
    expect(refused.status).toBe(403);
    expect((await Kim.get(`${other}/notes`)).body).toEqual([]);
  });

  it('offers larger letters on a large screen once', async () => {
    const canvas = await easel.canvas(Kim);
    const page = await opened(canvas, { width: 2560, height: 1440 });
    await page.getByRole('button', { name: 'Make it larger' }).waitFor();
    await page.reload();
    await untilShown(page);
    expect(await page.getByRole('button', { name: 'Make it larger' }).count()).toBe(0);
    const other = await opened(canvas, { width: 2560, height: 1440 });
    await other.getByRole('button', { name: 'Make it larger' }).click();
    expect(await other.evaluate(() => document.documentElement.style.getPropertyValue('--scale'))).toBe('2');
    const small = await opened(canvas, { width: 1920, height: 1080 });
    expect(await small.getByRole('button', { name: 'Make it larger' }).count()).toBe(0);
  });
});

/** From `rgb(1, 2, 3)`. */
const hexOf = (colour: string): string =>
  `#${(colour.match(/\d+/g) ?? []).map((part) => Number(part).toString(16).padStart(2, '0')).join('')}`;
const boxOf = (locator: Locator) => locator.boundingBox();
const styleOf = (locator: Locator, name: string) =>
  locator.evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);
