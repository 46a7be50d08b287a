import type { Page } from 'playwright-core';
import { Browser } from '../kit/browser.ts';
import type { useChromium } from '../kit/chromium.ts';
import type { Easel, Person } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';
import { until } from '../kit/until.ts';
import { WaitingWall } from '../kit/wall-session.ts';
import { untilShown } from './canvas-page.ts';

interface Means {
  readonly easel: Easel;
  readonly chromium: Pick<ReturnType<typeof useChromium>, 'page'>;
}

/** An administrator's steering of a display, as a program does it. */
const steering = (easel: Easel, id: string) => ({
  workspace: async () => (await easel.admin.get(`/clients/${id}/workspaces/0`)).body,
  patch: (body: object) => easel.admin.patch(`/clients/${id}/workspaces/0`, body),
  open: (canvas: string) => easel.admin.post(`/clients/${id}/workspaces/0/open-canvas`, { canvas_id: canvas.split('/')[2] }),
});

/** Waits until the wall of a page is connected. Resolves with the id of its client. */
export async function untilLive(page: Page): Promise<string> {
  await page.locator('[data-display][data-state=live]').waitFor();
  return (await page.locator('[data-display]').getAttribute('data-client'))!;
}

/** The code that a page shows. */
const codeOn = async (page: Page): Promise<string> => (await page.locator('[data-code]').getAttribute('data-code'))!;

/** Signs a wall in that shows a code, with an account of its own. */
export async function confirm(easel: Easel, page: Page, handed: object = { new_user: { name: 'Lobby' } }): Promise<void> {
  const code = await codeOn(page);
  const as = { 'private-token': easel.admin.token };
  const { status, text } = await new Browser(easel).post('/session/pairing/confirm', { code, ...handed }, as);
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** Opens a browser as a wall with an account of its own, called Lobby. The server must trust proxies on this machine. */
export async function openWall({ easel, chromium }: Means, looking: Parameters<Means['chromium']['page']>[1] = {}) {
  const { token } = await (await WaitingWall.begin(easel)).paired(easel.admin, { new_user: { name: 'Lobby' } });
  const page = await chromium.page('/display', { ...looking, as: easel.as(token) });
  const id = await untilLive(page);
  return { page, id, ...steering(easel, id) };
}

/** Lets an account see a canvas. */
export const share = (owner: Person, canvas: string, user: number, permission = 'edit') =>
  made(owner.post(`${canvas}/permissions`, { users: [{ id: user, permission }] }));

/** Waits until the canvas of a wall is painted, and REST says that it is open. */
export async function untilOpen({ page, workspace }: Pick<Awaited<ReturnType<typeof openWall>>, 'page' | 'workspace'>) {
  await untilShown(page);
  await until(async () => (await workspace()).workspace_state === 'open', 20);
}

/** The account as which a wall is signed in. */
export const userOf = async ({ admin }: Easel, id: string): Promise<number> =>
  (await admin.get(`/installations/${id}`)).body.user_id;

/** A canvas with a note, which an account may change. */
export async function canvasFor(easel: Easel, user: number, name = 'On the wall'): Promise<string> {
  const canvas = await easel.canvas(easel.admin, { name });
  const note = { text: name, location: { x: 300, y: 200 }, size: { width: 200, height: 200 } };
  await made(easel.admin.post(`${canvas}/notes`, note));
  await share(easel.admin, canvas, user);
  return canvas;
}
