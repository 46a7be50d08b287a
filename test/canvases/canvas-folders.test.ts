import { describe, expect, test } from 'vitest';
import { actions, audited } from '../kit/audited.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { give, makeCanvas, makeFolder, NOWHERE, type Place, refused, rootOf } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const ids = (places: Place[]): string[] => places.map(({ id }) => id);
const status = async (who: Person, path: string): Promise<number> => (await who.get(path)).status;

describe('GET /canvas-folders', () => {
  test('shows a new user the root, the own home and the own trash', async () => {
    const cleo = await easel.user({ name: 'Cleo Ray' });
    const { body } = await cleo.get('/canvas-folders');
    const root = body[0];
    expect(body).toEqual([
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: '', folder_id: '', access: 'view', in_trash: false, state: 'normal' },
      { id: String(cleo.id), name: 'Cleo Ray', folder_id: root.id, access: 'owner', in_trash: false, state: 'normal' },
      { id: `trash.${cleo.id}`, name: 'Trash', folder_id: String(cleo.id), access: 'owner', in_trash: false, state: 'normal' },
    ]);
    expect((await cleo.get(`/canvas-folders/${root.id}`)).body).toEqual(root);
  });

  test('orders root, homes by number with their trash, then by name and id', async () => {
    const dora = await easel.user({ name: 'dora' });
    const made = [];
    for (const name of ['b', 'a', 'B', 'b']) made.push(await makeFolder(dora, { name }));
    const rest = [made[2], made[1], ...[made[0], made[3]].sort((x, y) => (x.id < y.id ? -1 : 1))];
    const { id: root } = await rootOf(dora);
    const expected = [root, String(dora.id), `trash.${dora.id}`, ...ids(rest)];
    expect(ids((await dora.get('/canvas-folders')).body)).toEqual(expected);
    const all = ids((await easel.admin.get('/canvas-folders')).body);
    expect(all.slice(0, 5)).toEqual([root, '100', 'trash.100', '1000', 'trash.1000']);
  });

  test('shows a shared folder with its true parent, and administrators everything with at least edit', async () => {
    const outer = await makeFolder(ann);
    const inner = await makeFolder(ann, { folder_id: outer.id, name: 'shared' });
    await give(ann, `/canvas-folders/${inner.id}`, bob, 'view');
    const seen = (await bob.get('/canvas-folders')).body;
    expect(seen).toContainEqual({ ...inner, access: 'view' });
    expect(ids(seen)).not.toContain(outer.id);
    const all = (await easel.admin.get('/canvas-folders')).body;
    expect(all[0].access).toBe('edit');
    expect(all).toContainEqual({ ...outer, access: 'edit' });
  });
});

describe('POST /canvas-folders', () => {
  test('makes a folder in the home of the caller, who owns it', async () => {
    const lines = await audited(easel, async () => {
      const made = await makeFolder(ann, { name: 'Workshops' });
      expect(made).toEqual({
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'Workshops',
        folder_id: String(ann.id),
        access: 'owner',
        in_trash: false,
        state: 'normal',
      });
      const permissions = (await ann.get(`/canvas-folders/${made.id}/permissions`)).body;
      expect(permissions.users).toEqual([{ id: ann.id, inherited: false, permission: 'owner' }]);
    });
    expect(lines).toMatchObject([{ action: 'Folder created', target_type: 'canvas_folder', target_name: 'Workshops' }]);
  });

  test('numbers default names and keeps sent ones', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const names: string[] = [];
    for (const name of [undefined, '', null, 'New folder']) names.push((await makeFolder(ann, { folder_id, name })).name);
    expect(names).toEqual(['New folder', 'New folder (1)', 'New folder (2)', 'New folder']);
  });

  test.each<[string, object]>([
    ['400 name must be a string', { name: {} }],
    ['400 name is too long: at most 255 characters', { name: 'é'.repeat(256) }],
    [`404 Folder ${NOWHERE} not found`, { folder_id: NOWHERE }],
    ['403 Permission denied', { folder_id: '1000' }],
    ['403 Permission denied', { folder_id: 'trash.1000' }],
  ])('refuses with %s', async (expected, body) => {
    expect(await refused(easel, () => ann.post('/canvas-folders', body))).toBe(expected);
  });

  test('makes nothing in the trash', async () => {
    const send = () => ann.post('/canvas-folders', { folder_id: `trash.${ann.id}` });
    expect(await refused(easel, send)).toBe('400 Cannot create items in the trash');
  });

  test('lets administrators make folders in the root, which gives nothing to what is in it', async () => {
    const { id: folder_id } = await rootOf(easel.admin);
    const made = await makeFolder(easel.admin, { folder_id, name: 'Company' });
    expect(await status(ann, `/canvas-folders/${made.id}`)).toBe(403);
    expect((await easel.admin.delete(`/canvas-folders/${made.id}`)).status).toBe(200);
  });
});

describe('PATCH /canvas-folders/{id}', () => {
  test('renames, also for those with edit, and ignores everything else', async () => {
    const made = await makeFolder(ann, { name: 'old' });
    await give(ann, `/canvas-folders/${made.id}`, bob, 'edit');
    const lines = await audited(easel, async () => {
      const { body } = await bob.patch(`/canvas-folders/${made.id}`, { name: 'new', folder_id: String(bob.id), in_trash: true });
      expect(body).toEqual({ ...made, name: 'new', access: 'edit' });
    });
    expect(lines).toMatchObject([{ action: 'Folder renamed', target_id: made.id, details: { from: 'old', to: 'new' } }]);
    await easel.unchanged(() => bob.patch(`/canvas-folders/${made.id}`, { name: 'new' }));
    await easel.unchanged(() => bob.patch(`/canvas-folders/${made.id}`));
  });

  test('refuses in order', async () => {
    const { id } = await makeFolder(ann);
    const path = `/canvas-folders/${id}`;
    expect(await refused(easel, () => easel.anonymous.patch(path, {}))).toBe('401 Unauthorized');
    expect(await refused(easel, () => ann.patch(`/canvas-folders/${NOWHERE}`, '!'))).toBe(`404 Folder ${NOWHERE} not found`);
    expect(await refused(easel, () => bob.patch(path, '!'))).toBe('403 Permission denied');
    await give(ann, path, bob, 'view');
    expect(await refused(easel, () => bob.patch(path, { name: 'x' }))).toBe('403 Permission denied');
    expect(await refused(easel, () => ann.patch(path, { name: ' ' }))).toBe('400 name must not be empty');
  });

  test('leaves system folders alone', async () => {
    for (const id of [String(ann.id), `trash.${ann.id}`]) {
      expect(await refused(easel, () => ann.patch(`/canvas-folders/${id}`, '!'))).toBe(`403 Folder ${id} is a system folder`);
      expect(await refused(easel, () => ann.delete(`/canvas-folders/${id}`))).toBe(`403 Folder ${id} is a system folder`);
    }
    expect(await refused(easel, () => ann.patch('/canvas-folders/1000', {}))).toBe('403 Permission denied');
  });
});

describe('DELETE', () => {
  const tree = async (owner: Person) => {
    const outer = await makeFolder(owner, { name: 'outer' });
    const inner = await makeFolder(owner, { name: 'inner', folder_id: outer.id });
    const canvas = await makeCanvas(owner, { name: 'deep', folder_id: inner.id });
    return { outer, inner, canvas };
  };

  test('takes everything below, whatever its own permissions', async () => {
    const { outer, inner, canvas } = await tree(ann);
    await give(ann, `/canvas-folders/${outer.id}`, bob, 'edit');
    const foreign = await makeCanvas(bob, { folder_id: inner.id, name: 'of bob' });
    expect(await refused(easel, () => bob.delete(`/canvas-folders/${outer.id}`))).toBe('403 Permission denied');
    const lines = await actions(easel, async () => {
      const { status: answered, text } = await ann.delete(`/canvas-folders/${outer.id}`);
      expect([answered, text]).toEqual([200, '']);
    });
    expect(lines.sort()).toEqual([
      'Canvas deleted: deep',
      'Canvas deleted: of bob',
      'Folder deleted: inner',
      'Folder deleted: outer',
    ]);
    for (const path of [`/canvas-folders/${outer.id}`, `/canvas-folders/${inner.id}`, `/canvases/${canvas.id}`]) {
      expect(await status(ann, path)).toBe(404);
    }
    for (const path of ['', '/widgets']) expect(await status(bob, `/canvases/${foreign.id}${path}`)).toBe(404);
    for (const { id } of [canvas, foreign]) expect(easel.server.store.head(id), 'no content is left').toBeUndefined();
  });

  test('of the children keeps the folder, and on an empty one changes nothing', async () => {
    const { outer, inner, canvas } = await tree(ann);
    const path = `/canvas-folders/${outer.id}`;
    expect(await refused(easel, () => bob.delete(`${path}/children`))).toBe('403 Permission denied');
    const lines = await actions(easel, () => ann.delete(`${path}/children`));
    expect(lines.sort()).toEqual(['Canvas deleted: deep', 'Folder children deleted: outer', 'Folder deleted: inner']);
    expect(await status(ann, path)).toBe(200);
    expect([await status(ann, `/canvas-folders/${inner.id}`), await status(ann, `/canvases/${canvas.id}`)]).toEqual([404, 404]);
    expect((await easel.unchanged(() => ann.delete(`${path}/children`))).status).toBe(200);
  });

  test('of the children empties a trash, and leaves a home its trash', async () => {
    const dora = await easel.user({ name: 'dora' });
    const trashed = await makeCanvas(dora);
    await dora.post(`/canvases/${trashed.id}/move`, { folder_id: `trash.${dora.id}` });
    const kept = await makeCanvas(dora);
    await dora.delete(`/canvas-folders/${dora.id}/children`);
    expect([await status(dora, `/canvases/${kept.id}`), await status(dora, `/canvases/${trashed.id}`)]).toEqual([404, 200]);
    await dora.delete(`/canvas-folders/trash.${dora.id}/children`);
    expect(await status(dora, `/canvases/${trashed.id}`)).toBe(404);
    expect(await status(dora, `/canvas-folders/trash.${dora.id}`)).toBe(200);
  });

  test('of the children of the root is refused to administrators too', async () => {
    const { id } = await rootOf(ann);
    expect(await refused(easel, () => ann.delete(`/canvas-folders/${id}/children`))).toBe('403 Permission denied');
    const send = () => easel.admin.delete(`/canvas-folders/${id}/children`);
    expect(await refused(easel, send)).toBe(`403 Folder ${id} is a system folder`);
  });

  test('has no GET on children', async () => {
    expect(await refused(easel, () => ann.get(`/canvas-folders/${ann.id}/children`))).toBe('405 Method not allowed');
  });
});

describe('home and trash', () => {
  test('are named after the user and follow a rename', async () => {
    const eve = await easel.user({ name: 'Eve' });
    await easel.admin.patch(`/users/${eve.id}`, { name: 'Eve Stone' });
    expect((await eve.get(`/canvas-folders/${eve.id}`)).body.name).toBe('Eve Stone');
  });

  test('go with the user, with all that is in them and all that was given to the user', async () => {
    const finn = await easel.user({ name: 'finn' });
    const folder = await makeFolder(finn);
    const canvas = await makeCanvas(finn, { folder_id: folder.id });
    const foreign = await makeCanvas(ann);
    await give(ann, `/canvases/${foreign.id}`, finn, 'edit');
    const lines = await actions(easel, () => easel.admin.delete(`/users/${finn.id}`));
    expect(lines.sort()).toEqual(['Canvas deleted: New canvas', 'Folder deleted: New folder', 'User deleted: finn']);
    for (const path of [`/canvas-folders/${finn.id}`, `/canvas-folders/trash.${finn.id}`, `/canvas-folders/${folder.id}`]) {
      expect((await easel.admin.get(path)).status).toBe(404);
    }
    expect(easel.server.store.head(canvas.id), 'no content is left').toBeUndefined();
    expect(ids((await ann.get(`/canvases/${foreign.id}/permissions`)).body.users)).toEqual([ann.id]);
  });
});
