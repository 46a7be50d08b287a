import { beforeEach, describe, expect, test } from 'vitest';
import { connectDisplay, showing } from '../kit/display.ts';
import type { StreamReader } from '../kit/easel.ts';
import { useEasel } from '../kit/easel.ts';
import { ok, type Shown } from '../kit/full-canvas.ts';
import { makeFolder, refused } from '../kit/places.ts';
import { RED } from '../kit/strokes.ts';

const easel = useEasel();
let canvas: string;
let kept: Shown;
beforeEach(async () => {
  canvas = await easel.canvas();
  kept = await note('kept');
});

const note = async (text: string): Promise<Shown> => ok(await easel.admin.post(`${canvas}/notes`, { text }));
const change = async (id: string, text: string): Promise<Shown> => ok(await easel.admin.patch(`${canvas}/notes/${id}`, { text }));
const drop = (id: string) => easel.admin.delete(`${canvas}/notes/${id}`);
const gone = (item: Shown): Shown => ({ ...item, state: 'deleted' });

const headOf = ({ response }: StreamReader): readonly [string, number] => [
  response.headers['easel-stream'] as string,
  Number(response.headers['easel-revision']),
];

/** Opens a stream, closes it, and gives the revision that it began with. */
async function seen(path = `${canvas}/notes`): Promise<number> {
  const stream = await easel.admin.watch(path);
  await stream.next();
  stream.close();
  return headOf(stream)[1];
}

const resume = (from: number | string, path = `${canvas}/notes?changes=1`) =>
  easel.admin.watch(`${path}${path.includes('?') ? '&' : '?'}from=${from}`);

describe('a stream that goes on from a revision', () => {
  test('begins with what changed after it, what is gone as deleted', async () => {
    const [changed, dropped] = [await note('old'), await note('dropped')];
    const from = await seen();
    const now = await change(changed.id, 'new');
    await drop(dropped.id);
    const made = await note('made');
    const stream = await resume(from);
    expect(headOf(stream)).toEqual(['resumed', from + 3]);
    expect(await stream.next()).toEqual([now, gone(dropped), made]);
    const followed = await change(kept.id, 'followed');
    expect(await stream.next()).toEqual([followed]);
  });

  test('begins with [] when nothing changed', async () => {
    const stream = await resume(await seen());
    expect([headOf(stream)[0], await stream.line()]).toEqual(['resumed', '[]']);
  });

  test('is told what is again as it was, and what came and went: it may have seen what was between', async () => {
    const from = await seen();
    await change(kept.id, 'for a moment');
    const again = await change(kept.id, 'kept');
    const short = await note('short-lived');
    await drop(short.id);
    expect(await (await resume(from)).next()).toEqual([again, gone(short)]);
  });

  test('is told nothing of what its list does not show', async () => {
    const from = await seen();
    ok(await easel.admin.post(`${canvas}/browsers`));
    const stream = await resume(from);
    expect([headOf(stream), await stream.line()]).toEqual([['resumed', from + 1], '[]']);
  });

  test('works on every list of records: widgets with their strokes, users, groups', async () => {
    const [widgets, groups] = [await seen(`${canvas}/widgets?annotations=1`), await seen('/groups')];
    const stroke = ok(await easel.admin.post(`${canvas}/notes/${kept.id}/annotations`, { line_color: RED }));
    const group = ok(await easel.admin.post('/groups', { name: 'made' }));
    const [first] = await (await resume(widgets, `${canvas}/widgets?annotations=1`)).next();
    expect(first).toMatchObject({ widget_type: 'Annotation', id: stroke.id, parent_id: kept.id });
    expect(await (await resume(groups, '/groups')).next()).toEqual([group]);
  });

  test('goes on from what a plain GET or a write said, while others watch the canvas', async () => {
    await seen();
    const { headers } = await easel.admin.get(`${canvas}/notes`);
    const made = await note('made');
    easel.clock.advance(55_000);
    expect(await (await resume(headers['easel-revision'] as string)).next()).toEqual([made]);
  });
});

describe('the first message is whole', () => {
  const isWhole = async (from: number | string, path?: string): Promise<void> => {
    const stream = await resume(from, path);
    expect([headOf(stream)[0], (await stream.next()).length ?? 'item']).toEqual(['whole', expect.anything()]);
  };

  test('for a revision that was never given, or too long ago', async () => {
    const from = await seen();
    for (const never of [from + 1, -1, '99999999999999999999999', from - 1]) await isWhole(never);
  });

  test('of whole lists, of items, and of lists that each caller sees in another way', async () => {
    for (const path of [`${canvas}/notes?changes=0`, `${canvas}/notes/${kept.id}`, '/canvases', '/canvas-folders']) {
      const from = await seen(path);
      await makeFolder(easel.admin);
      await isWhole(from, path);
    }
  });
});

test.each(['', 'x', '1.5', '1e3', '0x10'])('from=%s is refused', async (from) => {
  const path = `${canvas}/notes?subscribe&from=${from}`;
  expect(await refused(easel, () => easel.admin.get(path))).toBe('400 from must be an integer');
  expect((await easel.admin.get(path.replace('subscribe&', ''))).status).toBe(200);
});

test('a reader without the right is refused as ever', async () => {
  const from = await seen();
  expect(await refused(easel, () => easel.anonymous.get(`${canvas}/notes?subscribe&changes=1&from=${from}`))).toBe(
    '401 Unauthorized',
  );
});

test('after a restart the whole list is sent, because the host in it is gone', async () => {
  const { admin } = easel;
  const path = `${canvas}/rdp-connections?changes=1`;
  const rdp = ok(await admin.post(path, { connection_name: 'desk' }));
  const before = await admin.watch(path);
  expect(await before.next()).toEqual([rdp]);
  const display = await connectDisplay(easel, admin.token, showing([canvas.slice('/canvases/'.length)], ['rdp']));
  await display.acknowledge('host-widget');
  expect(await before.next()).toMatchObject([{ host_id: display.welcome.client_id }]);
  const revision = async (): Promise<string> => (await admin.get(path)).headers['easel-revision'] as string;
  const hosted = await revision();
  await easel.restart();
  const stream = await resume(hosted, path);
  expect([headOf(stream)[0], await stream.next()]).toEqual(['whole', [rdp]]);
  ok(await admin.post(path));
  await stream.next();
  const later = await resume(await revision(), path);
  expect([headOf(later)[0], await later.next()]).toEqual(['resumed', []]);
});
