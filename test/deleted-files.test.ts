import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDeletedFiles, type DeletedFiles } from '../server/assets/deleted-files.ts';
import { type Caller, useEasel } from './kit/easel.ts';
import { passHours } from './kit/events.ts';
import { form, getFile, storedNames, uploaded } from './kit/files.ts';
import { picture } from './kit/samples.ts';
import { until } from './kit/until.ts';

const HOUR = 3_600_000;
const WEEK = 7 * 24;

const easel = useEasel();
let forever: Caller;
let canvas: string;
let id: string;
beforeAll(async () => {
  const { body } = await easel.admin.post(`/users/${easel.admin.id}/access-tokens`, { description: 'outlives a week' });
  forever = easel.as(body.plain_token);
});
beforeEach(async () => {
  canvas = await easel.canvas(forever);
  id = canvas.slice('/canvases/'.length);
});

/** Bytes that no other test has. */
let sides = 10;
const bytes = (): Promise<Buffer> => picture('png', ++sides, sides + 1);
const remove = async (path: string): Promise<void> => expect(await forever.delete(path)).toMatchObject({ status: 200 });
const isStored = (hash: string): boolean => storedNames(easel.folder).includes(hash);
/** What a canvas takes by its hash. */
const accepted = async (hash: string, from = id, days = 7) => {
  const deleted: DeletedFiles = createDeletedFiles({ store: easel.server.store, clock: easel.clock, days });
  return (await deleted.accepted(from, [hash, 'f'.repeat(64)])).get(hash);
};
/** The statuses of both addresses of a file. */
const read = async (hash: string): Promise<number[]> => {
  const asset = getFile(easel, forever, `/assets/${hash}`, { 'canvas-id': id });
  const file = getFile(easel, forever, `/files/${id}/${hash}`);
  return (await Promise.all([asset, file])).map(({ status }) => status);
};

describe('the file of the last widget that had it', () => {
  it('can be read by nobody, and may come back to its canvas for seven days, whatever the sweep does', async () => {
    const data = await bytes();
    const image = await uploaded(easel, forever, `${canvas}/images`, data);
    const { hash } = image;
    const file = {
      hash,
      original_filename: expect.stringMatching(/./),
      file: expect.objectContaining({ type: 'image/png', width: sides }),
    };
    expect([await read(hash), await accepted(hash)]).toEqual([[200, 200], file]);
    await remove(`${canvas}/images/${image.id}`);
    expect([await read(hash), await accepted(hash)]).toEqual([[404, 404], file]);
    easel.clock.advance((WEEK - 4) * HOUR);
    await passHours(easel, 3, hash);
    expect([await read(hash), isStored(hash), await accepted(hash)]).toEqual([[404, 404], true, file]);
    easel.clock.advance(HOUR);
    expect([isStored(hash), await accepted(hash)]).toEqual([true, undefined]);
    await passHours(easel, 2, hash);
    await until(() => !isStored(hash));
  });

  it('may come back to no other canvas, and not when its own is gone', async () => {
    const { id: image, hash } = await uploaded(easel, forever, `${canvas}/images`, await bytes());
    const other = await easel.canvas(forever);
    await remove(`${canvas}/images/${image}`);
    expect(await accepted(hash, other.slice('/canvases/'.length))).toBeUndefined();
    await remove(canvas);
    await expect(accepted(hash)).rejects.toMatchObject({ status: 404 });
    await passHours(easel, 2, hash);
    await until(() => !isStored(hash));
  });

  it('counts its days from the last of several, and does not count in the size of the canvas', async () => {
    const data = await bytes();
    const images = [
      await uploaded(easel, forever, `${canvas}/images`, data),
      await uploaded(easel, forever, `${canvas}/images`, data),
    ];
    const [{ hash }] = images as [(typeof images)[0]];
    await remove(`${canvas}/images/${images[0]!.id}`);
    easel.clock.advance((WEEK + 1) * HOUR);
    expect(await read(hash)).toEqual([200, 200]);
    await remove(`${canvas}/images/${images[1]!.id}`);
    expect([await accepted(hash), (await forever.get(canvas)).body.asset_size]).toEqual([expect.objectContaining({ hash }), 0]);
  });

  it('may come back after the server was started again', async () => {
    const { id: image, hash } = await uploaded(easel, forever, `${canvas}/images`, await bytes());
    await remove(`${canvas}/images/${image}`);
    await easel.restart();
    expect([await read(hash), await accepted(hash)]).toEqual([[404, 404], expect.objectContaining({ hash })]);
  });

  it('of a background may come back, too', async () => {
    await forever.post(`${canvas}/background`, ...form({ data: await bytes() }));
    const { hash } = (await forever.get(`${canvas}/background`)).body.image;
    await forever.patch(`${canvas}/background`, { image: { hash: '' } });
    expect(await accepted(hash)).toMatchObject({ hash, original_filename: '', file: { type: 'image/png' } });
  });

  it('is not in a copy of the canvas', async () => {
    const { id: image, hash } = await uploaded(easel, forever, `${canvas}/images`, await bytes());
    await remove(`${canvas}/images/${image}`);
    const { folder_id } = (await forever.get(canvas)).body;
    const copy = (await forever.post(`${canvas}/copy`, { folder_id })).body;
    expect(await accepted(hash, copy.id)).toBeUndefined();
  });
});

describe('EASEL_DELETED_FILES_DAYS=0', () => {
  const strict = useEasel({ env: { EASEL_DELETED_FILES_DAYS: '0' } });

  it('lets files go an hour after the last widget', async () => {
    const place = await strict.canvas();
    const { id: image, hash } = await uploaded(strict, strict.admin, `${place}/images`, await bytes());
    await strict.admin.delete(`${place}/images/${image}`);
    await passHours(strict, 3, hash);
    await until(() => !storedNames(strict.folder).includes(hash));
  });
});
