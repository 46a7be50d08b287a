import { describe, expect, test } from 'vitest';
import { actions, audited } from '../kit/audited.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { give, makeCanvas, makeFolder, NOWHERE, refused, rootOf } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const moveCanvas = (who: Person, id: string, body: unknown) => who.post(`/canvases/${id}/move`, body);
const moveFolder = (who: Person, id: string, body: unknown) => who.post(`/canvas-folders/${id}/move`, body);

describe('moving a canvas', () => {
  test('changes the folder and nothing else, and is audited with both folders', async () => {
    const made = await makeCanvas(ann);
    const { id: folder_id } = await makeFolder(ann);
    easel.clock.advance(1000);
    const lines = await audited(easel, async () => {
      expect((await moveCanvas(ann, made.id, { folder_id })).body).toEqual({ ...made, folder_id });
    });
    expect(lines).toMatchObject([{ action: 'Canvas moved', details: { from: String(ann.id), to: folder_id } }]);
  });

  test('works by PATCH too', async () => {
    const { id } = await makeCanvas(ann);
    const { id: folder_id } = await makeFolder(ann);
    expect((await ann.patch(`/canvases/${id}/move`, { folder_id })).body.folder_id).toBe(folder_id);
  });

  test('to the folder it is in changes nothing', async () => {
    const made = await makeCanvas(ann);
    const { body } = await easel.unchanged(() => moveCanvas(ann, made.id, { folder_id: made.folder_id, conflicts: 'replace' }));
    expect(body).toEqual(made);
  });

  test.each([undefined, null, '', 'skip', 'cancel'])('with a taken name and conflicts %s nothing happens', async (conflicts) => {
    const { id: folder_id } = await makeFolder(ann);
    await makeCanvas(ann, { name: 'plan', folder_id });
    const made = await makeCanvas(ann, { name: 'plan' });
    const { status, body } = await easel.unchanged(() => moveCanvas(ann, made.id, { folder_id, conflicts }));
    expect([status, body]).toEqual([200, made]);
  });

  test('compares names exactly and only among canvases', async () => {
    const { id: folder_id } = await makeFolder(ann);
    await makeCanvas(ann, { name: 'Plan', folder_id });
    await makeFolder(ann, { name: 'plan', folder_id });
    const { id } = await makeCanvas(ann, { name: 'plan' });
    expect((await moveCanvas(ann, id, { folder_id })).body.folder_id).toBe(folder_id);
  });

  test('replaces by deleting every canvas of the name', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const rivals = [await makeCanvas(ann, { name: 'plan', folder_id }), await makeCanvas(ann, { name: 'plan', folder_id })];
    const { id } = await makeCanvas(ann, { name: 'plan' });
    const lines = await actions(easel, () => moveCanvas(ann, id, { folder_id, conflicts: 'replace' }));
    expect(lines.sort()).toEqual(['Canvas deleted: plan', 'Canvas deleted: plan', 'Canvas moved: plan']);
    for (const rival of rivals) expect((await ann.get(`/canvases/${rival.id}`)).status).toBe(404);
  });

  test('replaces only what the caller owns', async () => {
    const { id: folder_id } = await makeFolder(ann);
    await give(ann, `/canvas-folders/${folder_id}`, bob, 'edit');
    await makeCanvas(ann, { name: 'plan', folder_id });
    const { id } = await makeCanvas(bob, { name: 'plan' });
    const send = () => moveCanvas(bob, id, { folder_id, conflicts: 'replace' });
    expect(await refused(easel, send)).toBe('403 Permission denied');
  });

  test.each<[string, unknown]>([
    ['400 folder_id parameter is missing', {}],
    ['400 folder_id parameter is missing', { folder_id: '' }],
    ['400 folder_id parameter is missing', { folder_id: null }],
    ['400 folder_id must be a string', { folder_id: 1 }],
    ['400 Invalid conflicts value merge: it must be skip, cancel or replace', { folder_id: NOWHERE, conflicts: 'merge' }],
    ['400 Invalid conflicts value 1: it must be skip, cancel or replace', { folder_id: NOWHERE, conflicts: 1 }],
    [`404 Folder ${NOWHERE} not found`, { folder_id: NOWHERE }],
  ])('refuses with %s', async (expected, body) => {
    const { id } = await makeCanvas(ann);
    expect(await refused(easel, () => moveCanvas(ann, id, body))).toBe(expected);
  });

  test('asks for edit on the destination', async () => {
    const { id } = await makeCanvas(ann);
    const { id: folder_id } = await makeFolder(bob);
    expect(await refused(easel, () => moveCanvas(ann, id, { folder_id }))).toBe('403 Permission denied');
    await give(bob, `/canvas-folders/${folder_id}`, ann, 'edit');
    expect((await moveCanvas(ann, id, { folder_id })).body.folder_id).toBe(folder_id);
  });

  test('takes explicit entries along and inherits those of the new place', async () => {
    const { id: shared } = await makeFolder(ann);
    await give(ann, `/canvas-folders/${shared}`, bob, 'edit');
    const { id } = await makeCanvas(ann);
    await moveCanvas(ann, id, { folder_id: shared });
    expect((await bob.get(`/canvases/${id}`)).body.access).toBe('edit');
    await moveCanvas(ann, id, { folder_id: String(ann.id) });
    expect((await bob.get(`/canvases/${id}`)).status).toBe(403);
    expect((await ann.get(`/canvases/${id}/permissions`)).body.users).toEqual([
      { id: ann.id, inherited: false, permission: 'owner' },
    ]);
  });
});

describe('moving a folder', () => {
  test('moves all below with it', async () => {
    const outer = await makeFolder(ann);
    const inner = await makeFolder(ann, { folder_id: outer.id });
    const { id: to } = await makeFolder(ann);
    const lines = await actions(easel, async () => {
      expect((await moveFolder(ann, outer.id, { folder_id: to })).body).toEqual({ ...outer, folder_id: to });
    });
    expect(lines).toEqual([`Folder moved: ${outer.name}`]);
    expect((await ann.get(`/canvas-folders/${inner.id}`)).body).toEqual(inner);
  });

  test('refuses to move into itself or below', async () => {
    const outer = await makeFolder(ann);
    const inner = await makeFolder(ann, { folder_id: outer.id });
    for (const folder_id of [outer.id, inner.id]) {
      const send = () => ann.patch(`/canvas-folders/${outer.id}/move`, { folder_id });
      expect(await refused(easel, send)).toBe(`409 Cannot move folder ${outer.id} into itself`);
    }
  });

  test('replaces a folder with all its content, and saves what is moved out of it', async () => {
    const home = String(ann.id);
    const rival = await makeFolder(ann, { name: 'team' });
    const lost = await makeCanvas(ann, { folder_id: rival.id, name: 'lost' });
    const inner = await makeFolder(ann, { name: 'team', folder_id: rival.id });
    const kept = await makeCanvas(ann, { folder_id: inner.id, name: 'kept' });
    const lines = await actions(easel, () => moveFolder(ann, inner.id, { folder_id: home, conflicts: 'replace' }));
    expect(lines.sort()).toEqual(['Canvas deleted: lost', 'Folder deleted: team', 'Folder moved: team']);
    expect((await ann.get(`/canvas-folders/${inner.id}`)).body.folder_id).toBe(home);
    expect((await ann.get(`/canvases/${kept.id}`)).status).toBe(200);
    expect((await ann.get(`/canvases/${lost.id}`)).status).toBe(404);
  });

  test('does nothing when the name is taken, and never replaces a system folder', async () => {
    const { id: parent } = await makeFolder(ann);
    const made = await makeFolder(ann, { name: 'Trash', folder_id: parent });
    const { body } = await easel.unchanged(() => moveFolder(ann, made.id, { folder_id: String(ann.id) }));
    expect(body).toEqual(made);
    const send = () => moveFolder(ann, made.id, { folder_id: String(ann.id), conflicts: 'replace' });
    expect(await refused(easel, send)).toBe(`403 Folder trash.${ann.id} is a system folder`);
  });

  test('system folders stay where they are', async () => {
    const { id: root } = await rootOf(ann);
    for (const [who, id] of [
      [ann, String(ann.id)],
      [ann, `trash.${ann.id}`],
      [easel.admin, root],
    ] as const) {
      const send = () => moveFolder(who, id, { folder_id: String(who.id) });
      expect(await refused(easel, send)).toBe(`403 Folder ${id} is a system folder`);
    }
    expect(await refused(easel, () => moveFolder(ann, root, {}))).toBe('403 Permission denied');
  });
});

describe('the trash', () => {
  test('marks a canvas, lets equal names pile up, and lets it out again', async () => {
    const trash = `trash.${ann.id}`;
    const first = await makeCanvas(ann, { name: 'old' });
    await moveCanvas(ann, first.id, { folder_id: trash });
    const second = await makeCanvas(ann, { name: 'old' });
    const lines = await audited(easel, async () => {
      const { body } = await moveCanvas(ann, second.id, { folder_id: trash, conflicts: 'replace' });
      expect(body).toEqual({ ...second, folder_id: trash, in_trash: true });
    });
    expect(lines).toMatchObject([{ action: 'Canvas trashed', details: { from: String(ann.id), to: trash } }]);
    expect((await ann.get(`/canvases/${first.id}`)).status).toBe(200);
    expect((await moveCanvas(ann, first.id, { folder_id: String(ann.id) })).body).toEqual(first);
  });

  test('marks all below a folder, which stays readable and writable', async () => {
    const folder = await makeFolder(ann);
    const canvas = await makeCanvas(ann, { folder_id: folder.id });
    await give(ann, `/canvases/${canvas.id}`, bob, 'edit');
    const lines = await actions(easel, () => moveFolder(ann, folder.id, { folder_id: `trash.${ann.id}` }));
    expect(lines).toEqual([`Folder trashed: ${folder.name}`]);
    expect((await ann.get(`/canvas-folders/${folder.id}`)).body.in_trash).toBe(true);
    expect((await ann.get(`/canvas-folders/trash.${ann.id}`)).body.in_trash).toBe(false);
    const { body } = await bob.patch(`/canvases/${canvas.id}`, { name: 'still written' });
    expect(body).toMatchObject({ name: 'still written', in_trash: true, access: 'edit' });
  });

  test('of another user is closed to everybody', async () => {
    const canvas = await makeCanvas(ann);
    const folder = await makeFolder(ann);
    const inTrash = await makeFolder(bob);
    await moveFolder(bob, inTrash.id, { folder_id: `trash.${bob.id}` });
    await give(bob, `/canvas-folders/${bob.id}`, ann, 'owner');
    for (const folder_id of [`trash.${bob.id}`, inTrash.id]) {
      for (const who of [ann, easel.admin]) {
        const expected = "403 Cannot move items to another user's trash";
        expect(await refused(easel, () => moveCanvas(who, canvas.id, { folder_id }))).toBe(expected);
        expect(await refused(easel, () => moveFolder(who, folder.id, { folder_id }))).toBe(expected);
      }
    }
  });
});
