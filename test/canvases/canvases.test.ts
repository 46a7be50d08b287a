import { describe, expect, test } from 'vitest';
import { actions, audited } from '../kit/audited.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { give, makeCanvas, makeFolder, NOWHERE, type Place, refused, rootOf } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const root = async (owner: Person, id: string) => (await owner.get(`/canvases/${id}/widgets`)).body[0];

describe('POST /canvases', () => {
  test('makes a default canvas in the home of the caller, with exactly eleven fields', async () => {
    const cleo = await easel.user({ name: 'cleo' });
    const { status, body } = await cleo.post('/canvases');
    const now = new Date(easel.clock.now()).toISOString();
    expect(status).toBe(200);
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'New canvas',
      folder_id: String(cleo.id),
      access: 'owner',
      mode: 'normal',
      state: 'normal',
      in_trash: false,
      asset_size: 0,
      preview_hash: '',
      created_at: now,
      modified_at: now,
    });
    expect((await cleo.get(`/canvases/${body.id}`)).body).toEqual(body);
  });

  test('makes the root widget, the ownership of the caller and one audit entry', async () => {
    let id = '';
    const lines = await audited(easel, async () => {
      id = (await makeCanvas(ann, { name: 'Sprint wall' })).id;
    });
    expect(lines).toMatchObject([
      { action: 'Canvas created', target_type: 'canvas', target_id: id, target_name: 'Sprint wall', author_id: ann.id },
    ]);
    expect(await root(ann, id)).toMatchObject({
      widget_type: 'SharedCanvas',
      parent_id: '',
      size: { width: 9600, height: 5400 },
    });
    expect((await ann.get(`/canvases/${id}/permissions`)).body).toEqual({
      editors_can_share: true,
      link_permission: 'none',
      state: 'normal',
      users: [{ id: ann.id, inherited: false, permission: 'owner' }],
      groups: [],
    });
  });

  test('numbers default names with the lowest free number and keeps a sent name as it is', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const names: string[] = [];
    for (const name of [undefined, null, '', '  ', 'New canvas', ' mine ', ' mine ']) {
      names.push((await makeCanvas(ann, { folder_id, name })).name);
    }
    const made = ['New canvas', 'New canvas (1)', 'New canvas (2)', 'New canvas (3)', 'New canvas', ' mine ', ' mine '];
    expect(names).toEqual(made);
  });

  test('numbers those that are made at once too', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const made = await Promise.all([1, 2, 3, 4].map(() => makeCanvas(ann, { folder_id })));
    const names = ['New canvas', 'New canvas (1)', 'New canvas (2)', 'New canvas (3)'];
    expect(made.map(({ name }) => name).sort()).toEqual(names);
  });

  test('gives numbers again that were deleted, renamed, moved away or never taken', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const other = await makeFolder(ann);
    const next = async (): Promise<string> => (await makeCanvas(ann, { folder_id })).name;
    const made: Place[] = [];
    for (let at = 0; at < 40; at++) made.push(await makeCanvas(ann, { folder_id }));
    const pathOf = (at: number): string => `/canvases/${made[at].id}`;
    await ann.delete(pathOf(35));
    await ann.patch(pathOf(3), { name: 'plan' });
    await ann.post(`${pathOf(20)}/move`, { folder_id: other.id });
    await ann.patch(pathOf(5), { name: 'New canvas (6)' });
    await ann.delete(pathOf(6));
    await ann.delete(pathOf(0));
    const names = ['New canvas', ...[3, 5, 20, 35, 40, 41].map((number) => `New canvas (${number})`)];
    for (const name of names) expect(await next()).toBe(name);
    await ann.post(`${pathOf(20)}/move`, { folder_id });
    expect(await next()).toBe('New canvas (42)');
  });

  test('takes a size in either form, size first', async () => {
    const sizes = [{ width: 2000 }, { size: { width: 3000, height: 2000 }, width: 5000 }, { width: null, size: null }];
    const made = await Promise.all(sizes.map((size) => makeCanvas(ann, size)));
    expect(await Promise.all(made.map(async ({ id }) => (await root(ann, id)).size))).toEqual([
      { width: 2000, height: 5400 },
      { width: 3000, height: 2000 },
      { width: 9600, height: 5400 },
    ]);
  });

  test.each<[string, object]>([
    ['400 name must be a string', { name: 5 }],
    ['400 name is too long: at most 255 characters', { name: 'x'.repeat(256) }],
    ['400 folder_id must be a string', { folder_id: 1007 }],
    ['400 width must be a number', { width: 'wide' }],
    ['400 Canvas width must be at least 1200 and height must be at least 800', { size: { width: 1199 } }],
    [`404 Folder ${NOWHERE} not found`, { folder_id: NOWHERE }],
    ['404 Folder nothing not found', { folder_id: 'nothing' }],
  ])('refuses with %s', async (expected, body) => {
    expect(await refused(easel, () => ann.post('/canvases', body))).toBe(expected);
  });

  test('asks for edit on the folder, and takes no trash', async () => {
    const home = `/canvas-folders/${bob.id}`;
    expect(await refused(easel, () => ann.post('/canvases', { folder_id: String(bob.id) }))).toBe('403 Permission denied');
    await give(bob, home, ann, 'view');
    expect(await refused(easel, () => ann.post('/canvases', { folder_id: String(bob.id) }))).toBe('403 Permission denied');
    await give(bob, home, ann, 'edit');
    expect((await makeCanvas(ann, { folder_id: String(bob.id) })).access).toBe('owner');
    await give(bob, home, ann, 'none');
    const trashed = await makeFolder(ann);
    await ann.post(`/canvas-folders/${trashed.id}/move`, { folder_id: `trash.${ann.id}` });
    for (const folder_id of [`trash.${ann.id}`, trashed.id]) {
      expect(await refused(easel, () => ann.post('/canvases', { folder_id }))).toBe('400 Cannot create items in the trash');
    }
    const { id: top } = await rootOf(ann);
    expect(await refused(easel, () => ann.post('/canvases', { folder_id: top }))).toBe('403 Permission denied');
  });

  test('reads ids in any letter case', async () => {
    const { id } = await makeFolder(ann);
    expect((await makeCanvas(ann, { folder_id: id.toUpperCase() })).folder_id).toBe(id);
  });
});

describe('PATCH /canvases/{id}', () => {
  test('changes name, mode and size; only a size is content', async () => {
    const made = await makeCanvas(ann, { name: 'before' });
    const path = `/canvases/${made.id}`;
    easel.clock.advance(1000);
    const renamed = (await ann.patch(path, { name: 'after', mode: 'demo', folder_id: `trash.${ann.id}`, access: 'none' })).body;
    expect(renamed).toEqual({ ...made, name: 'after', mode: 'demo' });
    const resized = (await ann.patch(path, { height: 2000 })).body;
    expect(resized).toEqual({ ...renamed, modified_at: new Date(easel.clock.now()).toISOString() });
    expect((await root(ann, made.id)).size).toEqual({ width: 9600, height: 2000 });
    expect((await ann.get(path)).body).toEqual(resized);
  });

  test('writes one audit entry with the changed fields', async () => {
    const { id } = await makeCanvas(ann, { name: 'plan' });
    const lines = await audited(easel, () => ann.patch(`/canvases/${id}`, { name: 'plan', mode: 'demo', width: 5000 }));
    expect(lines).toMatchObject([{ action: 'Canvas updated', details: { changed: ['mode', 'size'] } }]);
    expect(await audited(easel, () => ann.patch(`/canvases/${id}`, { size: { width: 6000 } }))).toMatchObject([
      { details: { changed: ['size'] } },
    ]);
  });

  test('changes nothing when nothing is new', async () => {
    const made = await makeCanvas(ann, { name: 'same' });
    for (const body of [undefined, {}, { name: 'same' }, { name: null }, { size: { width: 9600 } }, { description: 'x' }]) {
      const { body: answer } = await easel.unchanged(() => ann.patch(`/canvases/${made.id}`, body));
      expect(answer).toEqual(made);
    }
  });

  test.each<[string, object]>([
    ['400 name must not be empty', { name: '' }],
    ['400 name must not be empty', { name: ' \t' }],
    ['400 name must be a string', { name: [] }],
    ['400 mode must be normal or demo', { mode: 'Demo' }],
    ['400 Canvas width must be at least 1200 and height must be at least 800', { name: 'x', height: 0 }],
  ])('refuses with %s', async (expected, body) => {
    const { id } = await makeCanvas(ann);
    expect(await refused(easel, () => ann.patch(`/canvases/${id}`, body))).toBe(expected);
  });
});

describe('who may', () => {
  test('view reads, edit changes, owner deletes and moves; administrators may all', async () => {
    const { id } = await makeCanvas(ann);
    const path = `/canvases/${id}`;
    const read = () => bob.get(path);
    const patch = () => bob.patch(path, { name: 'by bob' });
    const move = () => bob.post(`${path}/move`, { folder_id: String(bob.id) });
    const remove = () => bob.delete(path);
    expect(await Promise.all([read, patch, move, remove].map(async (send) => (await send()).status))).toEqual([
      403, 403, 403, 403,
    ]);
    await give(ann, path, bob, 'view');
    expect((await read()).body.access).toBe('view');
    expect(await refused(easel, patch)).toBe('403 Permission denied');
    await give(ann, path, bob, 'edit');
    expect((await patch()).body).toMatchObject({ name: 'by bob', access: 'edit' });
    expect(await refused(easel, move)).toBe('403 Permission denied');
    expect(await refused(easel, remove)).toBe('403 Permission denied');
    await give(ann, path, bob, 'owner');
    expect((await move()).body).toMatchObject({ folder_id: String(bob.id), access: 'owner' });
    expect((await easel.admin.get(path)).body.access).toBe('edit');
    expect((await easel.admin.delete(path)).status).toBe(200);
  });

  test('answers 401 before 404 before 403 before 400', async () => {
    const { id } = await makeCanvas(ann);
    expect(await refused(easel, () => easel.anonymous.patch(`/canvases/${NOWHERE}`, '!'))).toBe('401 Unauthorized');
    expect(await refused(easel, () => easel.as('bad').get(`/canvases/${id}`))).toBe('401 Invalid token');
    expect(await refused(easel, () => ann.patch(`/canvases/${NOWHERE}`, '!'))).toBe(`404 Canvas ${NOWHERE} not found`);
    expect(await refused(easel, () => ann.get('/canvases/not-a-uuid'))).toBe('404 Canvas not-a-uuid not found');
    expect(await refused(easel, () => bob.patch(`/canvases/${id}`, '!'))).toBe('403 Permission denied');
    expect(await refused(easel, () => ann.patch(`/canvases/${id}`, '!'))).toBe(
      '400 Invalid JSON: line 1, column 1: expected an object, found "!"',
    );
    expect(await refused(easel, () => ann.request('PUT', `/canvases/${id}`))).toBe('405 Method not allowed');
  });
});

describe('DELETE /canvases/{id}', () => {
  test('answers empty, takes the content along and frees the name', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const { id } = await makeCanvas(ann, { folder_id });
    await ann.post(`/canvases/${id}/notes`, { text: 'gone' });
    const lines = await actions(easel, async () => {
      const { status, text, headers } = await ann.delete(`/canvases/${id}`);
      expect([status, text, headers['content-type'], headers['content-length']]).toEqual([200, '', undefined, '0']);
    });
    expect(lines).toEqual(['Canvas deleted: New canvas']);
    for (const path of ['', '/widgets', '/permissions']) expect((await ann.get(`/canvases/${id}${path}`)).status).toBe(404);
    expect((await makeCanvas(ann, { folder_id })).name).toBe('New canvas');
  });
});

describe('GET /canvases', () => {
  test('lists what the caller may view by permission, trashed ones included, by creation', async () => {
    const dora = await easel.user({ name: 'dora' });
    const first = await makeCanvas(ann);
    easel.clock.advance(5);
    const own = await makeCanvas(dora);
    easel.clock.advance(5);
    const linked = await makeCanvas(ann);
    await give(ann, `/canvases/${first.id}`, dora, 'view');
    await ann.post(`/canvases/${linked.id}/permissions`, { link_permission: 'edit' });
    await dora.post(`/canvases/${own.id}/move`, { folder_id: `trash.${dora.id}` });
    const { body } = await dora.get('/canvases?search=nothing&folder_id=1');
    expect(body).toEqual([
      { ...first, access: 'view' },
      { ...own, folder_id: `trash.${dora.id}`, in_trash: true },
    ]);
    const all = (await easel.admin.get('/canvases')).body;
    expect(all.map((one: { id: string }) => one.id)).toEqual(expect.arrayContaining([first.id, own.id, linked.id]));
    expect(all.find((one: { id: string }) => one.id === own.id).access).toBe('edit');
  });
});
