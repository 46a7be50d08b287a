import { describe, expect, test } from 'vitest';
import { type Person, type StreamReader, useEasel } from '../kit/easel.ts';
import { give, makeCanvas, makeFolder } from '../kit/places.ts';

const easel = useEasel();

/** An owner, a user who may view, and a stranger. */
async function people() {
  const ann = await easel.user();
  const bob = await easel.user();
  const cleo = await easel.user();
  return { ann, bob, cleo };
}

/** Opens a stream and reads its first message. */
async function watching(who: Person, path: string): Promise<StreamReader> {
  const stream = await who.watch(path);
  await stream.next();
  return stream;
}

describe('the list of canvases', () => {
  test('tells create, rename and deletion to those who may view, with their access, and nobody else', async () => {
    const { ann, bob, cleo } = await people();
    const folder = await makeFolder(ann);
    await give(ann, `/canvas-folders/${folder.id}`, bob, 'view');
    const list = '/canvases?changes=1';
    const own = await watching(ann, list);
    const viewed = await watching(bob, list);
    const strange = await watching(cleo, list);
    const made = await makeCanvas(ann, { folder_id: folder.id });
    expect(await own.next()).toEqual([made]);
    expect(await viewed.next()).toEqual([{ ...made, access: 'view' }]);
    await ann.patch(`/canvases/${made.id}`, { name: 'plan' });
    expect(await own.next()).toEqual([{ ...made, name: 'plan' }]);
    expect(await viewed.next()).toEqual([{ ...made, name: 'plan', access: 'view' }]);
    await ann.delete(`/canvases/${made.id}`);
    expect(await own.next()).toEqual([{ ...made, name: 'plan', state: 'deleted' }]);
    expect(await viewed.next()).toEqual([{ ...made, name: 'plan', access: 'view', state: 'deleted' }]);
    const mark = await makeCanvas(cleo);
    expect(await strange.next()).toEqual([mark]);
  });

  test('with whole lists holds everything, and each deleted item once', async () => {
    const { ann } = await people();
    const [first, second] = [await makeCanvas(ann), await makeCanvas(ann)].sort((a, b) => (a.id < b.id ? -1 : 1));
    const stream = await ann.watch('/canvases?changes=0');
    expect(await stream.next()).toEqual([first, second]);
    await ann.delete(`/canvases/${first.id}`);
    expect(await stream.next()).toEqual([second, { ...first, state: 'deleted' }]);
    await ann.patch(`/canvases/${second.id}`, { name: 'left' });
    expect(await stream.next()).toEqual([{ ...second, name: 'left' }]);
  });

  test('tells lost access as none, and lists again what was regained', async () => {
    const { ann, bob } = await people();
    const made = await makeCanvas(ann);
    const path = `/canvases/${made.id}`;
    const stream = await watching(bob, '/canvases?changes=1');
    await give(ann, path, bob, 'edit');
    expect(await stream.next()).toEqual([{ ...made, access: 'edit' }]);
    await give(ann, path, bob, 'none');
    expect(await stream.next()).toEqual([{ ...made, access: 'none', state: 'deleted' }]);
    await give(ann, path, bob, 'view');
    expect(await stream.next()).toEqual([{ ...made, access: 'view' }]);
  });

  test('follows a folder that is shared, moved to the trash and deleted, in one message each', async () => {
    const { ann, bob } = await people();
    const outer = await makeFolder(ann);
    const inner = await makeFolder(ann, { folder_id: outer.id });
    const made = [await makeCanvas(ann, { folder_id: inner.id }), await makeCanvas(ann, { folder_id: outer.id })];
    const ofBoth = (change: object) => expect.arrayContaining(made.map((one) => ({ ...one, ...change })));
    const stream = await watching(bob, '/canvases?changes=1');
    const folder = `/canvas-folders/${outer.id}`;
    await give(ann, folder, bob, 'view');
    expect(await stream.next()).toEqual(ofBoth({ access: 'view' }));
    await ann.post(`${folder}/move`, { folder_id: `trash.${ann.id}` });
    expect(await stream.next()).toEqual(ofBoth({ access: 'view', in_trash: true }));
    await ann.delete(folder);
    expect(await stream.next()).toEqual(ofBoth({ access: 'view', in_trash: true, state: 'deleted' }));
  });

  test('follows a canvas that is moved into the view of a subscriber and out of it', async () => {
    const { ann, bob } = await people();
    const { id: folder_id } = await makeFolder(ann);
    await give(ann, `/canvas-folders/${folder_id}`, bob, 'view');
    const made = await makeCanvas(ann);
    const move = (to: string) => ann.post(`/canvases/${made.id}/move`, { folder_id: to });
    const own = await watching(ann, `/canvases/${made.id}`);
    const viewed = await watching(bob, '/canvases?changes=1');
    await move(folder_id);
    expect(await own.next()).toEqual({ ...made, folder_id });
    expect(await viewed.next()).toEqual([{ ...made, folder_id, access: 'view' }]);
    await move(String(ann.id));
    expect(await own.next()).toEqual(made);
    expect(await viewed.next()).toEqual([{ ...made, folder_id, access: 'none', state: 'deleted' }]);
  });

  test('follows membership and role', async () => {
    const { ann, bob } = await people();
    const made = await makeCanvas(ann);
    const { body: group } = await easel.admin.post('/groups', { name: `group of ${bob.id}` });
    await ann.post(`/canvases/${made.id}/permissions`, { groups: [{ id: group.id, permission: 'view' }] });
    const stream = await watching(bob, '/canvases?changes=1');
    await easel.admin.post(`/groups/${group.id}/members`, { id: bob.id });
    expect(await stream.next()).toEqual([{ ...made, access: 'view' }]);
    await easel.admin.delete(`/groups/${group.id}/members/${bob.id}`);
    expect(await stream.next()).toEqual([{ ...made, access: 'none', state: 'deleted' }]);
    await easel.admin.patch(`/users/${bob.id}`, { admin: true });
    expect(await stream.next()).toContainEqual({ ...made, access: 'edit' });
  });

  test('tells changes of content at most once a second', async () => {
    const { ann } = await people();
    const made = await makeCanvas(ann);
    const list = await watching(ann, '/canvases?changes=1');
    const item = await watching(ann, `/canvases/${made.id}`);
    easel.clock.advance(100);
    for (const text of ['one', 'two', 'three']) await ann.post(`/canvases/${made.id}/notes`, { text });
    const modified_at = new Date(easel.clock.now()).toISOString();
    easel.clock.advance(1000);
    expect(await list.next()).toEqual([{ ...made, modified_at }]);
    expect(await item.next()).toEqual({ ...made, modified_at });
    await ann.patch(`/canvases/${made.id}`, { name: 'next' });
    expect(await list.next()).toEqual([{ ...made, modified_at, name: 'next' }]);
  });
});

describe('one canvas', () => {
  test('tells a new size at once, with the root widget', async () => {
    const { ann } = await people();
    const made = await makeCanvas(ann);
    const path = `/canvases/${made.id}`;
    const [item, widgets] = [await watching(ann, path), await watching(ann, `${path}/widgets`)];
    easel.clock.advance(10);
    const { body } = await ann.patch(path, { width: 3000 });
    expect(await item.next()).toEqual(body);
    expect(await widgets.next()).toMatchObject([{ widget_type: 'SharedCanvas', size: { width: 3000, height: 5400 } }]);
  });

  test('ends every stream of it when it is deleted', async () => {
    const { ann, bob } = await people();
    const made = await makeCanvas(ann);
    const path = `/canvases/${made.id}`;
    await give(ann, path, bob, 'view');
    const item = await watching(bob, path);
    const permissions = await watching(bob, `${path}/permissions`);
    const widgets = await watching(bob, `${path}/widgets`);
    await ann.delete(path);
    expect(await item.next()).toEqual({ ...made, access: 'view', state: 'deleted' });
    expect(await permissions.next()).toMatchObject({ state: 'deleted', link_permission: 'none' });
    expect(await widgets.next()).toMatchObject([{ widget_type: 'SharedCanvas', state: 'deleted' }]);
    expect(await Promise.all([item.ended, permissions.ended, widgets.ended])).toEqual(['clean', 'clean', 'clean']);
  });

  test('ends with access none for a user who lost it, and goes on for others', async () => {
    const { ann, bob } = await people();
    const made = await makeCanvas(ann);
    const path = `/canvases/${made.id}`;
    await give(ann, path, bob, 'edit');
    const lost = await watching(bob, path);
    const kept = await watching(ann, path);
    await give(ann, path, bob, 'view');
    expect(await lost.next()).toEqual({ ...made, access: 'view' });
    await give(ann, path, bob, 'none');
    expect(await lost.next()).toEqual({ ...made, access: 'none', state: 'deleted' });
    expect(await lost.ended).toBe('clean');
    await ann.patch(path, { name: 'kept' });
    expect(await kept.next()).toEqual({ ...made, name: 'kept' });
  });
});

describe('folders', () => {
  test('tell create, rename, move and deletion on item and list', async () => {
    const { ann, bob } = await people();
    const list = await watching(ann, '/canvas-folders?changes=1');
    const outer = await makeFolder(ann);
    expect(await list.next()).toEqual([outer]);
    const inner = await makeFolder(ann, { folder_id: outer.id });
    expect(await list.next()).toEqual([inner]);
    await give(ann, `/canvas-folders/${inner.id}`, bob, 'view');
    const item = await watching(bob, `/canvas-folders/${inner.id}`);
    await ann.patch(`/canvas-folders/${inner.id}`, { name: 'renamed' });
    expect(await list.next()).toEqual([{ ...inner, name: 'renamed' }]);
    expect(await item.next()).toEqual({ ...inner, name: 'renamed', access: 'view' });
    await ann.post(`/canvas-folders/${outer.id}/move`, { folder_id: `trash.${ann.id}` });
    const trashed = { ...inner, name: 'renamed', in_trash: true };
    expect(await list.next()).toEqual(
      expect.arrayContaining([{ ...outer, folder_id: `trash.${ann.id}`, in_trash: true }, trashed]),
    );
    expect(await item.next()).toEqual({ ...trashed, access: 'view' });
    await ann.delete(`/canvas-folders/trash.${ann.id}/children`);
    expect(await list.next()).toHaveLength(2);
    expect(await item.next()).toEqual({ ...trashed, access: 'view', state: 'deleted' });
    expect(await item.ended).toBe('clean');
  });

  test('tell the rename of a user as a rename of the home, and do not tell a login', async () => {
    const { ann } = await people();
    const list = await watching(ann, '/canvas-folders?changes=1');
    await easel.signIn(ann.email, ann.password);
    await easel.admin.patch(`/users/${ann.id}`, { name: 'new name' });
    expect(await list.next()).toMatchObject([{ id: String(ann.id), name: 'new name' }]);
  });
});

describe('permissions', () => {
  test('send the present object first and one after each change, also of folders above', async () => {
    const { ann, bob } = await people();
    const folder = await makeFolder(ann);
    const canvas = await makeCanvas(ann, { folder_id: folder.id });
    const stream = await ann.watch(`/canvases/${canvas.id}/permissions`);
    const ofAnn = { id: ann.id, inherited: false, permission: 'owner' };
    expect(await stream.next()).toMatchObject({ users: [ofAnn], link_permission: 'none' });
    await ann.post(`/canvases/${canvas.id}/permissions`, { link_permission: 'view' });
    expect(await stream.next()).toMatchObject({ users: [ofAnn], link_permission: 'view', state: 'normal' });
    await give(ann, `/canvas-folders/${folder.id}`, bob, 'edit');
    const ofBob = { id: bob.id, inherited: true, permission: 'edit' };
    expect(await stream.next()).toMatchObject({ users: [ofAnn, ofBob] });
    await ann.post(`/canvases/${canvas.id}/move`, { folder_id: String(ann.id) });
    expect(await stream.next()).toMatchObject({ users: [ofAnn] });
  });
});
