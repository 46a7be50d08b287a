import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { useEasel } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';
import { RED } from '../kit/strokes.ts';

const easel = useEasel();
let canvas: string;
let note: string;
beforeAll(async () => {
  canvas = await easel.canvas();
  note = `${canvas}/notes/${ok(await easel.admin.post(`${canvas}/notes`, { text: 'one' })).id}`;
});

/** Throws when the answer says none. */
function revisionOf({ status, headers }: Answer): number {
  expect([status, headers['easel-revision']]).toEqual([200, expect.stringMatching(/^\d+$/)]);
  return Number(headers['easel-revision']);
}

describe('the revision', () => {
  test('of a canvas rises with each write, and is that of what is read afterwards', async () => {
    const { admin } = easel;
    const before = revisionOf(await admin.get(note));
    const { id } = ok(await admin.post(`${canvas}/notes`));
    const writes = [
      await admin.post(`${canvas}/tables`),
      await admin.patch(note, { text: 'two' }),
      await admin.post(`${note}/annotations`, { line_color: RED }),
      await admin.patch(`${canvas}/background`, { haze: { speed: 0.25 } }),
      await admin.delete(`${canvas}/notes/${id}`),
    ].map(revisionOf);
    expect(writes).toEqual([1, 2, 3, 4, 5].map((more) => before + 1 + more));
    const reads = ['notes', 'widgets', 'widgets?annotations=1', 'background', 'table-cells', 'uploads-folder'];
    for (const path of reads) expect(revisionOf(await admin.get(`${canvas}/${path}`))).toBe(writes.at(-1));
    expect(revisionOf(await admin.request('HEAD', note))).toBe(writes.at(-1));
  });

  test('of a write that changes nothing is the one that the canvas has', async () => {
    const { admin } = easel;
    const { revision, again } = await easel.unchanged(async () => ({
      revision: revisionOf(await admin.get(note)),
      again: revisionOf(await admin.patch(note, {})),
    }));
    expect(again).toBe(revision);
  });

  test('of everything in the directory is that of the directory, of canvases themselves, too', async () => {
    const { admin } = easel;
    const made = revisionOf(await admin.post('/canvas-folders', { name: 'made' }));
    const reads = ['/canvas-folders', '/canvases', canvas, '/users', '/server-config', `${canvas}/permissions`];
    for (const path of reads) expect(revisionOf(await admin.get(path))).toBe(made);
    expect(revisionOf(await admin.patch(canvas, { name: 'renamed' }))).toBe(made + 1);
  });

  test('of a restored demo state is that of the canvas, whose content it is', async () => {
    const { admin } = easel;
    const demo = await easel.canvas();
    ok(await admin.patch(demo, { mode: 'demo' }));
    const before = revisionOf(await admin.post(`${demo}/notes`));
    const restored = revisionOf(await admin.post(`${demo}/restore`));
    expect(restored).toBe(before + 1);
    expect(revisionOf(await admin.get(`${demo}/notes`))).toBe(restored);
  });

  test('is in no refusal', async () => {
    const refusals = [await easel.admin.patch(note, { depth: 'low' }), await easel.anonymous.get(note)];
    for (const { headers } of refusals) expect(headers).not.toHaveProperty('easel-revision');
  });

  test('of a stream is on its head, for the first message', async () => {
    const { admin } = easel;
    const revision = revisionOf(await admin.patch(note, { text: 'three' }));
    for (const path of [`${canvas}/notes`, note, `${canvas}/widgets?annotations=1`]) {
      const { headers } = (await admin.watch(path)).response;
      expect(headers).toMatchObject({ 'easel-revision': String(revision), 'easel-stream': 'whole' });
    }
  });
});
