import { expect, test } from 'vitest';
import { RECENTS_MAX, STARS_MAX } from '../../model/resources/accounts/mark.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { narrowed, needsScope } from '../kit/narrowed.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;
const MINUTE = 60_000;
const denied = { status: 403, body: { msg: 'Permission denied' } };

const marks = (person: Person): string => `/users/${person.id}/marks`;
const idOf = (canvas: string): string => canvas.split('/')[2]!;
const marked = async (person: Person): Promise<{ readonly item_id: string; readonly opened_at: string }[]> =>
  (await person.get(marks(person))).body;

test('a star and an opened canvas are kept for the user, and streamed to the user alone', async () => {
  const item_id = idOf(await easel.canvas(ann, { name: 'Plan' }));
  const mine = await ann.watch(`${marks(ann)}?changes=1`);
  const theirs = await bob.watch(`${marks(bob)}?changes=1`);
  expect([await mine.next(), await theirs.next()]).toEqual([[], []]);
  const id = `${ann.id}.${item_id}`;
  const starred = { id, item_id, starred: true, opened_at: '', trashed_from: '', state: 'normal' };
  expect((await ann.post(marks(ann), { item_id, starred: true })).body).toEqual(starred);
  expect(await mine.next()).toEqual([starred]);
  const opened = (await ann.post(marks(ann), { item_id, opened: true })).body;
  expect(opened).toEqual({ ...starred, opened_at: new Date(easel.clock.now()).toISOString() });
  expect(await mine.next()).toEqual([opened]);
  expect((await ann.get('/users/me/marks')).body).toEqual([opened]);
  await ann.post(marks(ann), { item_id, starred: false, opened: false });
  expect(await mine.next()).toMatchObject([{ id, state: 'deleted' }]);
  expect(await marked(ann)).toEqual([]);
  await bob.post(marks(bob), { item_id: idOf(await easel.canvas(bob)), starred: true });
  expect(await theirs.next()).toMatchObject([{ starred: true }]);
  for (const stream of [mine, theirs]) stream.close();
});

test('a canvas that is opened again within a minute writes nothing', async () => {
  const item_id = idOf(await easel.canvas(ann));
  await ann.post(marks(ann), { item_id, opened: true });
  const before = await marked(ann);
  easel.clock.advance(MINUTE - 1);
  await easel.unchanged(() => ann.post(marks(ann), { item_id, opened: true }));
  expect(await marked(ann)).toEqual(before);
  easel.clock.advance(1);
  await ann.post(marks(ann), { item_id, opened: true });
  expect((await marked(ann)).at(-1)!.opened_at > before.at(-1)!.opened_at).toBe(true);
});

test(`the last ${RECENTS_MAX} opened canvases are kept, and stars stay`, async () => {
  const carla = await easel.user();
  const ids: string[] = [];
  for (let count = 0; count < RECENTS_MAX + 2; count++) {
    const item_id = idOf(await easel.canvas(carla));
    ids.push(item_id);
    easel.clock.advance(1000);
    await carla.post(marks(carla), { item_id, opened: true, starred: count === 0 });
  }
  const kept = await marked(carla);
  expect(kept).toHaveLength(RECENTS_MAX + 1);
  expect(kept.filter(({ opened_at }) => opened_at !== '').map(({ item_id }) => item_id)).toEqual(ids.slice(2));
  expect(kept[0]).toMatchObject({ item_id: ids[0], starred: true, opened_at: '' });
});

test('a mark goes with its canvas and with its user', async () => {
  const dora = await easel.user();
  const canvas = await easel.canvas(dora);
  await easel.admin.post(`${canvas}/permissions`, { users: [{ id: ann.id, permission: 'view' }] });
  for (const person of [dora, ann]) await person.post(marks(person), { item_id: idOf(canvas), starred: true });
  const other = idOf(await easel.canvas(dora));
  await dora.post(marks(dora), { item_id: other, opened: true });
  await dora.delete(canvas);
  expect((await marked(dora)).map(({ item_id }) => item_id)).toEqual([other]);
  expect((await marked(ann)).map(({ item_id }) => item_id)).not.toContain(idOf(canvas));
  const stream = await dora.watch(marks(dora));
  await stream.next();
  await easel.admin.delete(`/users/${dora.id}`);
  await stream.ended;
});

test('an item in the trash says where it was, until it is taken out', async () => {
  const eve = await easel.user();
  const folder = (await eve.post('/canvas-folders', { name: 'Numbers' })).body.id as string;
  const canvas = await easel.canvas(eve, { folder_id: folder });
  const trash = `trash.${eve.id}`;
  await eve.post(`${canvas}/move`, { folder_id: trash });
  expect(await marked(eve)).toMatchObject([{ item_id: idOf(canvas), trashed_from: folder }]);
  await eve.post(`${canvas}/move`, { folder_id: folder });
  expect(await marked(eve)).toEqual([]);
  await eve.post(`/canvas-folders/${folder}/move`, { folder_id: trash });
  expect(await marked(eve)).toMatchObject([{ item_id: folder, trashed_from: String(eve.id) }]);
  await eve.delete(`/canvas-folders/${trash}/children`);
  expect(await marked(eve)).toEqual([]);
});

test('nobody else reads or writes the marks of a user, whatever the role or the token', async () => {
  const item_id = idOf(await easel.canvas(ann));
  const reader = await narrowed(easel, ann, { scopes: ['read'] });
  const walled = await narrowed(easel, ann, { canvas_ids: [item_id] });
  expect((await reader.get(marks(ann))).status).toBe(200);
  await easel.unchanged(async () => {
    for (const caller of [bob, easel.admin, walled]) {
      expect(await caller.get(marks(ann))).toMatchObject(denied);
      expect(await caller.post(marks(ann), { item_id, starred: true })).toMatchObject(denied);
    }
    expect(await reader.post(marks(ann), { item_id, starred: true })).toMatchObject(needsScope('write'));
    expect((await easel.anonymous.get(marks(ann))).status).toBe(401);
  });
});

test('a canvas that the user may not see, a folder, and an empty request are refused', async () => {
  const item_id = idOf(await easel.canvas(bob));
  const folder = (await ann.post('/canvas-folders', {})).body.id as string;
  const own = idOf(await easel.canvas(ann));
  const nobody = '11111111-2222-4333-8444-555555555555';
  await easel.unchanged(async () => {
    expect(await ann.post(marks(ann), { item_id, starred: true })).toMatchObject(denied);
    for (const id of [folder, nobody])
      expect(await ann.post(marks(ann), { item_id: id, starred: true })).toMatchObject({
        status: 404,
        body: { msg: `Canvas ${id} not found` },
      });
    expect(await ann.post(marks(ann), { item_id: own })).toMatchObject({
      status: 400,
      body: { msg: 'starred or opened is required' },
    });
    expect((await ann.post(marks(ann), { item_id: own, starred: 'yes' })).status).toBe(400);
  });
});

test(`the star after ${STARS_MAX} is refused`, async () => {
  const fay = await easel.user();
  const first = await easel.canvas(fay);
  for (let count = 0; count < STARS_MAX; count++) {
    const item_id = count === 0 ? idOf(first) : idOf(await easel.canvas(fay));
    expect((await fay.post(marks(fay), { item_id, starred: true })).status).toBe(200);
  }
  const item_id = idOf(await easel.canvas(fay));
  await easel.unchanged(async () => {
    const msg = `A user may star at most ${STARS_MAX} canvases`;
    expect(await fay.post(marks(fay), { item_id, starred: true })).toMatchObject({ status: 409, body: { msg } });
  });
});
