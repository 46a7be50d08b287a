import { beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { type Answer, type Caller, useEasel } from '../kit/easel.ts';
import { passHours } from '../kit/events.ts';
import { form, getFile, storedNames, uploaded } from '../kit/files.ts';
import { ok } from '../kit/full-canvas.ts';
import { mp4, pdf, picture } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

const easel = useEasel({ people: ['ann'] });
let forever: Caller;
let canvas: string;
beforeAll(async () => {
  const { body } = await easel.admin.post(`/users/${easel.admin.id}/access-tokens`, { description: 'outlives weeks' });
  forever = easel.as(body.plain_token);
});
beforeEach(async () => {
  canvas = await easel.canvas(forever);
});

/** Bytes that no other test has. */
let sides = 10;
const bytes = (): Promise<Buffer> => picture('png', ++sides, sides + 1);
const upload = async (data?: Buffer, at = `${canvas}/images`) =>
  uploaded(easel, forever, at, data ?? (await bytes()), 'plan.one');
const remove = async (path: string): Promise<void> => void ok(await forever.delete(path));
const isStored = (hash: string): boolean => storedNames(easel.folder).includes(hash);

/** A create by hash. */
const create = (hash: string, more: object = {}, at = `${canvas}/images`): Promise<Answer> => forever.post(at, { hash, ...more });

async function expectRefused(hash: string, at = `${canvas}/images`, msg = `Unknown asset ${hash}`): Promise<void> {
  await easel.unchanged(async () => expect(await create(hash, {}, at)).toMatchObject({ status: 400, body: { msg } }));
}

/** Answers of both addresses of a file: its bytes, else the text of the refusal. */
async function read(hash: string): Promise<(Buffer | string | undefined)[]> {
  const id = canvas.slice('/canvases/'.length);
  const asset = getFile(easel, forever, `/assets/${hash}`, { 'canvas-id': id });
  const file = getFile(easel, forever, `/files/${id}/${hash}`);
  return (await Promise.all([asset, file])).map(({ status, bytes, msg }) => (status === 200 ? bytes : `${status} ${msg}`));
}
const unknown = (hash: string): string[] => Array<string>(2).fill(`404 Asset ${hash} not found`);

describe('the file of the last widget that had it', () => {
  it('can be read by nobody, and is taken by its hash for seven days, whatever the sweep does', async () => {
    const data = await bytes();
    const { id, hash } = await upload(data);
    expect(await read(hash)).toEqual([data, data]);
    await remove(`${canvas}/images/${id}`);
    expect(await read(hash)).toEqual(unknown(hash));
    easel.clock.advance(WEEK - 4 * HOUR);
    await passHours(easel, 3, hash);
    easel.clock.advance(HOUR - 1);
    expect(await read(hash)).toEqual(unknown(hash));
    const stream = await forever.watch(`${canvas}/images?changes=1`);
    await stream.next();
    const back = ok(await create(hash, { title: 'again' }));
    expect(back).toMatchObject({
      hash,
      title: 'again',
      original_filename: 'plan.one',
      size: { width: sides, height: sides + 1 },
    });
    expect(await stream.next()).toEqual([back]);
    stream.close();
    expect([await read(hash), (await forever.get(canvas)).body.asset_size]).toEqual([[data, data], data.length]);
  });

  it('is not taken later, and its bytes go', async () => {
    const { id, hash } = await upload();
    await remove(`${canvas}/images/${id}`);
    easel.clock.advance(WEEK - HOUR);
    await passHours(easel, 1, hash);
    expect(isStored(hash)).toBe(true);
    await expectRefused(hash);
    await passHours(easel, 2, hash);
    await until(() => !isStored(hash));
    await expectRefused(hash);
  });

  it('is taken by no other canvas, a copy among them, and by none when its own is gone', async () => {
    const { id, hash } = await upload();
    await remove(`${canvas}/images/${id}`);
    const { folder_id } = (await forever.get(canvas)).body;
    const copy = ok(await forever.post(`${canvas}/copy`, { folder_id }));
    for (const other of [await easel.canvas(forever), `/canvases/${copy.id}`]) await expectRefused(hash, `${other}/images`);
    await remove(canvas);
    expect((await create(hash)).status).toBe(404);
    await passHours(easel, 2, hash);
    await until(() => !isStored(hash));
  });

  it('counts its days from the last of several, and not in the size of the canvas', async () => {
    const data = await bytes();
    const images = [await upload(data), await upload(data)] as const;
    const { hash } = images[0];
    await remove(`${canvas}/images/${images[0].id}`);
    easel.clock.advance(WEEK + HOUR);
    expect(await read(hash)).toEqual([data, data]);
    await remove(`${canvas}/images/${images[1].id}`);
    expect((await forever.get(canvas)).body.asset_size).toBe(0);
    easel.clock.advance(WEEK - 1);
    const { id } = ok(await create(hash));
    await remove(`${canvas}/images/${id}`);
    easel.clock.advance(WEEK - 1);
    expect(ok(await create(hash)).hash).toBe(hash);
  });

  it('is taken after the server was started again', async () => {
    const { id, hash } = await upload();
    await remove(`${canvas}/images/${id}`);
    await easel.restart();
    expect(await read(hash)).toEqual(unknown(hash));
    expect(ok(await create(hash, { title: 'back' })).hash).toBe(hash);
  });

  it('comes back under the old id of its widget, as does one that went with its parent', async () => {
    const { id } = await upload();
    const before = ok(await forever.get(`${canvas}/images/${id}`));
    const parent = ok(await forever.post(`${canvas}/notes`)).id;
    const child = await upload(undefined, `${canvas}/images`);
    ok(await forever.patch(`${canvas}/images/${child.id}`, { parent_id: parent }));
    for (const gone of [`images/${id}`, `notes/${parent}`]) await remove(`${canvas}/${gone}`);
    expect(ok(await forever.post(`${canvas}/images`, before, { 'easel-id': id }))).toEqual(before);
    expect(ok(await create(child.hash)).hash).toBe(child.hash);
  });

  test.each([
    ['videos', mp4(70, 40), 'images'],
    ['pdfs', pdf(), 'videos'],
  ])('is taken for %s, and not for a widget of another kind', async (path, data, other) => {
    const { id, hash } = await upload(data, `${canvas}/${path}`);
    await remove(`${canvas}/${path}/${id}`);
    await expectRefused(hash, `${canvas}/${other}`, `Unsupported file type for ${other}`);
    expect(ok(await create(hash, { widget_type: path.slice(0, -1) }, `${canvas}/widgets`)).hash).toBe(hash);
  });

  it('was that of a background: it is taken, too', async () => {
    ok(await forever.post(`${canvas}/background`, ...form({ data: await bytes() })));
    const { hash } = ok(await forever.get(`${canvas}/background`)).image;
    ok(await forever.patch(`${canvas}/background`, { image: { hash: '' } }));
    expect(await read(hash)).toEqual(unknown(hash));
    expect(ok(await create(hash))).toMatchObject({ hash, original_filename: '' });
  });

  it('is taken by nobody who may not edit the canvas', async () => {
    const { id, hash } = await upload();
    await remove(`${canvas}/images/${id}`);
    const { email, password } = easel.people.ann;
    const ann = await easel.signIn(email, password);
    await easel.unchanged(async () => expect((await ann.post(`${canvas}/images`, { hash })).status).toBe(403));
  });
});

describe('EASEL_DELETED_FILES_DAYS', () => {
  const strict = useEasel({ env: { EASEL_DELETED_FILES_DAYS: '0' } });

  it('of 0 lets a file go at once, and its bytes an hour later', async () => {
    const place = await strict.canvas();
    const { id, hash } = await uploaded(strict, strict.admin, `${place}/images`, await bytes());
    ok(await strict.admin.delete(`${place}/images/${id}`));
    const refusal = { status: 400, body: { msg: `Unknown asset ${hash}` } };
    await strict.unchanged(async () => expect(await strict.admin.post(`${place}/images`, { hash })).toMatchObject(refusal));
    await passHours(strict, 3, hash);
    await until(() => !storedNames(strict.folder).includes(hash));
  });
});
