import { expect, it, vi } from 'vitest';
import { makeSampleCanvas } from '../../server/start/sample-canvas.ts';
import { readSample, sampleFiles } from '../../server/start/sample-files.ts';
import { type Easel, startEasel } from '../kit/easel.ts';
import { made } from '../kit/strokes.ts';

// Files are looked at, in a process that starts for them
vi.setConfig({ testTimeout: 60_000 });

const env = { EASEL_SAMPLE_CANVAS: '1' };
const canvases = async (easel: Easel): Promise<{ id: string; name: string }[]> => (await easel.admin.get('/canvases')).body;

/** The kit signs the administrator in, which is the first sign-in of a new server. */
async function withSample(easel: Easel): Promise<string> {
  await expect.poll(async () => (await canvases(easel)).length, { timeout: 50_000 }).toBe(1);
  return (await canvases(easel))[0]!.id;
}

it('is made at the first sign-in of the first administrator, with pictures, a film, a PDF, a table and strokes', async () => {
  const easel = await startEasel({ env });
  const id = await withSample(easel);
  expect(await canvases(easel)).toMatchObject([{ name: 'Welcome to Easel' }]);
  const widgets: Record<string, unknown>[] = (await easel.anonymous.get(`/canvases/${id}/widgets`)).body;
  const count = (type: string): number => widgets.filter(({ widget_type }) => widget_type === type).length;
  const types = ['Image', 'Pdf', 'Video', 'Browser', 'Table', 'TableCell', 'Anchor', 'Connector'];
  expect(Object.fromEntries(types.map((type) => [type, count(type)]))).toEqual({
    Image: 3,
    Pdf: 1,
    Video: 1,
    Browser: 1,
    Table: 1,
    TableCell: 12,
    Anchor: 4,
    Connector: 3,
  });
  for (const { hash, widget_type } of widgets.filter(({ hash }) => hash)) {
    expect([widget_type, (await easel.anonymous.get(`/files/${id}/${hash}`)).status]).toEqual([widget_type, 200]);
  }
  const [pdf] = widgets.filter(({ widget_type }) => widget_type === 'Pdf');
  expect((await easel.admin.get(`/files/${id}/${pdf!.hash}/info`)).body).toMatchObject({ max_level: expect.anything() });
  // No address of another server, and no place of a display that nobody has
  expect(widgets.filter(({ url }) => url).map(({ url }) => url)).toEqual([`${easel.url}/live/${id}`]);
  await easel.close();
});

it('does not come back when it was deleted, nor with a later sign-in or start', async () => {
  const easel = await startEasel({ env });
  const id = await withSample(easel);
  await made(easel.admin.post(`/canvases/${id}/move`, { folder_id: 'trash.1000' }));
  expect((await easel.admin.delete(`/canvases/${id}`)).status).toBe(200);
  await easel.restart();
  await easel.signIn('admin@corp.example', 'admin-password');
  // What the server does by itself has begun before this answer
  await made(easel.admin.patch('/users/1000', { name: 'Ada' }));
  await easel.restart();
  expect(await canvases(easel)).toEqual([]);
  await easel.close();
});

it('is not made by an operator who does not want it, nor where somebody has signed in before', async () => {
  const easel = await startEasel();
  expect(await canvases(easel)).toEqual([]);
  const { folder } = easel;
  await easel.server.close();
  const later = await startEasel({ env, folder });
  await made(later.admin.patch('/users/1000', { name: 'Ada' }));
  await later.restart();
  expect(await canvases(later)).toEqual([]);
  await later.close();
});

it('is one, however many nodes make it', async () => {
  const easel = await startEasel();
  const { sample } = easel.server;
  const ids = await Promise.all([makeSampleCanvas(sample), makeSampleCanvas(sample), makeSampleCanvas(sample)]);
  expect(ids.filter((id) => id !== undefined)).toHaveLength(1);
  expect(await canvases(easel)).toHaveLength(1);
  await easel.close();
});

it('waits for no look at its files, because what looking finds is known', async () => {
  const easel = await startEasel();
  const { uploads } = easel.server.sample;
  const found: unknown[] = [];
  for (const [filename] of Object.values(sampleFiles)) {
    const file = await uploads.blobs.receive(readSample(filename), uploads.maxUploadBytes);
    found.push([filename, await uploads.look(file, { by: 'test' })]);
    await uploads.blobs.discard(file);
  }
  expect(found).toEqual(Object.values(sampleFiles));
  const look = () => Promise.reject(new Error('looked'));
  expect(await makeSampleCanvas({ ...easel.server.sample, uploads: { ...uploads, look } })).toBeDefined();
  await easel.close();
});

it('has a live page that says who is here and what changes, to whoever may see the canvas', async () => {
  const easel = await startEasel({ env });
  const id = await withSample(easel);
  const path = `/canvases/${id}/pulse`;
  const before = (await easel.anonymous.get(path)).body;
  expect(before).toMatchObject({ people: 0, history: expect.any(Array) });
  await made(easel.admin.post(`/canvases/${id}/notes`, { text: 'One more' }));
  await expect.poll(async () => (await easel.anonymous.get(path)).body.changes).toBe(before.changes + 1);
  easel.clock.advance(61_000);
  expect((await easel.anonymous.get(path)).body).toMatchObject({ changes: 0, sent_ms: expect.any(Number) });
  await made(easel.admin.post(`/canvases/${id}/permissions`, { link_permission: 'none' }));
  expect((await easel.anonymous.get(path)).status).toBe(401);
  const page = await fetch(`${easel.url}/live/${id}`);
  expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  // This is the only page of the server that may be framed
  const [widget] = (await easel.admin.get(`/canvases/${id}/browsers`)).body;
  const framing = `/canvases/${id}/browsers/${widget.id}/framing`;
  expect((await easel.admin.get(framing)).body.framing).toBe('allowed');
  await made(easel.admin.patch(`/canvases/${id}/browsers/${widget.id}`, { url: `${easel.url}/open/${id}` }));
  expect((await easel.admin.get(framing)).body.framing).toBe('forbidden');
  await easel.close();
});
