import { describe, expect, test } from 'vitest';
import { Canvas, canvasIn } from '../../model/resources/canvas.ts';
import { Versions } from '../../server/store/memory/versions.ts';
import { type Person, startEasel, useEasel } from '../kit/easel.ts';
import { give, makeCanvas, makeFolder, type Place, refused } from '../kit/places.ts';

const easel = useEasel({
  env: { EASEL_MAX_SESSIONS_PER_USER: '4', EASEL_MAX_TOKENS_PER_USER: '3', EASEL_MAX_CANVASES_PER_USER: '5' },
});

describe('sessions of one user', () => {
  const signIns = (who: Person, count: number): Promise<Person[]> =>
    Promise.all(Array.from({ length: count }, () => easel.signIn(who.email, who.password)));
  const isValid = async ({ token }: { token: string }): Promise<boolean> => (await easel.as(token).get('/users')).status === 200;
  const valid = (some: readonly Person[]): Promise<boolean[]> => Promise.all(some.map(isValid));

  test('are as many as the server allows: a further sign-in works and ends the oldest', async () => {
    const ann = await easel.user();
    const others = [];
    for (let at = 0; at < 3; at++) others.push(...(await signIns(ann, 1)));
    expect(await valid([ann, ...others])).toEqual([true, true, true, true]);
    const [fifth] = await signIns(ann, 1);
    expect(await valid([ann, ...others, fifth!])).toEqual([false, true, true, true, true]);
    expect((await easel.as(ann.token).get('/users')).body).toEqual({ msg: 'Invalid token' });
    const many = await signIns(ann, 20);
    expect((await valid([...others, fifth!, ...many])).filter((is) => is)).toHaveLength(4);
  });

  test('of others are not touched, nor are permanent tokens', async () => {
    const ann = await easel.user();
    const bob = await easel.user();
    const { body } = await ann.post(`/users/${ann.id}/access-tokens`, { name: 'robot' });
    await signIns(ann, 10);
    expect([await isValid(bob), await isValid({ token: body.plain_token })]).toEqual([true, true]);
  });

  test('with an open stream end last, and then their streams, too', async () => {
    const ann = await easel.user();
    const stream = await ann.watch('/canvases');
    await stream.next();
    const [idle] = await signIns(ann, 1);
    for (let at = 0; at < 8; at++) await signIns(ann, 1);
    expect(await valid([ann, idle!])).toEqual([true, false]);
    const others = [];
    for (let at = 0; at < 3; at++) {
      const [other] = await signIns(ann, 1);
      await (await other!.watch('/canvases')).next();
      others.push(other!);
    }
    await signIns(ann, 1);
    easel.clock.advance(250);
    expect(await stream.ended).toBe('clean');
    expect(await valid([ann, ...others])).toEqual([false, true, true, true]);
  });

  test('by a presented token leave that token valid', async () => {
    const ann = await easel.user();
    for (let at = 0; at < 10; at++) {
      expect((await easel.anonymous.post('/users/login', { token: ann.token })).status).toBe(200);
    }
    expect(await isValid(ann)).toBe(true);
  });

  test('are any number where the bound is 0, and fewer at the next sign-in after it was lowered', async () => {
    const free = await startEasel({ env: { EASEL_MAX_SESSIONS_PER_USER: '0' } });
    const made = await Promise.all(Array.from({ length: 30 }, () => free.signIn(free.admin.email, free.admin.password)));
    for (const one of made) expect((await one.get('/users')).status).toBe(200);
    await free.close();
  });
});

describe('permanent tokens of one user', () => {
  test('are refused beyond the bound, also to an administrator, until one is deleted', async () => {
    const ann = await easel.user();
    const path = `/users/${ann.id}/access-tokens`;
    const made = [];
    for (let at = 0; at < 3; at++) made.push((await ann.post(path, { name: 'robot' })).body);
    for (const who of [ann, easel.admin]) {
      expect(await refused(easel, () => who.post(path, { name: 'robot' }))).toBe(
        '409 A user may have at most 3 access tokens: delete one that is not used',
      );
    }
    expect((await ann.patch(`${path}/${made[0].id}`, { name: 'renamed' })).status).toBe(200);
    await ann.delete(`${path}/${made[1].id}`);
    expect((await ann.post(path, { name: 'robot' })).status).toBe(200);
  });
});

describe('canvases made by one user', () => {
  const tooMany = '409 A user may have made at most 5 canvases: delete some, those in the trash count';

  test('are refused beyond the bound, created or copied, until one is deleted; trashing is not enough', async () => {
    const ann = await easel.user();
    const made: Place[] = [];
    for (let at = 0; at < 5; at++) made.push(await makeCanvas(ann));
    expect(await refused(easel, () => ann.post('/canvases', {}))).toBe(tooMany);
    for (const method of ['POST', 'PATCH']) {
      expect(await refused(easel, () => ann.request(method, `/canvases/${made[0].id}/copy`, {}))).toBe(tooMany);
    }
    await ann.post(`/canvases/${made[0].id}/move`, { folder_id: `trash.${ann.id}` });
    expect(await refused(easel, () => ann.post('/canvases', {}))).toBe(tooMany);
    expect((await ann.patch(`/canvases/${made[1].id}`, { name: 'renamed' })).status).toBe(200);
    await ann.delete(`/canvas-folders/trash.${ann.id}/children`);
    expect((await ann.post(`/canvases/${made[1].id}/copy`, {})).status).toBe(200);
    expect(await refused(easel, () => ann.post('/canvases', {}))).toBe(tooMany);
  });

  test('stay within the bound when they are made at once', async () => {
    const ann = await easel.user();
    const answers = await Promise.all(Array.from({ length: 12 }, () => ann.post('/canvases', {})));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  });

  test('count for the user who made them, wherever they are and whoever owns them now', async () => {
    const ann = await easel.user();
    const bob = await easel.user();
    const { id: folder_id } = await makeFolder(bob);
    await give(bob, `/canvas-folders/${folder_id}`, ann, 'edit');
    for (let at = 0; at < 5; at++) await makeCanvas(ann, { folder_id });
    expect(await refused(easel, () => ann.post('/canvases', {}))).toBe(tooMany);
    expect((await bob.post('/canvases', {})).status).toBe(200);
  });

  test('of a folder are copied all or not at all', async () => {
    const ann = await easel.user();
    const { id: folder_id } = await makeFolder(ann);
    for (let at = 0; at < 2; at++) await makeCanvas(ann, { folder_id });
    const { id: other } = await makeFolder(ann);
    const copy = () => ann.post(`/canvas-folders/${folder_id}/copy`, { folder_id: other, conflicts: 'replace' });
    expect((await copy()).status).toBe(200);
    expect(await refused(easel, copy)).toBe(tooMany);
    expect((await ann.get('/canvases')).body).toHaveLength(4);
  });

  test('from before the maker was recorded count for nobody', () => {
    const { created_by, saved, editors_can_share, link_permission, resizes, ...shown } = canvasIn('f', 'c', 'old', 'then');
    const kept = { editors_can_share, link_permission, resizes };
    const hidden = JSON.stringify({ ...kept, copied_from: 'source' });
    const row = { key: 'c', kind: 'Canvas', ordinal: 1, shown: JSON.stringify(shown), hidden, version: 1 };
    const version = new Versions().ofRow(Canvas, row);
    expect(JSON.parse(version.hidden!)).toEqual({ ...kept, saved, created_by });
    expect([JSON.parse(version.shown), version.numbers]).toEqual([shown, []]);
  });
});
