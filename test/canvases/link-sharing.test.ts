import { describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { makeCanvas, NOWHERE, refused } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

async function linked(link_permission: string): Promise<string> {
  const path = `/canvases/${(await makeCanvas(ann)).id}`;
  await ann.post(`${path}/permissions`, { link_permission });
  return path;
}

describe('without a token', () => {
  test.each(['view', 'edit'])('a canvas with the link %s is served with exactly that access', async (link) => {
    const path = await linked(link);
    const { status, body } = await easel.anonymous.get(path);
    expect([status, body.access]).toEqual([200, link]);
    expect((await easel.anonymous.get(`${path}/widgets`)).body).toHaveLength(1);
  });

  test('an unknown canvas and one that is not shared are refused alike', async () => {
    const closed = await linked('none');
    for (const path of [closed, `/canvases/${NOWHERE}`, `${closed}/widgets`]) {
      expect(await refused(easel, () => easel.anonymous.get(path))).toBe('401 Unauthorized');
    }
  });

  test('no write, no list and no permissions, even with the link edit', async () => {
    const path = await linked('edit');
    const { anonymous } = easel;
    const sends = [
      () => anonymous.patch(path, { name: 'x' }),
      () => anonymous.delete(path),
      () => anonymous.post(`${path}/move`, {}),
      () => anonymous.post(`${path}/notes`, {}),
      () => anonymous.get(`${path}/permissions`),
      () => anonymous.get('/canvases'),
      () => anonymous.get('/canvas-folders'),
      () => anonymous.post('/canvases', {}),
    ];
    for (const send of sends) expect(await refused(easel, send)).toBe('401 Unauthorized');
  });

  test('entries for the Guest are stored and shown, and give nothing', async () => {
    const path = await linked('view');
    const { body } = await ann.post(`${path}/permissions`, {
      users: [{ id: 100, permission: 'owner' }],
      groups: [{ id: 1, permission: 'edit' }],
    });
    expect(body.users).toContainEqual({ id: 100, inherited: false, permission: 'owner' });
    expect((await easel.anonymous.get(path)).body.access).toBe('view');
    await ann.post(`${path}/permissions`, { link_permission: 'none' });
    expect(await refused(easel, () => easel.anonymous.get(path))).toBe('401 Unauthorized');
  });

  test('a token that is sent but invalid is refused', async () => {
    const path = await linked('view');
    expect(await refused(easel, () => easel.as('invalid').get(path))).toBe('401 Invalid token');
  });

  test('a blocked Guest turns it off', async () => {
    const path = await linked('view');
    await easel.admin.post('/users/100/block');
    expect(await refused(easel, () => easel.anonymous.get(path))).toBe('401 Unauthorized');
    expect((await bob.get(path)).status).toBe(200);
    await easel.admin.post('/users/100/unblock');
    expect((await easel.anonymous.get(path)).status).toBe(200);
  });

  test('a trashed canvas stays shared', async () => {
    const path = await linked('view');
    await ann.post(`${path}/move`, { folder_id: `trash.${ann.id}` });
    expect((await easel.anonymous.get(path)).body).toMatchObject({ access: 'view', in_trash: true });
  });

  test('streams end when the link is taken back', async () => {
    const path = await linked('view');
    const stream = await easel.anonymous.watch(path);
    expect(await stream.next()).toMatchObject({ access: 'view', state: 'normal' });
    await ann.post(`${path}/permissions`, { link_permission: 'edit' });
    expect(await stream.next()).toMatchObject({ access: 'edit', state: 'normal' });
    await ann.post(`${path}/permissions`, { link_permission: 'none' });
    expect(await stream.next()).toMatchObject({ access: 'none', state: 'deleted' });
    expect(await stream.ended).toBe('clean');
    expect((await easel.anonymous.get(path)).status).toBe(401);
  });
});

describe('with a token', () => {
  test('access is never below the link, writes included', async () => {
    const path = await linked('view');
    expect((await bob.get(path)).body.access).toBe('view');
    expect(await refused(easel, () => bob.patch(path, { name: 'x' }))).toBe('403 Permission denied');
    await ann.post(`${path}/permissions`, { link_permission: 'EDIT' });
    expect((await bob.patch(path, { name: 'by link' })).body).toMatchObject({ name: 'by link', access: 'edit' });
    expect((await ann.get(path)).body.access).toBe('owner');
    const listed: { id: string }[] = (await bob.get('/canvases')).body;
    expect(listed.filter(({ id }) => path.endsWith(id))).toEqual([]);
  });
});
