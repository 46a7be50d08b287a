import { describe, expect, test } from 'vitest';
import { audited } from '../kit/audited.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { give, makeCanvas, makeFolder, NOWHERE, refused, rootOf } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob', 'cleo'] });
const { ann, bob, cleo } = easel.people;

const own = (id: number, permission: string, inherited = false) => ({ id, inherited, permission });
const share = (who: Person, object: string, body: unknown) => who.post(`${object}/permissions`, body);
const access = async (who: Person, object: string): Promise<string> => {
  const { status, body } = await who.get(object);
  return status === 200 ? body.access : `${status}`;
};

/** A folder of ann with a canvas of bob, who has edit on the folder. */
async function shared() {
  const folder = `/canvas-folders/${(await makeFolder(ann)).id}`;
  await give(ann, folder, bob, 'edit');
  const canvas = `/canvases/${(await makeCanvas(bob, { folder_id: folder.split('/').pop() })).id}`;
  return { folder, canvas };
}

describe('effective access, the table of the interface', () => {
  test.each<[string, object, object, string]>([
    ['All Users on the folder', { groups: [{ id: 1, permission: 'edit' }] }, {}, 'edit'],
    ['one barred from the canvas', { groups: [{ id: 1, permission: 'edit' }] }, { D: 'none' }, '403'],
    ['one barred from the folder', { groups: [{ id: 1, permission: 'edit' }], D: 'none' }, {}, '403'],
    ['a nearer group entry', { D: 'view' }, { groups: [{ id: 1, permission: 'edit' }] }, 'edit'],
    [
      'a lower group entry nearer',
      { groups: [{ id: 1, permission: 'edit' }] },
      { groups: [{ id: 1, permission: 'view' }] },
      'view',
    ],
    ['the link', {}, { link_permission: 'view' }, 'view'],
  ])('%s', async (_, onFolder, onCanvas, expected) => {
    const { folder, canvas } = await shared();
    const body = ({ D, ...rest }: { D?: string }) => ({ ...rest, ...(D && { users: [{ id: cleo.id, permission: D }] }) });
    expect((await share(ann, folder, body(onFolder))).status).toBe(200);
    expect((await share(bob, canvas, body(onCanvas))).status).toBe(200);
    expect([await access(ann, canvas), await access(bob, canvas), await access(cleo, canvas)]).toEqual([
      'owner',
      'owner',
      expected,
    ]);
    const listed = (await cleo.get('/canvases')).body.some(({ id }: { id: string }) => canvas.endsWith(id));
    expect(listed).toBe(expected !== '403' && !('link_permission' in onCanvas));
  });

  test('follows groups at once', async () => {
    const { canvas } = await shared();
    const { body: group } = await easel.admin.post('/groups', { name: 'reviewers' });
    await share(bob, canvas, { groups: [{ id: group.id, permission: 'view' }] });
    expect(await access(cleo, canvas)).toBe('403');
    await easel.admin.post(`/groups/${group.id}/members`, { id: cleo.id });
    expect(await access(cleo, canvas)).toBe('view');
    await easel.admin.delete(`/groups/${group.id}`);
    expect(await access(cleo, canvas)).toBe('403');
    expect((await bob.get(`${canvas}/permissions`)).body.groups).toEqual([]);
  });
});

describe('GET permissions', () => {
  test('shows one entry of each principal, its own or the nearest above, sorted by id', async () => {
    const { folder, canvas } = await shared();
    await share(ann, folder, { groups: [{ id: 1, permission: 'view' }], users: [{ id: cleo.id, permission: 'view' }] });
    await share(bob, canvas, { users: [{ id: cleo.id, permission: 'edit' }] });
    expect((await cleo.get(`${canvas}/permissions`)).body).toEqual({
      editors_can_share: true,
      link_permission: 'none',
      state: 'normal',
      users: [own(ann.id, 'owner', true), own(bob.id, 'owner'), own(cleo.id, 'edit')],
      groups: [own(1, 'view', true)],
    });
    const onFolder = (await cleo.get(`${folder}/permissions`)).body;
    expect(onFolder.users).toEqual([own(ann.id, 'owner'), own(bob.id, 'edit'), own(cleo.id, 'view')]);
    expect(onFolder).not.toHaveProperty('link_permission');
  });

  test('of a trash shows what its home gives, and of the root nothing', async () => {
    const users = [own(ann.id, 'owner', true)];
    expect((await ann.get(`/canvas-folders/trash.${ann.id}/permissions`)).body).toMatchObject({ users, groups: [] });
    const { id } = await rootOf(ann);
    expect((await ann.get(`/canvas-folders/${id}/permissions`)).body).toMatchObject({ users: [], groups: [] });
  });

  test('is refused without view', async () => {
    const { folder, canvas } = await shared();
    for (const object of [folder, canvas]) {
      expect(await refused(easel, () => cleo.get(`${object}/permissions`))).toBe('403 Permission denied');
      expect(await refused(easel, () => easel.anonymous.get(`${object}/permissions`))).toBe('401 Unauthorized');
    }
    expect(await refused(easel, () => ann.get(`/canvases/${NOWHERE}/permissions`))).toBe(`404 Canvas ${NOWHERE} not found`);
  });
});

describe('POST permissions merges', () => {
  test('and leaves alone what is not named', async () => {
    const { canvas } = await shared();
    const before = (await bob.get(`${canvas}/permissions`)).body;
    for (const body of [undefined, {}, { users: [], groups: [] }, { users: null, link_permission: '' }, before]) {
      expect((await easel.unchanged(() => share(bob, canvas, body))).body).toEqual(before);
    }
  });

  test('with the settings alone', async () => {
    const { canvas } = await shared();
    const before = (await bob.get(`${canvas}/permissions`)).body;
    const sent = { editors_can_share: false, users: null, groups: null, link_permission: 'View' };
    const { body } = await share(bob, canvas, sent);
    expect(body).toEqual({ ...before, editors_can_share: false, link_permission: 'view' });
  });

  test('takes entries away by none, and overrides by inherited', async () => {
    const { folder, canvas } = await shared();
    await share(bob, canvas, { users: [{ id: cleo.id, permission: 'view' }] });
    expect((await share(bob, canvas, { users: [{ id: cleo.id, permission: 'none' }] })).body.users).toHaveLength(2);
    await share(ann, folder, { users: [{ id: cleo.id, permission: 'edit' }] });
    const users = async (permission: string, inherited?: boolean) =>
      (await share(bob, canvas, { users: [{ id: cleo.id, permission, inherited }] })).body.users[2];
    expect(await users('none')).toEqual(own(cleo.id, 'none'));
    expect(await users('view', true)).toEqual(own(cleo.id, 'view'));
    expect(await users('edit', true)).toEqual(own(cleo.id, 'edit', true));
    expect(await users('edit')).toEqual(own(cleo.id, 'edit'));
  });

  test('one entry of each principal, the last that names it, after all were judged', async () => {
    const { canvas } = await shared();
    const entry = (permission: string) => ({ id: cleo.id, permission });
    const users = [entry('owner'), entry('none'), entry('view')];
    const lines = await audited(easel, async () => {
      expect((await share(bob, canvas, { users })).body.users).toContainEqual(own(cleo.id, 'view'));
    });
    expect(lines[0]!.details.after.users).toEqual([{ id: cleo.id, permission: 'view' }]);
    await easel.unchanged(() => share(bob, canvas, { users }));
    const wrong = { users: [entry('all'), entry('view')], groups: [{ id: 1, permission: 'edit' }] };
    expect(await refused(easel, () => share(bob, canvas, wrong))).toMatch(/^400 Invalid permission all/);
  });

  test('and audits what changed, before and after', async () => {
    const { folder, canvas } = await shared();
    const sent = {
      users: [
        { id: cleo.id, permission: 'view' },
        { id: bob.id, permission: 'owner' },
      ],
      link_permission: 'edit',
    };
    expect(await audited(easel, () => share(bob, canvas, sent))).toMatchObject([
      {
        action: 'Canvas permissions changed',
        target_id: canvas.split('/').pop(),
        details: {
          before: { users: [], groups: [], link_permission: 'none' },
          after: { users: [{ id: cleo.id, permission: 'view' }], groups: [], link_permission: 'edit' },
        },
      },
    ]);
    expect(await audited(easel, () => share(ann, folder, { editors_can_share: false }))).toMatchObject([
      { action: 'Folder permissions changed', target_type: 'canvas_folder', details: { after: { editors_can_share: false } } },
    ]);
  });

  test.each<[string, object]>([
    ['editors_can_share must be a boolean', { editors_can_share: 1 }],
    ['users must be an array', { users: {} }],
    ['groups must be an array', { groups: 'all' }],
    ['User 5 does not exist', { users: [{ id: 5, permission: 'view' }] }],
    ['User 1000 does not exist', { users: [{ id: '1000', permission: 'view' }] }],
    ['Group 1000 does not exist', { groups: [{ id: 1000, permission: 'view' }] }],
    ['id parameter is missing', { groups: [{ permission: 'view' }] }],
    ['permission parameter is missing', { groups: [{ id: 1 }] }],
    ['Invalid permission View: it must be none, view, edit or owner', { groups: [{ id: 1, permission: 'View' }] }],
    ['Invalid link_permission owner: it must be none, view or edit', { link_permission: 'owner' }],
    ['Invalid link_permission 1: it must be none, view or edit', { link_permission: 1 }],
  ])('refuses with 400 %s, and changes nothing', async (text, body) => {
    const { canvas } = await shared();
    const send = () => share(bob, canvas, { editors_can_share: false, link_permission: 'view', ...body });
    expect(await refused(easel, send)).toBe(`400 ${text}`);
  });

  test('ignores a link on folders', async () => {
    const { folder } = await shared();
    expect((await easel.unchanged(() => share(ann, folder, { link_permission: 'nonsense' }))).status).toBe(200);
  });

  test('keeps an owner', async () => {
    const canvas = await easel.canvas(ann);
    const without = { users: [{ id: ann.id, permission: 'edit' }] };
    // The canvas is in the home of ann, who inherits ownership there: it ends only with the explicit entry.
    expect(await refused(easel, () => share(ann, canvas, without))).toBe('409 At least one owner is required');
    const { body } = await share(ann, canvas, { users: [...without.users, { id: bob.id, permission: 'owner' }] });
    expect(body.users).toEqual([own(ann.id, 'edit'), own(bob.id, 'owner')]);
    await share(bob, canvas, { groups: [{ id: 1, permission: 'owner' }], users: [{ id: bob.id, permission: 'none' }] });
    expect(await access(cleo, canvas)).toBe('owner');
  });
});

describe('who may share', () => {
  test('those with edit, while editors can share', async () => {
    const { canvas } = await shared();
    await share(bob, canvas, { users: [{ id: cleo.id, permission: 'view' }] });
    const toAll = { groups: [{ id: 1, permission: 'view' }] };
    expect(await refused(easel, () => share(cleo, canvas, toAll))).toBe('403 Permission denied');
    await share(bob, canvas, { users: [{ id: cleo.id, permission: 'edit' }] });
    expect((await share(cleo, canvas, { ...toAll, editors_can_share: true, link_permission: 'view' })).status).toBe(200);
    await share(bob, canvas, { editors_can_share: false });
    expect(await refused(easel, () => share(cleo, canvas, toAll))).toBe('403 Permission denied');
    expect((await share(easel.admin, canvas, { editors_can_share: true })).status).toBe(200);
  });

  test.each<[string, () => object]>([
    ['make an owner', () => ({ users: [{ id: cleo.id, permission: 'owner' }] })],
    ['change an owner', () => ({ users: [{ id: bob.id, permission: 'view' }] })],
    ['bar an owner from above', () => ({ users: [{ id: ann.id, permission: 'none' }] })],
    ['make a group the owner', () => ({ groups: [{ id: 1, permission: 'owner' }] })],
    ['take the right from editors', () => ({ editors_can_share: false })],
  ])('but those with edit may not %s', async (_, body) => {
    const { canvas } = await shared();
    await share(bob, canvas, { users: [{ id: cleo.id, permission: 'edit' }] });
    expect(await refused(easel, () => share(cleo, canvas, body()))).toBe('403 Permission denied');
  });

  test('not by link', async () => {
    const { canvas } = await shared();
    await share(bob, canvas, { link_permission: 'edit' });
    expect((await cleo.patch(canvas, { name: 'by link' })).status).toBe(200);
    expect(await refused(easel, () => share(cleo, canvas, { link_permission: 'none' }))).toBe('403 Permission denied');
  });

  test('the owner of a home, but nobody its own entry; nobody shares the root or the trash', async () => {
    const home = `/canvas-folders/${ann.id}`;
    expect((await share(ann, home, { users: [{ id: bob.id, permission: 'view' }] })).status).toBe(200);
    await share(ann, home, { users: [{ id: bob.id, permission: 'none' }] });
    const lower = {
      users: [
        { id: ann.id, permission: 'edit' },
        { id: bob.id, permission: 'owner' },
      ],
    };
    for (const who of [ann, easel.admin]) {
      expect(await refused(easel, () => share(who, home, lower))).toBe('403 Permission denied');
      for (const id of [`trash.${ann.id}`, (await rootOf(ann)).id]) {
        expect(await refused(easel, () => share(who, `/canvas-folders/${id}`, {}))).toBe('403 Permission denied');
      }
    }
  });
});
