import { expect, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { useEasel } from '../kit/easel.ts';
import { ok } from '../kit/full-canvas.ts';
import { until } from '../kit/until.ts';

const easel = useEasel();
const id = '11111111-0000-4000-8000-000000000000';
const canvas = `/canvases/${id}`;

/** Makes the canvas with three notes, under the same id each time; while the one before is being removed the id is refused with 503. */
async function make(text: string): Promise<void> {
  await until(async () => {
    const { status, body } = await easel.admin.post('/canvases', {}, { 'easel-id': id });
    if (status !== 200) expect([status, body.msg]).toEqual([503, `Canvas ${id} is still being removed`]);
    return status === 200;
  });
  for (const at of [1, 2, 3]) ok(await easel.admin.post(`${canvas}/notes`, { text: `${text} ${at}` }));
}

const notes = (headers = {}): Promise<Answer> => easel.admin.get(`${canvas}/notes`, headers);

test('a canvas that is made again under the id of a deleted one is never taken for that one', async () => {
  await make('old');
  const { headers } = await notes();
  ok(await easel.admin.delete(canvas));
  await make('new');
  const keeper = await easel.admin.watch(`${canvas}/notes`);
  await keeper.next();
  const now = await notes();
  expect(now.headers['easel-revision'], 'the revisions of both are the same').toBe(headers['easel-revision']);

  const resumed = await easel.admin.watch(`${canvas}/notes?changes=1&from=${headers['easel-revision']}`);
  expect(resumed.response.headers['easel-stream']).toBe('whole');
  expect(await resumed.next()).toEqual(now.body);
  expect((await notes({ 'If-None-Match': headers.etag as string })).body).toEqual(now.body);
  expect((await notes({ 'If-None-Match': now.headers.etag as string })).status, 'the tags of the new one hold').toBe(304);
});
