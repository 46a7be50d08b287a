import { expect, it } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { Browser } from '../kit/browser.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import { useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';
import { openPath } from './canvas-page.ts';
import { canvasFor, confirm, openWall, share, untilLive, untilOpen, userOf } from './walled.ts';

const easel = useEasel({ clock: systemClock, env: { EASEL_TRUSTED_PROXIES: '127.0.0.0/8' } });

describeInBrowser('a browser as a display', () => {
  const chromium = useChromium(easel);
  const wall = (looking?: Parameters<typeof chromium.page>[1]) => openWall({ easel, chromium }, looking);
  /** A wall that shows a canvas. */
  const opened = async (looking?: Parameters<typeof chromium.page>[1]) => {
    const one = await wall(looking);
    const canvas = await canvasFor(easel, await userOf(easel, one.id));
    expect((await one.open(canvas)).status).toBe(200);
    await untilOpen(one);
    return { ...one, canvas, canvas_id: canvas.split('/')[2]! };
  };

  it('shows a code until somebody confirms it, and is a display with an account of its own then', async () => {
    const page = await chromium.page('/display');
    await page.getByRole('heading', { name: 'Pair this display' }).waitFor();
    await page.locator('[data-code]').waitFor();
    await confirm(easel, page);
    const id = await untilLive(page);
    const clients = (await easel.admin.get('/clients')).body;
    expect(clients.find((one: { id: string }) => one.id === id)).toMatchObject({ name: 'Lobby', access: 'rw' });
    expect((await easel.admin.get(`/installations/${id}`)).body).toMatchObject({ kind: 'page', installation_name: 'Lobby' });
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
    const asks = (path: string, method = 'GET') =>
      page.evaluate(async ([to, by]) => (await fetch(`/api/v1${to}`, { method: by })).status, [path, method] as const);
    expect([await asks('/canvases'), await asks('/users', 'POST')]).toEqual([200, 403]);
  });

  it('tells whoever pairs it what it may do with an account of its own, and what comes next', async () => {
    const page = await chromium.page('/display');
    const code = await page.locator('[data-code]').getAttribute('data-code');
    const desk = await chromium.page(`/pair?code=${code}`, { as: easel.admin });
    await desk.getByText('The wall may show and change what is shared with its account, and nothing else.').waitFor();
    await desk.getByLabel('Me', { exact: true }).check();
    await desk.getByText(/^The wall may do on canvases what .* may, and nothing with accounts\./).waitFor();
    await desk.getByLabel('An account for this wall').check();
    await desk.getByLabel('Name of the account').fill('Foyer');
    await desk.getByRole('button', { name: 'Connect this wall' }).click();
    await desk.getByText('Share a canvas with “Foyer”, and it can be opened there.').waitFor();
    await untilLive(page);
    const canvas = await easel.canvas(easel.admin, { name: 'Shared with it' });
    await desk.goto(`${easel.url}${openPath(canvas)}`);
    await desk.getByRole('button', { name: 'Share', exact: true }).click();
    await desk.getByRole('combobox', { name: 'Add people or groups' }).fill('foy');
    // Instead of an address that nobody has
    await desk.getByRole('option', { name: 'Foyer, Wall', exact: true }).click();
    await page.getByRole('heading', { name: 'Recent' }).waitFor();
    await page.getByText('Shared with it').waitFor();
  });

  it('says on an empty canvas how to begin, and nothing of keys, files and programs', async () => {
    const { page, id, open } = await wall();
    const canvas = await easel.canvas(easel.admin, { name: 'Empty' });
    await share(easel.admin, canvas, await userOf(easel, id));
    expect((await open(canvas)).status).toBe(200);
    await page.getByRole('heading', { name: 'An open sheet' }).waitFor();
    expect(await page.locator('.empty-help').isVisible()).toBe(false);
  });

  it('is steered by REST, and shows exactly what a request asks', async () => {
    const { page, patch, workspace, canvas_id } = await opened();
    const region = page.getByRole('region', { name: 'Workspace 1' });
    expect(await workspace()).toMatchObject({ canvas_id, size: { width: 1400, height: 900 } });
    expect(await region.getAttribute('data-canvas')).toBe(canvas_id);
    const before = (await workspace()).view_rectangle;
    // Far beyond the bounds within which people keep a view
    const asked = { x: 4321.125, y: -98765.4375, width: 1400 * 0.7, height: 900 * 0.7 };
    expect((await patch({ view_rectangle: asked })).body.view_rectangle).toEqual(asked);
    expect((await region.getAttribute('data-view'))!.split(',').map(Number)).toEqual(Object.values(asked));
    expect((await workspace()).view_rectangle).toEqual(asked);
    expect((await patch({ view_rectangle: before })).body.view_rectangle).toEqual(before);
    expect((await patch({ info_panel_visible: false })).body.info_panel_visible).toBe(false);
    await page.getByRole('complementary', { name: 'Information' }).waitFor({ state: 'detached' });
    expect((await patch({ canvas_id: '' })).body).toMatchObject({ canvas_id: '', workspace_state: 'canvas_list' });
    await page.getByRole('heading', { name: 'Lobby' }).waitFor();
  });

  it('tells what people in front of it do, and pins its view for their fingers alone', async () => {
    const { page, patch, workspace } = await opened();
    const middle = [700, 450] as const;
    await page.mouse.move(...middle);
    await page.mouse.wheel(0, 300);
    const moved = async (from: unknown) => JSON.stringify((await workspace()).view_rectangle) !== JSON.stringify(from);
    const first = (await workspace()).view_rectangle;
    await page.keyboard.down('Space');
    await page.mouse.down();
    await page.mouse.move(600, 400, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Space');
    await until(() => moved(first), 20);
    await page.getByRole('button', { name: 'Pin the view' }).click();
    await until(async () => (await workspace()).pinned === true, 20);
    const pinned = (await workspace()).view_rectangle;
    await page.mouse.move(...middle);
    await page.mouse.wheel(0, 300);
    await page.keyboard.down('Space');
    await page.mouse.down();
    await page.mouse.move(600, 400, { steps: 5 });
    await page.mouse.up();
    await page.keyboard.up('Space');
    // An answer of the wall comes after all that it told before
    const asked = { x: -10, y: -20, width: 1400, height: 900 };
    expect(await moved(pinned)).toBe(false);
    expect((await patch({ view_rectangle: asked })).body.view_rectangle).toEqual(asked);
  });

  it('keeps the middle of what is seen when its window has another size', async () => {
    const { page, workspace, patch } = await opened();
    await patch({ view_rectangle: { x: 0, y: 0, width: 1400, height: 900 } });
    await page.setViewportSize({ width: 1200, height: 700 });
    await until(async () => (await workspace()).size.width === 1200, 20);
    expect(await workspace()).toMatchObject({
      size: { width: 1200, height: 700 },
      view_rectangle: { x: -100, y: -100, width: 1200, height: 700 },
    });
  });

  it('is the same display with the same canvas and view after its browser was closed, also without its storage', async () => {
    const { page, id, patch, workspace, canvas_id } = await opened();
    const view = { x: -150, y: -75, width: 2800, height: 1800 };
    await patch({ view_rectangle: view, pinned: true });
    await page.reload();
    expect(await untilLive(page)).toBe(id);
    await untilOpen({ page, workspace });
    expect(await workspace()).toMatchObject({ canvas_id, view_rectangle: view, pinned: true });
    await page.evaluate(() => localStorage.clear());
    await page.goto('about:blank');
    await page.goto(`${easel.url}/display`);
    expect(await untilLive(page), 'its session gives it back who it is').toBe(id);
    expect((await easel.admin.get(`/clients/${id}`)).body.name).toBe('Lobby');
  });

  it('goes by its configuration without being loaded again', async () => {
    const { page, id } = await wall();
    await page.evaluate(() => Object.assign(window, { isFirst: true }));
    const config = { name: 'North wall', scale: 2, theme: 'dark', contact: 'Room 7', language: 'de' };
    expect((await easel.admin.patch(`/installations/${id}`, { config })).status).toBe(200);
    await page.getByRole('heading', { name: 'North wall' }).waitFor();
    await page.getByText('Hilfe: Room 7').waitFor();
    await until(async () => (await easel.admin.get(`/clients/${id}`)).body.name === 'North wall', 20);
    const root = () =>
      page.evaluate(() => document.documentElement.dataset.theme + document.documentElement.style.getPropertyValue('--scale'));
    expect(await root()).toBe('dark2');
    expect(await page.evaluate(() => 'isFirst' in window)).toBe(true);
  });

  it('has settings for people in front of it, unless it is locked', async () => {
    const { page, id } = await wall();
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('complementary', { name: 'Settings of this wall' }).waitFor();
    await page.getByRole('textbox', { name: 'Whom people can ask' }).fill('Kim, room 3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Help: Kim, room 3').waitFor();
    expect((await easel.admin.get(`/installations/${id}`)).body.config).toEqual({ contact: 'Kim, room 3' });
    await easel.admin.patch(`/installations/${id}`, { config: { locked: true } });
    await page.getByRole('button', { name: 'Settings' }).waitFor({ state: 'detached' });
    const refused = await page.evaluate(
      async (path) =>
        (
          await fetch(path, {
            method: 'PATCH',
            body: '{"config":{"contact":"me"}}',
            headers: { 'content-type': 'application/json' },
          })
        ).status,
      `/api/v1/installations/${id}`,
    );
    expect(refused).toBe(403);
  });

  it('opens its default canvas when it has nothing else to show', async () => {
    const { page, id } = await wall();
    const canvas = await canvasFor(easel, await userOf(easel, id));
    await easel.admin.patch(`/installations/${id}`, { config: { default_canvas: canvas.split('/')[2] } });
    await page.locator(`[data-canvas="${canvas.split('/')[2]}"] .stage[data-state=live]`).waitFor();
  });

  it('shows who it is, and messages: an alert until somebody touches it', async () => {
    const { page, id } = await wall();
    expect((await easel.admin.post(`/clients/${id}/identify`, { seconds: 1 })).body).toEqual({ msg: 'Shown' });
    await page.locator('.identify').getByText('Lobby', { exact: true }).waitFor();
    await page.locator('.identify').waitFor({ state: 'detached' });
    const message = { text: 'Please leave the building', level: 'alert', seconds: 1 };
    expect((await easel.admin.post(`/clients/${id}/message`, message)).body).toEqual({ msg: 'Shown' });
    await easel.admin.post(`/clients/${id}/message`, { text: 'Lunch', seconds: 1 });
    await page.getByRole('status').getByText('Lunch').waitFor();
    await page.getByText('Lunch').waitFor({ state: 'detached' });
    await page.getByRole('alert').getByText('Please leave the building').waitFor();
    await page.getByRole('button', { name: 'Close the message' }).click();
    await page.getByText('Please leave the building').waitFor({ state: 'detached' });
  });

  it('loads itself again on request, as the same display and without ever being gone', async () => {
    const { page, id, patch, workspace, canvas_id } = await opened();
    const view = { x: 12.5, y: 7.25, width: 700, height: 450 };
    await patch({ view_rectangle: view });
    const client = await easel.admin.watch(`/clients/${id}`);
    await client.next();
    const loaded = page.waitForEvent('load');
    expect((await easel.admin.post(`/clients/${id}/reload`, { when: 'now' })).body).toEqual({ msg: 'Reloading' });
    await loaded;
    expect(await untilLive(page)).toBe(id);
    await untilOpen({ page, workspace });
    expect(await workspace()).toMatchObject({ canvas_id, view_rectangle: view });
    await until(async () => (await easel.admin.get(`/clients/${id}/report`)).body.restarts[0]?.reason === 'asked', 50);
    // Nothing was said of the display meanwhile, so this is the next message
    await easel.admin.patch(`/installations/${id}`, { config: { name: 'After it' } });
    expect(await client.next()).toMatchObject({ id, name: 'After it', state: 'normal' });
  });

  it('shows what was shown and a code when its session has ended, and goes on once it is paired again', async () => {
    const { page, id, canvas_id } = await opened();
    const user = await userOf(easel, id);
    const [session] = (await easel.admin.get(`/users/${user}/sessions`)).body;
    expect(session).toMatchObject({ kind: 'wall', installation_id: id, scopes: ['read', 'write'] });
    expect((await easel.admin.delete(`/users/${user}/sessions/${session.id}`)).status).toBe(200);
    await page.getByRole('heading', { name: 'Pair this display' }).waitFor();
    await page.locator(`[data-canvas="${canvas_id}"] .stage`).waitFor();
    await page.locator('[data-code]').waitFor();
    await confirm(easel, page, { user_id: user, installation_id: id });
    await page.getByRole('heading', { name: 'Pair this display' }).waitFor({ state: 'detached' });
    expect(await untilLive(page)).toBe(id);
    await page.locator(`[data-canvas="${canvas_id}"] .stage[data-state=live]`).waitFor();
  });

  it('says why a canvas is gone, and opens another one by touch', async () => {
    const { page, id, canvas, workspace } = await opened();
    const other = await easel.canvas(easel.admin, { name: 'Plan B' });
    await share(easel.admin, other, await userOf(easel, id), 'view');
    await easel.admin.delete(canvas);
    await page.getByText('The canvas that was here has been deleted.').waitFor();
    expect(await workspace()).toMatchObject({ canvas_id: '', workspace_state: 'canvas_list' });
    await page.getByRole('button', { name: 'Plan B' }).click();
    await until(async () => (await workspace()).canvas_id === other.split('/')[2], 20);
    await page.getByRole('button', { name: 'Close canvas' }).click();
    await until(async () => (await workspace()).canvas_id === '', 20);
  });

  it('keeps its picture while the server is away, says so, and finds out afterwards what is gone', async () => {
    const { page, canvas, canvas_id } = await opened();
    await page.context().setOffline(true);
    await page.getByText('No connection. What you see may be old.').waitFor();
    expect(await page.locator(`[data-canvas="${canvas_id}"] .stage`).count()).toBe(1);
    await easel.admin.delete(canvas);
    await page.context().setOffline(false);
    await page.getByText('The canvas that was here has been deleted.').waitFor();
    await page.locator('[data-display][data-state=live]').waitFor();
  });

  it('does not load itself again while somebody writes', async () => {
    const { page, id } = await opened();
    await page.getByRole('toolbar', { name: 'Tools' }).waitFor();
    await page.locator('.stage[data-complete]').waitFor();
    await page.keyboard.press('n');
    await page.mouse.click(200, 600);
    await page.getByRole('textbox', { name: 'Text of note' }).waitFor();
    await page.keyboard.type('half a sent');
    await easel.admin.post(`/clients/${id}/reload`, { when: 'now' });
    await page.locator('[data-display][data-reload=asked]').waitFor();
    const loaded = page.waitForEvent('load');
    await page.keyboard.type('ence');
    await page.keyboard.press('Escape');
    await loaded;
    await untilLive(page);
    const { body } = await easel.admin.get(`/canvases/${await page.locator('[data-canvas]').getAttribute('data-canvas')}/notes`);
    expect(body.map(({ text }: { text: string }) => text)).toContain('half a sentence');
  });

  it('goes back to what REST had shown when nobody touches it any more, and only then', async () => {
    const { page, id, patch, workspace } = await opened({ before: (context) => context.clock.install() });
    await easel.admin.patch(`/installations/${id}`, { config: { idle: { after: 600 } } });
    const view = { x: -40, y: -30, width: 1400, height: 900 };
    await patch({ view_rectangle: view });
    await page.clock.runFor(700_000);
    expect(await page.locator('[data-display]').getAttribute('data-idle'), 'nobody has touched it').toBe('no');
    await page.mouse.move(700, 450);
    await page.mouse.wheel(0, 300);
    await until(async () => JSON.stringify((await workspace()).view_rectangle) !== JSON.stringify(view), 20);
    await page.clock.runFor(600_000);
    await page.getByRole('alertdialog', { name: 'Still here?' }).waitFor();
    await page.clock.runFor(30_000);
    await page.locator('[data-display][data-idle=resting]').waitFor();
    await until(async () => JSON.stringify((await workspace()).view_rectangle) === JSON.stringify(view), 20);
  });

  it('yields to a second window of the same display, and comes back when somebody says so', async () => {
    const { page, id } = await wall();
    const second = await chromium.beside(page, '/display');
    expect(await untilLive(second)).toBe(id);
    await page.getByRole('button', { name: 'Use it here' }).click();
    await page.locator('[data-display][data-state=live]').waitFor();
    await second.locator('[data-display][data-state=replaced]').waitFor();
  });

  it('asks a person who is signed in before their browser becomes a display', async () => {
    const page = await chromium.page('/display', { as: easel.admin });
    await page.getByRole('textbox', { name: 'Name of the display' }).fill('Desk');
    await page.getByRole('button', { name: 'Make it a display' }).click();
    const id = await untilLive(page);
    expect((await easel.admin.get(`/clients/${id}`)).body.name).toBe('Desk');
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('button', { name: 'Stop being a display' }).click();
    await page.getByRole('button', { name: 'Make it a display' }).waitFor();
    expect((await easel.admin.get(`/clients/${id}`)).status).toBe(404);
  });

  it('tells how it is', async () => {
    const { page, id } = await opened({ density: 2, width: 800, height: 600 });
    const report = (await easel.admin.get(`/clients/${id}/report`)).body;
    expect(report).toMatchObject({
      screens: [{ surface: 'main', width: 1600, height: 1200, ratio: 2 }],
      faults: [],
      secure: true,
    });
    await page.close();
  });
});

it('the page of a display is sent without a session', async () => {
  const { status, text } = await new Browser(easel).get('/display');
  expect([status, text.includes('<div id="page">')]).toEqual([200, true]);
});
