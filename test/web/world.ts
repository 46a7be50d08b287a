import type { BrowserContext, Page, Request } from 'playwright-core';
import { makeSampleCanvas } from '../../server/start/sample-canvas.ts';
import { pairOf, pairs } from '../../web/pages/home/cards/folder-art.tsx';
import { makeBoard } from '../kit/board.ts';
import { type Easel, type Person, useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

/** What there is to look at. Names, times and numbers are the same in each run. */
export interface World {
  /** Owns a home full of canvases. */
  readonly kim: Person;
  /** Works with Kim on the board. */
  readonly zoe: Person;
  /** Looks at the sample with them. */
  readonly mia: Person;
  /** Has nothing yet. */
  readonly bo: Person;
  /** Changes a canvas of her own. */
  readonly pia: Person;
  /** Addresses, such as `/open/<id>`. */
  readonly board: string;
  readonly sample: string;
  readonly empty: string;
  /** A board of Pia's, whose looks leave it as it is. */
  readonly edited: string;
  /** Kim may look at it, and not change it. */
  readonly readOnly: string;
  /** Only the administrator sees it. */
  readonly closed: string;
  readonly folder: string;
  /** What the page takes for the present, in milliseconds since 1970. */
  readonly now: number;
}

/** A server with a world in it, which is made at the first call. */
export function useWorld() {
  const easel = useEasel({ env: { EASEL_PREVIEWS: '1' }, people: ['Kim Larsen', 'Zoë Müller', 'Bo Lund'] });
  let made: Promise<World> | undefined;
  const world = (): Promise<World> => {
    made ??= makeWorld(easel, easel.people['Kim Larsen'], easel.people['Zoë Müller'], easel.people['Bo Lund']);
    return made;
  };
  return { easel, world };
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const light = { background_color: '#f4f5f7', grid: { visible: true, color: '#dfe3e8' } };

async function makeWorld(easel: Easel, kim: Person, zoe: Person, bo: Person): Promise<World> {
  const { admin } = easel;
  const board = await makeBoard(easel, light);
  await sent(admin, 'patch', board, { name: 'Product launch' });
  await share(easel, board, kim, 'edit');
  await share(easel, board, zoe, 'edit');
  await sent(admin, 'post', `${board}/permissions`, { link_permission: 'view' });
  tick(easel);
  const mia = await easel.user({ name: 'Mia Berg' });
  const sample = `/canvases/${await makeSampleCanvas(easel.server.sample, true)}`;
  for (const person of [kim, zoe, mia]) await share(easel, sample, person, 'view');
  tick(easel);
  const empty = await easel.canvas(kim, { name: 'A fresh start' });
  tick(easel);
  const readOnly = await easel.canvas(admin, { name: 'Only to look' });
  await sent(admin, 'post', `${readOnly}/notes`, note('Look, do not touch', 0));
  await share(easel, readOnly, kim, 'view');
  tick(easel);
  const closed = await easel.canvas(admin, { name: 'Nobody sees this' });
  tick(easel);
  const folder = await fillHome(easel, kim);
  await markSome(easel, kim);
  await drawPreviews(easel, kim);
  const pia = await easel.user({ name: 'Pia Holm' });
  const edited = await makeBoard(easel, light, pia);
  await sent(pia, 'patch', edited, { name: 'Plan of the week' });
  await drawPreviews(easel, pia);
  const address = (path: string): string => `/open/${path.split('/')[2]}`;
  const addresses = { board: address(board), sample: address(sample), empty: address(empty), edited: address(edited) };
  const others = { readOnly: address(readOnly), closed: address(closed), folder: `/folder/${folder}` };
  return { kim, zoe, mia, bo, pia, ...addresses, ...others, now: easel.clock.now() };
}

const names = [
  'Sprint wall',
  'Roadmap 2027',
  'Retro – what went well',
  'Quarterly business review with a name that does not fit into one line',
  'Workshop Hamburg',
  'Customer journey',
  'War room',
  'Design critique',
  'Moodboard',
];
const grounds = ['#25242dff', '#ffffffff', '#f5efe0ff'];
const colours = ['#ffd54fff', '#a5d6a7ff', '#90caf9ff', '#f48fb1ff', '#ce93d8ff'];

/** A home with folders, canvases of different hours, and a trash. Resolves with the id of a folder. */
async function fillHome(easel: Easel, kim: Person): Promise<string> {
  const workshops = await folderOf(kim, 0, { name: 'Workshops' });
  await folderOf(kim, 1, { name: 'Archive of the old office' });
  const inner = await folderOf(kim, 2, { name: '2027', folder_id: workshops.id });
  for (const [at, name] of names.entries()) {
    const canvas = await easel.canvas(kim, { name, folder_id: at === 5 ? inner.id : at > 6 ? workshops.id : undefined });
    await sent(kim, 'patch', `${canvas}/background`, { background_color: grounds[at % 3]! });
    for (let one = 0; one < 6; one++) {
      await sent(kim, 'post', `${canvas}/notes`, {
        ...note(`${name} ${one + 1}`, one),
        background_color: colours[(at + one) % 5]!,
      });
    }
    if (at === 1) await sent(kim, 'patch', canvas, { mode: 'demo' });
    easel.clock.setDate(easel.clock.now() + HOUR);
  }
  for (const name of ['An old idea', 'Scratch']) {
    tick(easel);
    const canvas = await easel.canvas(kim, { name });
    await sent(kim, 'post', `${canvas}/move`, { folder_id: `trash.${kim.id}` });
  }
  return workshops.id;
}

/** The id chooses the colour of a folder, so ids are drawn until it is this one. */
async function folderOf(kim: Person, pair: number, body: object): Promise<{ readonly id: string }> {
  for (;;) {
    const folder = await sent(kim, 'post', '/canvas-folders', body);
    if (pairOf(folder.id) === pairs[pair]) return folder;
    await kim.delete(`/canvas-folders/${folder.id}`);
  }
}

/** Kim has opened some canvases, the last one at the end, and starred one. */
async function markSome(easel: Easel, kim: Person): Promise<void> {
  const listed = (await kim.get('/canvases')).body as readonly { readonly id: string; readonly name: string }[];
  for (const name of ['Moodboard', 'Sprint wall', 'Product launch', 'Roadmap 2027', 'Retro – what went well']) {
    tick(easel);
    const item_id = listed.find((one) => one.name === name)!.id;
    await sent(kim, 'post', `/users/${kim.id}/marks`, { item_id, opened: true, starred: name === 'Roadmap 2027' });
  }
}

/** What is changed later is of another time, by which it is sorted. */
const tick = (easel: Easel): void => easel.clock.setDate(easel.clock.now() + MINUTE);

const note = (text: string, at: number) => ({
  text,
  location: { x: 800 + (at % 3) * 2600, y: 800 + Math.floor(at / 3) * 2200 },
  size: { width: 2000, height: 1600 },
});

/** Draws the previews of all canvases of a person, as if somebody had looked at each before. */
async function drawPreviews(easel: Easel, person: Person): Promise<void> {
  const canvases = (await person.get('/canvases')).body as readonly { readonly id: string }[];
  for (const { id } of canvases) {
    await person.get(`/canvases/${id}/preview`);
    await until(async () => {
      easel.clock.advance(3000);
      return (await person.get(`/canvases/${id}`)).body.preview_hash !== '';
    }, 20);
  }
  // Not a multiple of the steps above, whose number depends on the machine
  easel.clock.setDate(Date.UTC(2026, 0, 1, 12));
}

async function sent(caller: Person, verb: 'post' | 'patch', path: string, body: object): Promise<{ readonly id: string }> {
  const answer = await caller[verb](path, body);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.text}`);
  return answer.body as { readonly id: string };
}

const share = (easel: Easel, canvas: string, { id }: Person, permission: string) =>
  sent(easel.admin, 'post', `${canvas}/permissions`, { users: [{ id, permission }] });

/** What must not differ between two runs is fixed here. Call it before a page is opened. */
export async function calm(context: BrowserContext, now: number): Promise<void> {
  countRequests(context);
  context.setDefaultTimeout(10_000);
  await context.addInitScript((at) => {
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...parts: []) {
        super(...((parts.length === 0 ? [at] : parts) as []));
      }
      static override now = (): number => at;
    } as DateConstructor;
    document.addEventListener('DOMContentLoaded', () => {
      // Machines have different letters of equal width
      document.documentElement.style.setProperty('--mono', 'Inter');
    });
  }, now);
  // The dashboard shows which canvases were opened last: no look may depend on those before it
  await context.route(
    (url) => url.pathname.endsWith('/marks'),
    (route) => (route.request().method() === 'POST' ? route.fulfill({ json: {} }) : route.fallback()),
  );
  // What a browser can play is not the same everywhere; without an answer a video is shown as it is while it loads
  await context.route(
    (url) => url.pathname.includes('/files/'),
    (route) => (route.request().resourceType() === 'media' ? undefined : route.fallback()),
  );
  await context.route(
    (url) => url.hostname.endsWith('.example'),
    (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Status</title><body bgcolor="#dbeafe">' }),
  );
}

/** Requests without an answer. */
const pending = new WeakMap<BrowserContext, Set<Request>>();

function countRequests(context: BrowserContext): void {
  const open = new Set<Request>();
  pending.set(context, open);
  context.on('request', (request) => request.resourceType() !== 'media' && open.add(request));
  // Whoever asks only for the status leaves the rest, so that such a request never finishes
  context.on('response', (response) => open.delete(response.request()));
  context.on('requestfailed', (request) => open.delete(request));
}

/** All that was asked for is there, painted as sharply as it gets. */
export async function isStill(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  const open = pending.get(page.context())!;
  await until(async () => open.size === 0 && (await page.evaluate(looksFinished)), 20);
  // What came last is painted in the next frame
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await until(() => page.evaluate(looksFinished), 20);
}

const looksFinished = (): boolean => {
  const stage = document.querySelector<HTMLElement>('.stage');
  const isPainted = !stage || stage.dataset.sharp === 'true';
  // The tools come after the picture
  const hasTools = !['edit', 'owner'].includes(stage?.dataset.access ?? '') || stage?.dataset.saved !== undefined;
  // Before the first of it is drawn nothing is loading yet, either
  const hasBegun = document.querySelector('h1') !== null;
  const isLoading = document.querySelector('.spinner') !== null || document.fonts.status !== 'loaded';
  const isMoving = document.getAnimations().some(({ playState }) => playState === 'running');
  const images = [...document.images].every((image) => image.complete || image.loading === 'lazy');
  return hasBegun && isPainted && hasTools && !isLoading && !isMoving && images;
};
