import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { makeBoard } from '../kit/board.ts';
import { describeInBrowser, useChromium } from '../kit/chromium.ts';
import type { Caller } from '../kit/client.ts';
import { useEasel } from '../kit/easel.ts';
import { unlike } from '../kit/pixels.ts';
import { Random } from '../kit/random.ts';
import { runs } from '../kit/runs.ts';
import { made, NODES } from '../kit/strokes.ts';
import { tcpProxy } from '../kit/tcp-proxy.ts';
import { freePort, openPath, pictureOf, untilCounts, untilShown } from './canvas-page.ts';

/** The same port after a restart, as it is for people. */
const port = await freePort();
const easel = useEasel({ people: ['Kim', 'Lee'], clock: systemClock, env: { EASEL_PORT: String(port) } });
const { Kim, Lee } = easel.people;

const writes = runs(60, 200);

describeInBrowser('the page of a canvas', () => {
  const chromium = useChromium(easel);

  /** With the outline beside it. */
  async function opened(canvas: string): Promise<Page> {
    const page = await chromium.page(openPath(canvas), { as: Kim });
    await untilShown(page);
    await page.getByRole('button', { name: 'Outline', exact: true }).click();
    // The code of the panel is loaded at the press, which takes the network
    await page.locator('.side-panel').waitFor();
    return page;
  }

  describe('a canvas in several browsers', () => {
    it(`is equal in two of them and in a third that comes later, after a script has written ${writes} times`, async () => {
      const canvas = await makeBoard(easel, { type: 'solid_color', color: '#f4f6f8' });
      await share(easel.admin, canvas, Kim.id, Lee.id);
      const path = openPath(canvas, '0,0,2400,1600');
      const [one, two] = await Promise.all([Kim, Lee].map((as) => chromium.page(path, { as })));
      await Promise.all([one!, two!].map(untilShown));
      const { headers: before } = await easel.admin.get(`${canvas}/widgets`);
      await new Script(canvas, 5).write(writes);
      const { body, headers } = await easel.admin.get(`${canvas}/widgets`);
      expect(Number(headers['easel-revision'])).toBeGreaterThan(Number(before['easel-revision']) + writes / 2);
      const third = await chromium.page(path, { as: Kim });
      const pages = [one!, two!, third];
      for (const page of pages) await untilCounts(page, body.length - 1);
      await Promise.all(pages.map(untilShown));
      await expect.poll(async () => differences(pages), { timeout: 20_000 }).toEqual([0, 0]);
      const outlines = await Promise.all(pages.map(outlineOf));
      expect(outlines[0]!.length).toBeGreaterThan(20);
      expect(outlines.slice(1)).toEqual([outlines[0], outlines[0]]);
    });

    it('has the focus when it opens, from the dashboard, too', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Focused' });
      const page = await chromium.page(openPath(canvas), { as: Kim });
      const isFocused = () => page.evaluate(() => document.activeElement?.classList.contains('stage'));
      await untilShown(page);
      await expect.poll(isFocused).toBe(true);
      await page.getByRole('link', { name: 'All canvases' }).click();
      await page.getByRole('link', { name: 'Focused' }).click();
      await untilShown(page);
      await expect.poll(isFocused).toBe(true);
    });

    it('counts the widgets of the outline without the cells of tables', async () => {
      const canvas = await easel.canvas(Kim);
      await made(Kim.post(`${canvas}/tables`, { grid_size: { rows: 3, columns: 4 } }));
      await note(canvas, 'One');
      const page = await opened(canvas);
      await page.getByText('2 items', { exact: true }).waitFor();
    });

    it('shows a change of another person at once, in the picture and in the outline', async () => {
      const canvas = await easel.canvas(Kim);
      const page = await opened(canvas);
      const before = await pictureOf(page);
      await made(
        Kim.post(`${canvas}/notes`, { title: 'From afar', background_color: '#c0392b', size: { width: 900, height: 900 } }),
      );
      await rowOf(page, 'From afar').waitFor();
      await expect.poll(async () => unlike(before, await pictureOf(page))).toBeGreaterThan(0);
    });
  });

  describe('a canvas whose connection comes and goes', () => {
    it('says quietly that the server is away, and within 3 s of its return shows what changed meanwhile', async () => {
      const canvas = await easel.canvas(Kim);
      const page = await opened(canvas);
      await note(canvas, 'Before');
      await rowOf(page, 'Before').waitFor();
      await easel.restart(() => page.getByText('Reconnecting …').waitFor());
      const back = performance.now();
      await note(canvas, 'After');
      await rowOf(page, 'After').waitFor();
      expect(performance.now() - back).toBeLessThan(3000);
      expect(await page.getByText('Reconnecting …').count()).toBe(0);
      await rowOf(page, 'Before').waitFor();
    });

    it('opens by itself when the server comes only after the page was asked for', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Patience' });
      const page = await opened(canvas);
      await page.route('**/session', (route) => route.abort());
      await page.reload();
      await page.getByText('The server does not answer').waitFor();
      await page.unroute('**/session');
      await page.getByRole('heading', { name: 'Patience' }).waitFor();
    });

    it('goes on after the network was away', async () => {
      const canvas = await easel.canvas(Kim);
      const page = await opened(canvas);
      await page.context().setOffline(true);
      await note(canvas, 'While offline');
      await page.context().setOffline(false);
      await rowOf(page, 'While offline').waitFor();
    });

    it('says at once when the network is away, and within 3 s of its return shows what changed meanwhile', async () => {
      const canvas = await easel.canvas(Kim);
      const network = await tcpProxy('127.0.0.1', port);
      onTestFinished(() => network.close());
      const page = await chromium.page('/healthz', { as: Kim });
      await page.goto(`http://127.0.0.1:${network.port}${openPath(canvas)}`);
      await untilShown(page);
      await page.getByRole('button', { name: 'Outline', exact: true }).click();
      network.block();
      await page.evaluate(() => dispatchEvent(new Event('offline')));
      await page.getByText('Offline', { exact: true }).waitFor();
      await note(canvas, 'While offline');
      await network.mend();
      const back = performance.now();
      await page.evaluate(() => dispatchEvent(new Event('online')));
      await rowOf(page, 'While offline').waitFor();
      expect(performance.now() - back).toBeLessThan(3000);
      await expect.poll(() => page.getByText('Offline', { exact: true }).count()).toBe(0);
    });

    it('notices within 10 s that a network swallows everything without the browser saying so', async () => {
      const canvas = await easel.canvas(Kim);
      const network = await tcpProxy('127.0.0.1', port);
      onTestFinished(() => network.close());
      const page = await chromium.page('/healthz', { as: Kim });
      await page.goto(`http://127.0.0.1:${network.port}${openPath(canvas)}`);
      await untilShown(page);
      network.block();
      const blocked = performance.now();
      await page.getByText('Reconnecting …').waitFor({ timeout: 30_000 });
      expect(performance.now() - blocked).toBeLessThan(10_000);
    });

    it('shows what is new when a page that was frozen is looked at again', async () => {
      const canvas = await easel.canvas(Kim);
      const page = await opened(canvas);
      const devtools = await page.context().newCDPSession(page);
      await devtools.send('Page.setWebLifecycleState', { state: 'frozen' });
      for (let count = 0; count < 30; count++) await note(canvas, `Meanwhile ${count}`);
      await devtools.send('Page.setWebLifecycleState', { state: 'active' });
      await untilCounts(page, 30);
    });

    it('is live without sockets, too', async () => {
      const canvas = await easel.canvas(Kim);
      const before = (context: ReturnType<Page['context']>) => context.routeWebSocket(/connect/, (socket) => socket.close());
      const page = await chromium.page(openPath(canvas), { as: Kim, before });
      await untilCounts(page, 0);
      await page.getByRole('button', { name: 'Outline', exact: true }).click();
      await note(canvas, 'Over HTTP');
      await rowOf(page, 'Over HTTP').waitFor();
      await note(canvas, 'And again');
      await rowOf(page, 'And again').waitFor();
    });
  });

  it('never shows its own person as somebody else after it was loaded again', async () => {
    const canvas = await easel.canvas(Kim);
    await share(Kim, canvas, Lee.id);
    const page = await chromium.page(openPath(canvas), { as: Kim });
    await page.addInitScript(() => {
      const seen = ((globalThis as unknown as { seen: Set<string> }).seen = new Set());
      new MutationObserver(() => {
        for (const face of document.querySelectorAll('.presence-bar button')) seen.add(face.ariaLabel ?? '');
      }).observe(document, { childList: true, subtree: true });
    });
    const beside = await chromium.page(openPath(canvas), { as: Lee });
    await beside.getByRole('button', { name: /Kim/ }).waitFor();
    for (let loads = 0; loads < 3; loads++) {
      await page.reload();
      await page.getByRole('button', { name: /Lee/ }).waitFor();
      const seen = await page.evaluate(() => [...(globalThis as unknown as { seen: Set<string> }).seen]);
      expect(seen.filter((label) => label.includes('Kim'))).toEqual([]);
    }
    await beside.getByRole('button', { name: /Kim/ }).waitFor();
  });

  describe('a canvas for guests', () => {
    it('is live by a link share, over the socket, until the share ends', async () => {
      const canvas = await easel.canvas(Kim, { name: 'For all' });
      await link(canvas, 'view');
      const frames: string[] = [];
      const listen = async (context: ReturnType<Page['context']>) =>
        void context.on('page', (page) =>
          page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => frames.push(String(payload)))),
        );
      const page = await chromium.page(openPath(canvas), { before: listen });
      await page.getByRole('heading', { name: 'For all' }).waitFor();
      await page.getByRole('button', { name: 'Outline', exact: true }).click();
      await note(canvas, 'Seen by a guest');
      await rowOf(page, 'Seen by a guest').waitFor();
      expect(frames.some((frame) => frame.includes('Seen by a guest'))).toBe(true);
      expect(await page.getByRole('button', { name: 'Share' }).count()).toBe(0);
      await page.getByText('View only').waitFor();
      await link(canvas, 'none');
      await page.getByRole('heading', { name: 'Sign in to see this canvas' }).waitFor();
      expect(await page.locator('.stage').count()).toBe(0);
    });

    it('lets a guest sign in and come back to it', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Not for all' });
      const page = await chromium.page(openPath(canvas));
      await page.getByRole('heading', { name: 'Sign in to see this canvas' }).waitFor();
      await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
      await page.getByLabel('E-mail').fill(Kim.email);
      await page.getByLabel('Password', { exact: true }).fill(Kim.password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('heading', { name: 'Not for all' }).waitFor();
    });
  });

  describe('a canvas that is not there', () => {
    it('is said to be gone while it is open, and when somebody comes later', async () => {
      const canvas = await easel.canvas(Kim);
      const page = await opened(canvas);
      await Kim.delete(canvas);
      await page.getByRole('heading', { name: 'Canvas not found' }).waitFor();
      const later = await chromium.page(openPath(canvas), { as: Kim });
      await later.getByRole('heading', { name: 'Canvas not found' }).waitFor();
      await later.getByRole('link', { name: 'Back to the canvases' }).click();
      await later.getByRole('heading', { name: /^Good / }).waitFor();
    });

    it('is said not to be shared, and opens for another person', async () => {
      const canvas = await easel.canvas(Kim, { name: 'Only mine' });
      const page = await chromium.page(openPath(canvas), { as: Lee });
      await page.getByRole('heading', { name: 'This canvas is not shared with you' }).waitFor();
      await share(Kim, canvas, Lee.id);
      await page.reload();
      await page.getByRole('heading', { name: 'Only mine' }).waitFor();
    });
  });
});

const note = (canvas: string, title: string): Promise<{ id: string }> => made(Kim.post(`${canvas}/notes`, { title }));
const rowOf = (page: Page, title: string) => page.getByRole('treeitem', { name: title });
const link = (canvas: string, link_permission: string) => made(Kim.post(`${canvas}/permissions`, { link_permission }));
const share = (owner: Caller, canvas: string, ...people: readonly number[]) =>
  made(owner.post(`${canvas}/permissions`, { users: people.map((id) => ({ id, permission: 'edit' })) }));

/** How unlike the first picture the others are. */
async function differences(pages: readonly Page[]): Promise<number[]> {
  const [first, ...others] = await Promise.all(pages.map(pictureOf));
  return Promise.all(others.map((other) => unlike(first!, other)));
}

async function outlineOf(page: Page): Promise<(string | null)[]> {
  await page.getByRole('button', { name: 'Outline', exact: true }).click();
  const rows = page.getByRole('treeitem');
  await rows.first().waitFor();
  return rows.evaluateAll((all) => all.map((row) => `${row.ariaLevel} ${row.ariaPosInSet}/${row.ariaSetSize} ${row.ariaLabel}`));
}

/** Writes at random, as a program does: every type of widget, strokes, other parents, the end. */
class Script {
  readonly #random: Random;
  #listed: readonly Listed[] = [];
  #written = 0;

  constructor(
    private readonly canvas: string,
    seed: number,
  ) {
    this.#random = new Random(seed);
  }

  async write(times: number): Promise<void> {
    for (let time = 0; time < times; time++) await this.#writeOnce();
  }

  async #writeOnce(): Promise<void> {
    if (this.#written++ % 10 === 0) await this.#list();
    const all = this.#listed;
    const placed = all.filter(({ widget_type }) => widget_type !== 'Connector');
    const one = this.#random.of(placed);
    const other = this.#random.of(placed);
    const any = this.#random.of(all);
    const kind = this.#random.below(10);
    if (kind < 4 || placed.length < 20) await this.#create(one, other);
    else if (kind < 6) await easel.admin.patch(this.#path(one), { location: this.#place(), scale: 0.5 + this.#random.next() });
    else if (kind < 7) await easel.admin.patch(this.#path(one), { parent_id: other.id });
    else if (kind < 8) await easel.admin.delete(this.#path(any));
    else await easel.admin.post(`${this.#path(one)}/annotations`, { line_color: '#8e44adff', points: NODES });
  }

  #path({ id, widget_type }: Listed): string {
    return `${this.canvas}/${collections[widget_type]}/${id}`;
  }

  /** What is not there any more is refused, as it is to every program that is a little behind. */
  async #list(): Promise<void> {
    const { body } = await easel.admin.get(`${this.canvas}/widgets`);
    this.#listed = (body as Listed[]).filter(({ widget_type }) => collections[widget_type]);
  }

  async #create(one: Listed, other: Listed): Promise<void> {
    const type = this.#random.of(['Note', 'Note', ...Object.keys(collections).filter((name) => !uploaded.includes(name))]);
    const size = { width: 60 + this.#random.below(300), height: 60 + this.#random.below(300) };
    const ends = { src: { id: one.id }, dst: { id: other.id } };
    const note = {
      title: `No. ${this.#random.below(1000)}`,
      background_color: this.#random.of(['#c0392b', '#2e86c1', '#f7dc6f']),
    };
    const more = { Connector: ends, Note: note, VideoInput: { source: 'test' } }[type] ?? {};
    const place = type === 'Connector' ? {} : { location: this.#place(), size };
    await easel.admin.post(`${this.canvas}/${collections[type]}`, { ...place, ...more });
  }

  #place(): object {
    return { x: this.#random.below(2200), y: this.#random.below(1400) };
  }
}

interface Listed {
  readonly id: string;
  readonly widget_type: string;
}

const collections: Readonly<Record<string, string>> = {
  Note: 'notes',
  Image: 'images',
  Video: 'videos',
  Pdf: 'pdfs',
  Browser: 'browsers',
  Anchor: 'anchors',
  Table: 'tables',
  Connector: 'connectors',
  VideoInput: 'video-inputs',
  RdpConnection: 'rdp-connections',
  IpVideo: 'ip-videos',
};
const uploaded = ['Image', 'Video', 'Pdf'];
