import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, useEasel } from '../kit/easel.ts';
import { storedNames, uploaded } from '../kit/files.ts';
import { give, makeCanvas, makeFolder, type Place } from '../kit/places.ts';
import { svg } from '../kit/samples.ts';
import { until } from '../kit/until.ts';

const easel = useEasel();

let leaver: Person;
let stayer: Person;
beforeEach(async () => {
  leaver = await easel.user();
  stayer = await easel.user();
});

const leave = () => easel.admin.delete(`/users/${leaver.id}`);
const status = async (path: string, caller = easel.admin): Promise<number> => (await caller.get(path)).status;
const pathOf = ({ id }: Place): string => `/canvases/${id}`;

describe('the home of a deleted user', () => {
  test('is deleted with all folders and canvases below, whoever made them', async () => {
    const shared = await makeFolder(leaver, { name: 'Shared' });
    await give(leaver, `/canvas-folders/${shared.id}`, stayer, 'edit');
    const below = await makeFolder(stayer, { folder_id: shared.id });
    const places = [
      await makeCanvas(leaver),
      await makeCanvas(leaver, { folder_id: shared.id }),
      await makeCanvas(stayer, { folder_id: shared.id }),
      await makeCanvas(stayer, { folder_id: below.id }),
    ];
    expect((await leave()).status).toBe(200);
    for (const place of places) expect([await status(pathOf(place)), await status(pathOf(place), stayer)]).toEqual([404, 404]);
    for (const id of [leaver.id, `trash.${leaver.id}`, shared.id, below.id]) {
      expect(await status(`/canvas-folders/${id}`)).toBe(404);
    }
    expect(await status(`/canvas-folders/${stayer.id}`, stayer)).toBe(200);
  });

  test('is deleted with what lies in the trash, copies too', async () => {
    const canvas = await makeCanvas(leaver);
    const trashed = await makeCanvas(leaver);
    const copied = (await leaver.post(`${pathOf(canvas)}/copy`, {})).body;
    for (const place of [trashed, copied]) {
      expect((await leaver.post(`${pathOf(place)}/move`, { folder_id: `trash.${leaver.id}` })).status).toBe(200);
    }
    const folder = await makeFolder(leaver);
    const inside = await makeCanvas(leaver, { folder_id: folder.id });
    await leaver.post(`/canvas-folders/${folder.id}/move`, { folder_id: `trash.${leaver.id}` });
    await leave();
    for (const place of [canvas, trashed, copied, inside]) expect(await status(pathOf(place))).toBe(404);
    expect(await status(`/canvas-folders/${folder.id}`)).toBe(404);
  });

  test('ends the streams of others there, which report the deletion', async () => {
    const canvas = await makeCanvas(leaver);
    await give(leaver, pathOf(canvas), stayer, 'edit');
    await stayer.post(`${pathOf(canvas)}/notes`, {});
    const [item, notes, list] = [
      await stayer.watch(pathOf(canvas)),
      await stayer.watch(`${pathOf(canvas)}/notes`),
      await stayer.watch('/canvases'),
    ];
    for (const stream of [item, notes, list]) await stream.next();
    await leave();
    expect(await item.next()).toMatchObject({ id: canvas.id, state: 'deleted' });
    expect(await notes.next()).toMatchObject([{ state: 'deleted' }]);
    await easel.endOf(item);
    expect(await notes.ended).toBe('clean');
    expect(await list.next()).toMatchObject([{ id: canvas.id, state: 'deleted' }]);
    list.close();
  });

  test('is deleted with its files, unless something else shows them', async () => {
    const bytes = svg();
    const only = Buffer.from(`${bytes.toString().replace('</svg>', '')}<!-- of the leaver alone --></svg>`);
    const canvas = await makeCanvas(leaver);
    const kept = await makeCanvas(stayer);
    const gone = await uploaded(easel, leaver, `${pathOf(canvas)}/images`, only);
    const shared = await uploaded(easel, leaver, `${pathOf(canvas)}/images`, bytes);
    await uploaded(easel, stayer, `${pathOf(kept)}/images`, bytes);
    expect(storedNames(easel.folder)).toEqual(expect.arrayContaining([gone.hash, shared.hash]));
    await leave();
    await until(() => {
      easel.clock.advance(3_600_000);
      return !storedNames(easel.folder).includes(gone.hash);
    }, 20);
    expect(storedNames(easel.folder)).toContain(shared.hash);
    easel.admin = await easel.signIn(easel.admin.email, easel.admin.password);
  });
});

describe('what stays of a user', () => {
  test('are the canvases and folders elsewhere, without its permission', async () => {
    const folder = await makeFolder(stayer);
    await give(stayer, `/canvas-folders/${folder.id}`, leaver, 'edit');
    const canvas = await makeCanvas(leaver, { folder_id: folder.id });
    const own = await makeCanvas(stayer);
    await give(stayer, pathOf(own), leaver, 'owner');
    const entries = async (path: string): Promise<number[]> =>
      (await stayer.get(`${path}/permissions`)).body.users.map(({ id }: { id: number }) => id);
    expect(await entries(pathOf(own))).toContain(leaver.id);
    const stream = await stayer.watch(`${pathOf(own)}/permissions`);
    await stream.next();
    await leave();
    expect(await status(pathOf(canvas), stayer)).toBe(200);
    expect(await status(pathOf(own), stayer)).toBe(200);
    expect(await entries(pathOf(own))).not.toContain(leaver.id);
    expect(JSON.stringify(await stream.next())).not.toContain(`"id":${leaver.id},`);
    stream.close();
  });

  test('is the audit log', async () => {
    await makeCanvas(leaver);
    await leave();
    const lines = easel.audit().filter(({ author_id, target_id }) => author_id === leaver.id || target_id === String(leaver.id));
    expect(lines.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['User created', 'Login', 'Canvas created', 'User deleted']),
    );
  });

  test('is its id, which nobody gets again, and not its address', async () => {
    await leave();
    const next = await easel.user({ email: leaver.email });
    expect(next.id).toBeGreaterThan(leaver.id);
  });

  test('is nothing in the lists of its groups, whose streams are told', async () => {
    const { id } = (await easel.admin.post('/groups', { name: `Leavers ${leaver.id}` })).body;
    await easel.admin.post(`/groups/${id}/members`, { id: leaver.id });
    const stream = await easel.admin.watch(`/groups/${id}/members`);
    await stream.next();
    await leave();
    expect(await stream.next()).toMatchObject([{ id: leaver.id, state: 'deleted' }]);
    expect((await easel.admin.get(`/groups/${id}/members`)).body).toEqual([]);
    stream.close();
  });

  test('is nothing for its tokens, temporary and permanent', async () => {
    const token = (await leaver.post(`/users/${leaver.id}/access-tokens`, { name: 'robot' })).body.plain_token;
    const robot = await easel.as(token).watch('/users');
    await robot.next();
    await leave();
    await easel.endOf(robot);
    for (const one of [token, leaver.token]) expect(await status('/users', easel.as(one) as Person)).toBe(401);
  });
});
