import { describe, expect, test } from 'vitest';
import { actions, audited } from '../kit/audited.ts';
import { type Person, startEasel, useEasel } from '../kit/easel.ts';
import { contentOf, fullCanvas, ok, type Shown, seen } from '../kit/full-canvas.ts';
import { give, makeCanvas, makeFolder, NOWHERE, refused, rootOf } from '../kit/places.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const copyCanvas = (who: Person, id: string, body: unknown) => who.post(`/canvases/${id}/copy`, body);
const copyFolder = (who: Person, id: string, body: unknown) => who.post(`/canvas-folders/${id}/copy`, body);
const home = (who: Person) => String(who.id);

describe('a copied canvas', () => {
  test('holds all that the source holds, in the same order, under new ids that refer to one another', async () => {
    const source = await fullCanvas(easel, ann, { name: 'full', width: 5000 });
    const before = await seen(ann, source);
    const { id } = ok(await copyCanvas(ann, source.split('/')[2]!, { folder_id: home(ann) }));
    const copy = `/canvases/${id}`;
    expect(await contentOf(ann, copy)).toEqual(await contentOf(ann, source));
    expect(await seen(ann, source)).toEqual(before);
    const ids = (text: string) => new Set(text.match(/[0-9a-f]{8}-[0-9a-f-]{27}/g));
    const own = ids(JSON.stringify(await seen(ann, copy)));
    expect([...ids(JSON.stringify(before))].filter((one) => own.has(one))).toEqual([]);
  });

  test('begins anew, belongs to its maker and is shared with nobody', async () => {
    const source = await makeCanvas(ann, { name: 'plan' });
    await give(ann, `/canvases/${source.id}`, bob, 'view');
    await ann.post(`/canvases/${source.id}/permissions`, { link_permission: 'view', editors_can_share: false });
    easel.clock.advance(1000);
    const now = new Date(easel.clock.now()).toISOString();
    const lines = await audited(easel, async () => {
      const copy = ok(await copyCanvas(bob, source.id, { folder_id: home(bob) }));
      const expected = { ...source, id: copy.id, folder_id: home(bob), created_at: now, modified_at: now };
      expect(copy).toEqual(expected);
      expect(ok(await bob.get(`/canvases/${copy.id}`))).toEqual(expected);
      expect(ok(await bob.get(`/canvases/${copy.id}/permissions`))).toEqual({
        editors_can_share: true,
        link_permission: 'none',
        state: 'normal',
        users: [{ id: bob.id, inherited: false, permission: 'owner' }],
        groups: [],
      });
    });
    expect(lines).toMatchObject([{ action: 'Canvas copied', author_id: bob.id, details: { source: source.id } }]);
    expect(lines[0]!.target_id).not.toBe(source.id);
  });

  test('is told to lists once, whole', async () => {
    const source = await makeCanvas(ann);
    const list = await ann.watch('/canvases?changes=1');
    await list.next();
    const copy = ok(await copyCanvas(ann, source.id, { folder_id: source.folder_id }));
    expect(await list.next()).toEqual([copy]);
    list.close();
  });

  test('keeps no host, because nobody shows it yet', async () => {
    const path = await easel.canvas(ann);
    const rdp = ok(await ann.post(`${path}/rdp-connections`, { connection_name: '10.20.0.5' }));
    const kind = (await import('../../model/widgets/rdp-connection.ts')).RdpConnection;
    const canvas = path.split('/')[2]!;
    const author = { id: null, name: '', ip: '' };
    await easel.server.store.submit({
      scopes: [canvas],
      author,
      permit: () => undefined,
      run(tx) {
        const scope = tx.scope(canvas);
        scope.update(kind, { ...scope.get(kind, rdp.id)!, host_id: 'wall', content_id: 'rdp-7f31' });
      },
    });
    const copy = ok(await copyCanvas(ann, canvas, { folder_id: home(ann) }));
    const [copied] = ok(await ann.get(`/canvases/${copy.id}/rdp-connections`));
    expect(copied).toMatchObject({ connection_name: '10.20.0.5', host_id: '', content_id: '' });
  });
});

describe('the name of a copy', () => {
  test('in its own folder is numbered, whatever conflicts says, and an existing number is counted on', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const source = await makeCanvas(ann, { folder_id, name: 'plan' });
    const names: string[] = [];
    let last = source;
    for (const conflicts of ['replace', 'skip', 'cancel', null, undefined]) {
      last = ok(await copyCanvas(ann, source.id, { folder_id, conflicts }));
      names.push(last.name);
    }
    expect(names).toEqual(['plan (1)', 'plan (2)', 'plan (3)', 'plan (4)', 'plan (5)']);
    expect(ok(await copyCanvas(ann, last.id, { folder_id })).name).toBe('plan (6)');
    expect(ok(await ann.get(`/canvases/${source.id}`)).name).toBe('plan');
  });

  test('stays short enough', async () => {
    const source = await makeCanvas(ann, { name: '𝒳'.repeat(255) });
    const copy = ok(await copyCanvas(ann, source.id, { folder_id: home(ann) }));
    expect(copy.name).toBe(`${'𝒳'.repeat(251)} (1)`);
  });

  test('is the one that is sent, even when it is taken in the same folder', async () => {
    const source = await makeCanvas(ann, { name: 'mine' });
    for (const name of ['mine', ' other ']) {
      const copy = ok(await copyCanvas(ann, source.id, { folder_id: home(ann), name, conflicts: 'replace' }));
      expect([copy.name, copy.id === source.id]).toEqual([name, false]);
    }
    expect((await ann.get(`/canvases/${source.id}`)).status).toBe(200);
  });

  test('elsewhere is that of the source; when that is taken, nothing happens or the other one is replaced', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const rival = await makeCanvas(ann, { folder_id, name: 'plan' });
    const source = await makeCanvas(ann, { name: 'plan' });
    for (const conflicts of [undefined, null, '', 'skip', 'cancel']) {
      const { body } = await easel.unchanged(() => copyCanvas(ann, source.id, { folder_id, conflicts }));
      expect(body).toEqual(source);
    }
    const named = ok(await copyCanvas(ann, source.id, { folder_id, name: 'plan b' }));
    expect(named.name).toBe('plan b');
    const lines = await actions(easel, async () => {
      const copy = ok(await copyCanvas(ann, source.id, { folder_id, conflicts: 'replace' }));
      expect(copy).toMatchObject({ name: 'plan', folder_id });
      expect(copy.id).not.toBe(source.id);
    });
    expect(lines.sort()).toEqual(['Canvas copied: plan', 'Canvas deleted: plan']);
    expect((await ann.get(`/canvases/${rival.id}`)).status).toBe(404);
    expect((await ann.get(`/canvases/${source.id}`)).status).toBe(200);
  });
});

describe('copying a canvas', () => {
  test.each<[string, unknown]>([
    ['400 folder_id parameter is missing', { folder_id: '' }],
    ['400 folder_id must be a string', { folder_id: 1 }],
    ['400 Invalid conflicts value merge: it must be skip, cancel or replace', { folder_id: NOWHERE, conflicts: 'merge' }],
    ['400 name must be a string', { folder_id: NOWHERE, name: 5 }],
    [`404 Folder ${NOWHERE} not found`, { folder_id: NOWHERE }],
  ])('refuses with %s', async (expected, body) => {
    const { id } = await makeCanvas(ann);
    expect(await refused(easel, () => copyCanvas(ann, id, body))).toBe(expected);
    expect(await refused(easel, () => ann.patch(`/canvases/${id}/copy`, body))).toBe(expected);
  });

  test('without a folder puts the copy beside the source, and asks for edit there', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const source = await makeCanvas(ann, { name: 'plan', folder_id });
    for (const [body, name] of [
      [{ name: 'copy' }, 'copy'],
      [{ name: 'copy', conflicts: 'replace' }, 'copy'],
      [{ folder_id: null }, 'plan (1)'],
      [undefined, 'plan (2)'],
    ] as const) {
      const copy = ok(await copyCanvas(ann, source.id, body));
      expect([copy.name, copy.folder_id, copy.id === source.id]).toEqual([name, folder_id, false]);
    }
    await give(ann, `/canvases/${source.id}`, bob, 'owner');
    expect(await refused(easel, () => copyCanvas(bob, source.id, { name: 'copy' }))).toBe('403 Permission denied');
    await ann.post(`/canvases/${source.id}/move`, { folder_id: `trash.${ann.id}` });
    expect(await refused(easel, () => copyCanvas(ann, source.id, {}))).toBe('400 Cannot copy to the trash');
  });

  test('asks for view on the source, edit on the destination and owner on what is replaced; takes no trash', async () => {
    const source = await makeCanvas(ann, { name: 'plan' });
    const { id: folder_id } = await makeFolder(ann);
    const copy = (body: object = {}) => copyCanvas(bob, source.id, { folder_id, ...body });
    expect(await refused(easel, copy)).toBe('403 Permission denied');
    await give(ann, `/canvases/${source.id}`, bob, 'view');
    expect(await refused(easel, copy)).toBe('403 Permission denied');
    await give(ann, `/canvas-folders/${folder_id}`, bob, 'edit');
    const made = ok(await copy());
    expect(made.access).toBe('owner');
    const rival = await makeCanvas(ann, { folder_id, name: 'hers' });
    expect(await refused(easel, () => copy({ name: rival.name, conflicts: 'replace' }))).toBe('403 Permission denied');
    for (const folder of [`trash.${bob.id}`]) {
      expect(await refused(easel, () => copy({ folder_id: folder }))).toBe('400 Cannot copy to the trash');
    }
    await ann.post(`/canvases/${source.id}/move`, { folder_id: `trash.${ann.id}` });
    const beside = () => copyCanvas(ann, source.id, { folder_id: `trash.${ann.id}` });
    expect(await refused(easel, beside)).toBe('400 Cannot copy to the trash');
  });

  test('while it is written to copies one state', async () => {
    const path = await easel.canvas(ann);
    const write = async (at: number) => ok(await ann.post(`${path}/notes`, { text: `${at}` }));
    const copying = copyCanvas(ann, path.split('/')[2]!, { folder_id: home(ann) });
    const [copy] = await Promise.all([copying, ...Array.from({ length: 20 }, (_, at) => write(at))]);
    const texts: string[] = ok(await ann.get(`/canvases/${copy.body.id}/notes`)).map((note: Shown) => note.text);
    expect(texts).toEqual(texts.map((_, at) => `${at}`));
  });
});

describe('a copy that takes much memory', () => {
  const note = 'n'.repeat(1000);
  const small = () => startEasel({ env: { EASEL_CACHE_BYTES: '1500' } });

  test('reads nothing when there is nothing to copy, or the copy is forbidden', async () => {
    const server = await small();
    const cat = await server.user({ name: 'cat' });
    const folder = await makeFolder(cat, { name: 'f' });
    const canvas = await makeCanvas(cat, { folder_id: folder.id });
    await cat.post(`/canvases/${canvas.id}/notes`, { text: note.repeat(2) });
    // The next canvas takes its place in memory
    await makeCanvas(cat);
    const isLoaded = (): boolean => server.server.store.ready(canvas.id) !== undefined;
    await until(() => !isLoaded());
    const answers = [
      await copyFolder(cat, folder.id, { folder_id: folder.folder_id }),
      await copyFolder(cat, folder.id, { folder_id: folder.id }),
      await copyFolder(cat, folder.id, { folder_id: NOWHERE }),
      await copyCanvas(cat, canvas.id, { folder_id: NOWHERE }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 404, 404]);
    expect(ok(answers[0]!)).toEqual(folder);
    expect(isLoaded()).toBe(false);
    await server.close();
  });

  test('takes one canvas after the other: a folder may hold more than memory is for', async () => {
    const server = await small();
    const cat = await server.user({ name: 'cat' });
    const folder = await makeFolder(cat, { name: 'f' });
    const other = await makeFolder(cat, { name: 'g' });
    for (let at = 0; at < 6; at++) {
      const canvas = await makeCanvas(cat, { name: `wall ${at}`, folder_id: folder.id });
      for (let count = 0; count < 3; count++) {
        ok(await cat.post(`/canvases/${canvas.id}/notes`, { text: `${at}`.repeat(1024 ** 2) }));
      }
    }
    const copy = ok(await copyFolder(cat, folder.id, { folder_id: other.id }));
    const copies = (ok(await cat.get('/canvases')) as { id: string; name: string; folder_id: string }[]).filter(
      ({ folder_id }) => folder_id === copy.id,
    );
    expect(copies.map(({ name }) => name).sort()).toEqual([0, 1, 2, 3, 4, 5].map((at) => `wall ${at}`));
    for (const { id, name } of copies) {
      const notes = ok(await cat.get(`/canvases/${id}/notes`)) as { text: string }[];
      expect(notes.map(({ text }) => text.slice(0, 3) + text.length)).toEqual(Array(3).fill(name.at(-1)!.repeat(3) + 1024 ** 2));
    }
    await server.close();
  });

  test('that is refused in the end leaves nothing of what was copied already', async () => {
    const cat = await easel.user({ name: 'cat' });
    const folder = await makeFolder(cat, { name: 'f' });
    const other = await makeFolder(cat, { name: 'g' });
    const canvas = await makeCanvas(cat, { folder_id: folder.id });
    const { submit } = easel.server.store;
    const scopes: string[] = [];
    // The destination is deleted while the content is copied
    easel.server.store.submit = (async (command: Parameters<typeof submit>[0]) => {
      const result = await submit.call(easel.server.store, command);
      if (command.fresh?.length && command.scopes.length === 1) {
        scopes.push(...command.fresh);
        await easel.admin.delete(`/canvas-folders/${other.id}`);
      }
      return result;
    }) as typeof submit;
    for (const copying of [
      copyCanvas(cat, canvas.id, { folder_id: other.id }),
      copyFolder(cat, folder.id, { folder_id: other.id }),
    ]) {
      expect((await copying).status).toBe(404);
    }
    easel.server.store.submit = submit;
    expect(scopes.length).toBeGreaterThan(0);
    for (const scope of scopes) expect(easel.server.store.head(scope), 'it is dead').toBeUndefined();
    expect((ok(await cat.get('/canvases')) as { id: string; name: string; folder_id: string }[]).map(({ id }) => id)).toEqual([
      canvas.id,
    ]);
  });
});

describe('a copied folder', () => {
  test('is deep, and belongs to its maker on every level', async () => {
    const outer = await makeFolder(ann, { name: 'outer' });
    const inner = await makeFolder(ann, { name: 'inner', folder_id: outer.id });
    await ann.post(`/canvases/${(await makeCanvas(ann, { name: 'wall', folder_id: inner.id })).id}/notes`, { text: 'kept' });
    await makeCanvas(ann, { name: 'top', folder_id: outer.id });
    const { id: to } = await makeFolder(ann, { name: 'to' });
    const list = await ann.watch('/canvas-folders?changes=1');
    await list.next();
    const lines = await actions(easel, async () => {
      const copy = ok(await copyFolder(ann, outer.id, { folder_id: to, name: 'ignored' }));
      expect(copy).toEqual({ ...outer, id: copy.id, folder_id: to });
      const folders: Shown[] = ok(await ann.get('/canvas-folders'));
      const below = folders.find(({ folder_id }) => folder_id === copy.id);
      expect(below).toMatchObject({ name: 'inner', access: 'owner' });
      const canvases: Shown[] = ok(await ann.get('/canvases'));
      expect(canvases.find(({ folder_id }) => folder_id === copy.id)).toMatchObject({ name: 'top', access: 'owner' });
      const wall = canvases.find(({ folder_id }) => folder_id === below.id);
      expect(ok(await ann.get(`/canvases/${wall.id}/notes`))).toMatchObject([{ text: 'kept' }]);
      expect(await list.next()).toEqual([copy, below]);
    });
    expect(lines).toEqual(['Folder copied: outer', 'Canvas copied: top', 'Folder copied: inner', 'Canvas copied: wall']);
    list.close();
  });

  test('leaves out what the caller may not view, with all below it', async () => {
    const shared = await makeFolder(ann, { name: 'shared' });
    await give(ann, `/canvas-folders/${shared.id}`, bob, 'view');
    const open = await makeCanvas(ann, { name: 'open', folder_id: shared.id });
    const closed = await makeCanvas(ann, { name: 'closed', folder_id: shared.id });
    const hidden = await makeFolder(ann, { name: 'hidden', folder_id: shared.id });
    const inside = await makeCanvas(ann, { name: 'inside', folder_id: hidden.id });
    await give(ann, `/canvases/${closed.id}`, bob, 'none');
    await give(ann, `/canvas-folders/${hidden.id}`, bob, 'none');
    await give(ann, `/canvases/${inside.id}`, bob, 'view');
    const copy = ok(await copyFolder(bob, shared.id, { folder_id: home(bob) }));
    expect(ok(await bob.get('/canvases')).filter(({ folder_id }: Shown) => folder_id === copy.id)).toMatchObject([
      { name: open.name },
    ]);
    expect(ok(await bob.get('/canvas-folders')).filter(({ folder_id }: Shown) => folder_id === copy.id)).toEqual([]);
  });

  test('leaves out a canvas that is deleted while it is read', async () => {
    const folder = await makeFolder(ann);
    const kept = await makeCanvas(ann, { name: 'kept', folder_id: folder.id });
    const gone = await makeCanvas(ann, { name: 'gone', folder_id: folder.id });
    const { store } = easel.server;
    const { load } = store;
    store.load = async (scope) => {
      if (scope === gone.id) await ann.delete(`/canvases/${gone.id}`);
      return load.call(store, scope);
    };
    const { id: to } = await makeFolder(ann);
    const copy = ok(await copyFolder(ann, folder.id, { folder_id: to }).finally(() => Object.assign(store, { load })));
    expect(ok(await ann.get('/canvases')).filter(({ folder_id }: Shown) => folder_id === copy.id)).toMatchObject([
      { name: kept.name },
    ]);
  });

  test.each(['skip', 'cancel', 'replace', undefined])(
    'into its own parent with conflicts %s is the source',
    async (conflicts) => {
      const folder = await makeFolder(ann);
      const { body } = await easel.unchanged(() => copyFolder(ann, folder.id, { folder_id: home(ann), conflicts }));
      expect(body).toEqual(folder);
    },
  );

  test('gives way to one of its name, or replaces it with all its content', async () => {
    const { id: folder_id } = await makeFolder(ann);
    const rival = await makeFolder(ann, { name: 'team', folder_id });
    const lost = await makeCanvas(ann, { folder_id: rival.id });
    const source = await makeFolder(ann, { name: 'team' });
    const { body } = await easel.unchanged(() => copyFolder(ann, source.id, { folder_id }));
    expect(body).toEqual(source);
    const copy = ok(await copyFolder(ann, source.id, { folder_id, conflicts: 'replace' }));
    expect(copy).toEqual({ ...source, id: copy.id, folder_id });
    expect((await ann.get(`/canvases/${lost.id}`)).status).toBe(404);
    expect((await ann.get(`/canvas-folders/${rival.id}`)).status).toBe(404);
  });

  test('cannot be put into itself, into a trash, or made of a system folder', async () => {
    const outer = await makeFolder(ann, { name: 'Trash' });
    const inner = await makeFolder(ann, { folder_id: outer.id });
    for (const folder_id of [outer.id, inner.id]) {
      const send = () => ann.patch(`/canvas-folders/${outer.id}/copy`, { folder_id });
      expect(await refused(easel, send)).toBe(`409 Cannot copy folder ${outer.id} into itself`);
    }
    const trash = `trash.${ann.id}`;
    expect(await refused(easel, () => copyFolder(ann, outer.id, { folder_id: trash }))).toBe('400 Cannot copy to the trash');
    const { id: root } = await rootOf(ann);
    for (const id of [home(ann), trash, root]) {
      expect(await refused(easel, () => copyFolder(ann, id, { folder_id: outer.id }))).toBe(
        `403 Folder ${id} is a system folder`,
      );
    }
    const nested = await makeFolder(ann, { folder_id: outer.id, name: 'Trash' });
    const replace = () => copyFolder(ann, nested.id, { folder_id: home(ann), conflicts: 'replace' });
    expect(await refused(easel, replace)).toBe(`403 Folder ${trash} is a system folder`);
  });
});
