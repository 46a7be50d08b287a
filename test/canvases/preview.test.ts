import { rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Preview } from '../../model/resources/preview.ts';
import type { ChangeSet } from '../../server/store/store.ts';
import { type Answer, type Caller, startEasel, useEasel } from '../kit/easel.ts';
import { streamGone } from '../kit/events.ts';
import { type FileAnswer, getFile, uploaded } from '../kit/files.ts';
import { pdf, picture } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const SETTLE = 3_000;

const easel = useEasel({ env: { EASEL_PREVIEWS: '1' } });
let canvas: string;
let id: string;
beforeEach(async () => {
  canvas = await easel.canvas(easel.admin, { name: 'Plan "A" für morgen' });
  id = canvas.split('/')[2]!;
});
/** Nothing of it is drawn while others are looked at. */
afterEach(() => easel.admin.delete(canvas));

const none = (): string => `Canvas ${id} doesn't have preview`;
const preview = (): Promise<Answer> => easel.admin.get(`${canvas}/preview`);
const hash = async (): Promise<string> => (await easel.admin.get(canvas)).body.preview_hash;
const note = (fields: object = {}) => easel.admin.post(`${canvas}/notes`, { background_color: '#ff0000', ...fields });
const big = { location: { x: 0, y: 0 }, size: { width: 9600, height: 5400 } };

/** Moves the time: was the canvas looked at, which is how a drawing begins? */
function isLookedAt(ms: number): boolean {
  const load = vi.spyOn(easel.server.store, 'load');
  easel.clock.advance(ms);
  const asked = load.mock.calls.map(([scope]) => scope);
  load.mockRestore();
  return asked.includes(id);
}

/** Moves the time and waits until a picture was kept. */
async function drawn(ms = SETTLE): Promise<ChangeSet> {
  const kept = previewOf(id);
  easel.clock.advance(ms);
  return kept;
}

/** The next picture of this canvas that is kept. */
const previewOf = (scope: string): Promise<ChangeSet> =>
  new Promise((resolve) => {
    const stop = easel.server.store.feed.follow((set) => {
      if (set.scope !== scope || !set.changes.some(({ kind }) => kind === Preview)) return;
      stop();
      resolve(set);
    });
  });

/** No drawing begins in this time. */
const notDrawn = (ms: number): void => expect(isLookedAt(ms)).toBe(false);

/**
 * Lets time pass and waits until another canvas was drawn: canvases that waited before it were drawn or looked at before, too.
 */
async function otherDrawn(ms: number): Promise<void> {
  const path = await easel.canvas();
  await easel.admin.get(`${path}/preview`);
  const kept = previewOf(path.split('/')[2]!);
  easel.clock.advance(ms);
  await kept;
}

/** The present picture. */
async function png(caller: Pick<Caller, 'token'> = easel.admin): Promise<FileAnswer> {
  const answer = await getFile(easel, caller, `${canvas}/preview`);
  expect([answer.status, answer.msg]).toEqual([200, undefined]);
  return answer;
}

async function middle(): Promise<number[]> {
  const { data, info } = await sharp((await png()).bytes)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = ((info.height / 2) * info.width + info.width / 2) * info.channels;
  return [...data.subarray(at, at + 3)];
}

/** WebP is lossy. */
const RED = [255, 0, 0].map((part) => expect.closeTo(part, -1));

describe('a preview', () => {
  it('is not there at first, and is drawn some seconds after somebody asked', async () => {
    expect([(await preview()).status, (await preview()).body.msg, await hash()]).toEqual([404, none(), '']);
    const kept = previewOf(id);
    notDrawn(SETTLE - 1);
    expect(isLookedAt(1)).toBe(true);
    await kept;
    expect(await hash()).toMatch(/^[0-9a-f]{64}$/);
    const answer = await png();
    expect(answer.headers.get('content-type')).toBe('image/png');
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Plan _A_ f_r morgen.png"; filename*=UTF-8''Plan%20_A_%20f%C3%BCr%20morgen.png`,
    );
    expect(await sharp(answer.bytes).metadata()).toMatchObject({
      format: 'png',
      width: 1280,
      height: 720,
    });
  });

  it('that is not there yet is an empty answer instead of a refusal for those who ask for that, and is drawn all the same', async () => {
    const asked = await easel.admin.get(`${canvas}/preview?or_empty=1`);
    expect([asked.status, asked.text]).toEqual([204, '']);
    expect((await easel.admin.get(`${canvas}/preview?or_empty=0`)).status).toBe(404);
    expect((await easel.admin.get(`${canvas}/preview?or_empty=perhaps`)).status).toBe(400);
    await drawn();
    expect((await getFile(easel, easel.admin, `${canvas}/preview?or_empty=1`)).status).toBe(200);
  });

  it('follows the canvas once it was asked for', async () => {
    await preview();
    await drawn();
    const first = await hash();
    await note(big);
    await drawn();
    expect(await hash()).not.toBe(first);
    expect(await middle()).toEqual([255, 0, 0]);
  });

  it('is not drawn while nobody asks', async () => {
    await note();
    notDrawn(120_000);
    expect(await hash()).toBe('');
  });

  it('waits until a canvas is quiet, but not for ever', async () => {
    await preview();
    for (let second = 0; second < 20; second += 2) {
      await note();
      notDrawn(2_000);
    }
    for (let second = 20; second < 28; second += 2) {
      await note();
      notDrawn(2_000);
    }
    await note();
    await drawn(2_000);
  });

  it('is drawn again when its bytes were lost with a data folder that was restored in part', async () => {
    await preview();
    await drawn();
    const lost = await hash();
    await easel.restart(() => rmSync(join(easel.folder, 'assets', lost.slice(0, 2), lost)));
    const status = async (): Promise<number> => (await preview()).status;
    expect(await status()).toBe(404);
    easel.clock.advance(SETTLE);
    await until(async () => (await status()) === 200);
  });

  it('is drawn when a canvas was closed', async () => {
    const gone = streamGone(easel, id);
    const stream = await easel.admin.watch(`${canvas}/widgets?changes=1`);
    await stream.next();
    await note();
    await stream.next();
    notDrawn(10_000);
    stream.close();
    await gone;
    await drawn();
    expect(await hash()).not.toBe('');
  });

  it('moves no time of the canvas, writes no audit entry, and is told in its stream', async () => {
    const before = (await easel.admin.get(canvas)).body;
    const entries = easel.audit().length;
    const stream = await easel.admin.watch(canvas);
    expect(await stream.next()).toEqual(before);
    await preview();
    const { changes } = await drawn();
    expect(changes.map(({ kind }) => kind.name)).toEqual(['Preview']);
    easel.clock.advance(1_000);
    expect(await stream.next()).toEqual({ ...before, preview_hash: await hash() });
    expect(easel.audit().length).toBe(entries);
    expect((await easel.admin.get(`${canvas}/widgets`)).body.length).toBe(1);
  });

  it('is not drawn again while it shows the canvas', async () => {
    await preview();
    await drawn();
    const first = easel.published.length;
    for (let asked = 0; asked < 3; asked++) await png();
    await otherDrawn(120_000);
    await easel.admin.patch(canvas, { name: 'Renamed' });
    await otherDrawn(10_000);
    const previews = easel.published.slice(first).filter(({ changes }) => changes.some(({ kind }) => kind === Preview));
    expect(previews.map(({ scope }) => scope === id)).toEqual([false, false]);
  });

  it('is there for every caller who may view, also by a link', async () => {
    const person = await easel.user();
    expect((await person.get(`${canvas}/preview`)).status).toBe(403);
    expect((await easel.anonymous.get(`${canvas}/preview`)).status).toBe(401);
    await easel.admin.post(`${canvas}/permissions`, { link_permission: 'view' });
    expect((await easel.anonymous.get(`${canvas}/preview`)).body.msg).toBe(none());
    await drawn();
    await png(easel.anonymous);
  });

  it('shows images', async () => {
    await uploaded(easel, easel.admin, `${canvas}/images`, await picture('png', 64, 36), 'red.png', big);
    await preview();
    await drawn();
    expect(await middle()).toEqual(RED);
  });

  it('shows the page of a PDF, and for a page that does not exist a light card', async () => {
    const { id } = await uploaded(easel, easel.admin, `${canvas}/pdfs`, pdf({ pages: 2 }), 'red.pdf', { ...big, index: 1 });
    await preview();
    await drawn();
    expect(await middle()).toEqual(RED);
    await easel.admin.patch(`${canvas}/pdfs/${id}`, { index: 2 });
    await drawn();
    expect(await middle()).toEqual([255, 255, 255]);
  });

  it('shows strokes of a PDF only on the shown page', async () => {
    const { id } = await uploaded(easel, easel.admin, `${canvas}/pdfs`, pdf({ pages: 2 }), 'red.pdf', big);
    const points = [
      [0, 2700],
      [9600, 2700],
    ].map(([x, y]) => [x, y, 0, x, y, 0, x, y, 0]);
    const drawLine = (line_color: string, page?: number) =>
      easel.admin.post(`${canvas}/pdfs/${id}/annotations`, { line_color, points, page });
    await drawLine('#0000ff');
    await drawLine('#00ff00', 2);
    await preview();
    await drawn();
    expect((await middle())[2]).toBeGreaterThan(100);
    await easel.admin.patch(`${canvas}/pdfs/${id}`, { index: 1 });
    await drawn();
    expect((await middle())[1]).toBeGreaterThan(100);
  });

  it('shows a stroke as wide as the z of its nodes says', async () => {
    const { body } = await note({ ...big, background_color: '#ff0000' });
    // 150 px above the middle
    const drawLine = (...widths: readonly number[]) => {
      const points = widths.map((z, at) => [at * 9600, 2550, z, at * 9600, 2550, z, at * 9600, 2550, z]);
      return easel.admin.post(`${canvas}/notes/${body.id}/annotations`, { line_color: '#0000ff', points });
    };
    await drawLine(200, 190);
    await preview();
    await drawn();
    expect((await middle())[2]).toBeLessThan(50);
    await drawLine(400, 390);
    await drawn();
    expect((await middle())[2]).toBeGreaterThan(200);
  });

  it('counts no bytes, and goes with its canvas', async () => {
    await preview();
    await drawn();
    expect((await easel.admin.get(canvas)).body.asset_size).toBe(0);
    await easel.admin.delete(canvas);
    expect((await preview()).status).toBe(404);
    notDrawn(120_000);
  });

  it('of a canvas that is deleted while it waits is not drawn', async () => {
    await preview();
    await easel.admin.delete(canvas);
    notDrawn(120_000);
  });

  it('is not part of a copy', async () => {
    await preview();
    await drawn();
    const { folder_id } = (await easel.admin.get(canvas)).body;
    const copy = await easel.admin.post(`${canvas}/copy`, { folder_id });
    expect([copy.status, copy.body.preview_hash]).toEqual([200, '']);
  });
});

it('no preview is drawn when previews are switched off', async () => {
  const other = await startEasel();
  const path = await other.canvas();
  expect((await other.admin.get(`${path}/preview`)).status).toBe(404);
  const before = other.published.length;
  other.clock.advance(600_000);
  expect(other.published.length).toBe(before);
  await other.close();
});
