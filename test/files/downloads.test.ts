import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Answer, startEasel, useEasel } from '../kit/easel.ts';
import { type FormParts, form, getFile } from '../kit/files.ts';
import { svg } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const easel = useEasel();
let canvas: string;
beforeEach(async () => {
  canvas = await easel.canvas();
});

/** Files of the asset store that this process has open. */
const openFiles = (folder: string): string[] =>
  readdirSync('/proc/self/fd').filter((fd) => linkOf(`/proc/self/fd/${fd}`).startsWith(join(folder, 'assets')));

function linkOf(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return '';
  }
}

const upload = (type: string, parts: FormParts): Promise<Answer> => easel.admin.post(`${canvas}/${type}`, ...form(parts));

describe('a download', () => {
  const data = svg(40, 20);
  const get = (id: string, headers?: Record<string, string>, method?: string) =>
    getFile(easel, easel.admin, `${canvas}/images/${id}/download`, headers, method);
  const made = async (json: object = {}): Promise<string> =>
    (await upload('images', { data, filename: 'plan.svg', json })).body.id;

  it('gives the bytes with their type and name', async () => {
    const { status, bytes, headers } = await get(await made());
    expect([status, bytes]).toEqual([200, data]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-length': String(data.length),
      'content-disposition': 'attachment; filename="plan.svg"',
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': 'sandbox',
    });
  });

  it('has the id for its name when there is none', async () => {
    const id = (await upload('images', { data })).body.id;
    expect((await get(id)).headers.get('content-disposition')).toBe(`attachment; filename="${id}.svg"`);
  });

  it('has a name that any client can read', async () => {
    const { headers } = await get(await made({ original_filename: 'Entwürfe "1".svg' }));
    const name = 'attachment; filename="Entw_rfe _1_.svg"; filename*=UTF-8\'\'Entw%C3%BCrfe%20_1_.svg';
    expect(headers.get('content-disposition')).toBe(name);
  });

  it.each([
    ['bytes=0-3', 0, 4],
    ['bytes=10-', 10, data.length],
    ['bytes=-5', data.length - 5, data.length],
  ])('gives the range %s', async (range, from, to) => {
    const { status, bytes, headers } = await get(await made(), { range });
    expect([status, bytes]).toEqual([206, data.subarray(from, to)]);
    expect(headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/${data.length}`);
  });

  it('refuses a range behind the end', async () => {
    const { status, msg, headers } = await get(await made(), { range: 'bytes=9999-' });
    expect([status, msg, headers.get('content-range')]).toEqual([416, 'Range not satisfiable', `bytes */${data.length}`]);
  });

  it('answers HEAD without bytes', async () => {
    const { status, bytes, headers } = await get(await made(), {}, 'HEAD');
    expect([status, bytes.length, headers.get('content-length')]).toEqual([200, 0, String(data.length)]);
    expect((await get(await made(), { range: 'bytes=0-3' }, 'HEAD')).status, 'a range is one of a GET').toBe(200);
  });

  it.skipIf(process.platform !== 'linux')('whose reader takes nothing is cut, and lets go of its file', async () => {
    const other = await startEasel({ limits: { unreadMs: 200 } });
    const path = await other.canvas();
    const sent = await other.admin.post(`${path}/uploads-folder`, ...form({ data: randomBytes(32 * 1024 * 1024) }));
    const reader = connect({ port: Number(new URL(other.url).port), host: '127.0.0.1' }).pause();
    const head = `Host: a\r\nPrivate-Token: ${other.admin.token}\r\nCanvas-ID: ${path.split('/')[2]}`;
    reader.write(`GET /api/v1/assets/${sent.body.hash} HTTP/1.1\r\n${head}\r\n\r\n`);
    await until(() => openFiles(other.folder).length === 1);
    await until(() => openFiles(other.folder).length === 0);
    let taken = 0;
    for await (const chunk of reader.on('error', () => undefined)) taken += chunk.length;
    expect(taken).toBeLessThan(32 * 1024 * 1024);
    await other.close();
  });

  it.skipIf(process.platform !== 'linux')('behind an open stream opens nothing, and comes in its turn otherwise', async () => {
    const id = await made();
    const get = (path: string) => `GET /api/v1${path} HTTP/1.1\r\nHost: a\r\nPrivate-Token: ${easel.admin.token}\r\n\r\n`;
    const file = get(`${canvas}/images/${id}/download`);
    const port = Number(new URL(easel.url).port);
    const behind = connect({ port, host: '127.0.0.1' });
    behind.write(get(`${canvas}/images?subscribe`) + file);
    await once(behind, 'data');
    // When a later request is answered, the server has read everything that was sent before
    for (let trip = 0; trip < 5; trip++) await easel.admin.get('/server-info');
    behind.destroy();
    expect(openFiles(easel.folder)).toEqual([]);
    const reader = connect({ port, host: '127.0.0.1' });
    reader.write(file + file + file.replace('GET', 'HEAD').replace('Host', 'Connection: close\r\nHost'));
    let text = '';
    for await (const chunk of reader) text += chunk;
    expect(text.match(/HTTP\/1.1 200 OK/g)).toHaveLength(3);
    expect(text.split(data.toString())).toHaveLength(3);
    await until(() => openFiles(easel.folder).length === 0);
  });

  it('is 404 for another type and for what is gone', async () => {
    const id = await made();
    expect((await getFile(easel, easel.admin, `${canvas}/videos/${id}/download`)).msg).toBe(`Video ${id} not found`);
    await easel.admin.delete(`${canvas}/images/${id}`);
    expect((await get(id)).msg).toBe(`Image ${id} not found`);
  });

  it('needs no token on a canvas that is shared by link, and one elsewhere', async () => {
    const id = await made();
    const path = `${canvas}/images/${id}/download`;
    expect((await getFile(easel, easel.anonymous, path)).status).toBe(401);
    await easel.admin.post(`${canvas}/permissions`, { link_permission: 'view' });
    expect((await getFile(easel, easel.anonymous, path)).bytes).toEqual(data);
  });
});
