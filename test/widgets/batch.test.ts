import { beforeEach, describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { form, sampleFiles, uploaded } from '../kit/files.ts';
import { ok, type Shown } from '../kit/full-canvas.ts';
import { RED } from '../kit/strokes.ts';

const easel = useEasel({ people: ['ann'] });
const { people } = easel;
let canvas: string;
beforeEach(async () => {
  canvas = await easel.canvas();
});

const send = (operations: unknown, headers = {}) => easel.admin.post(`${canvas}/batch`, { operations }, headers);
const done = async (...operations: unknown[]): Promise<Shown[]> => ok(await send(operations)).results;
const list = async (path: string): Promise<Shown[]> => ok(await easel.admin.get(`${canvas}/${path}`));
const note = (body: object = {}, more: object = {}) => ({ op: 'create', type: 'Note', body, ...more });
const POINTS = [[1, 2, 0, 1.5, 2, 0, 2, 2, 0]];

/** Sends a batch that is only tried. */
const tried = (operations: unknown, headers = {}) => easel.admin.post(`${canvas}/batch?dry_run=1`, { operations }, headers);

/** Sends a batch that must be refused, and change and publish nothing. */
async function refused(operations: unknown, status: number, msg: string, headers = {}): Promise<void> {
  const answer = await easel.unchanged(() => send(operations, headers));
  expect([answer.status, answer.body.msg]).toEqual([status, msg]);
}

describe('a batch that is only tried', () => {
  test('answers what it would do, and changes and publishes nothing', async () => {
    const [old] = await done(note({ text: 'old' }));
    const operations = [
      note({ text: 'zone' }, { ref: 'a' }),
      { op: 'update', id: '@a', body: { text: 'changed' } },
      { op: 'delete', id: old!.id },
    ];
    const answer = await easel.unchanged(() => tried(operations));
    const [, changed, gone] = ok(answer).results as Shown[];
    expect([changed!.text, gone]).toEqual(['changed', null]);
    const before = Number((await easel.admin.get(`${canvas}/widgets`)).headers['easel-revision']);
    expect(answer.body.revision).toBe(before);
    expect((await easel.admin.get(`${canvas}/notes/${changed!.id}`)).status).toBe(404);
    expect(await list('notes')).toEqual([old]);
    // The ids are free, and the batch does what it said
    const [made] = await done(note({ text: 'zone' }, { id: changed!.id }));
    expect(made!.id).toBe(changed!.id);
  });

  test('is refused as it would be', async () => {
    const answer = await easel.unchanged(() => tried([note(), { op: 'update', id: canvas.split('/')[2], body: {} }]));
    expect([answer.status, answer.body.msg]).toEqual([404, `operation 1: Widget ${canvas.split('/')[2]} not found`]);
    const other = await easel.unchanged(() => people.ann.post(`${canvas}/batch?dry_run=1`, { operations: [note()] }));
    expect(other.status).toBe(403);
  });

  test('uses up no number, and is none that was sent before', async () => {
    const number = { 'easel-batch': '3f0c7a52-6f0e-4c6b-9d58-0a4e2b7d1c11 1' };
    for (let time = 0; time < 2; time++) expect(ok(await tried([note()], number)).results).toHaveLength(1);
    expect(ok(await send([note()], number)).results).toHaveLength(1);
    expect(ok(await tried([note()], number)).results).toHaveLength(1);
    expect(ok(await send([note()], number))).toEqual({ results: null, repeated: true });
  });
});

describe('a batch', () => {
  test('makes, joins, changes and deletes as one revision, one change and one message on each list', async () => {
    const { admin } = easel;
    const [old] = await done(note({ text: 'old' }));
    const before = Number((await admin.get(`${canvas}/widgets`)).headers['easel-revision']);
    const streams = await Promise.all(
      ['widgets', 'notes', 'connectors'].map((path) => admin.watch(`${canvas}/${path}?changes=1`)),
    );
    for (const stream of streams) await stream.next();
    const published = easel.published.length;
    const answer = await send([
      note({ text: 'zone' }, { ref: 'zone' }),
      note({ text: 'inside', parent_id: '@zone' }, { ref: 'a' }),
      { op: 'create', type: 'connector', body: { src: { id: '@a' }, dst: { id: old!.id, tip: 'none' } } },
      { op: 'update', id: '@a', body: { text: '@zone' } },
      { op: 'delete', id: old!.id },
    ]);
    const [zone, inside, line, changed, gone] = ok(answer).results as Shown[];
    expect(answer.body.revision).toBe(before + 1);
    expect(answer.headers['easel-revision']).toBe(String(before + 1));
    expect(easel.published.length).toBe(published + 1);
    expect(inside).toMatchObject({ text: 'inside', parent_id: zone!.id });
    expect(line).toMatchObject({ widget_type: 'Connector', src: { id: inside!.id }, dst: { id: old!.id } });
    expect(changed).toEqual({ ...inside, text: '@zone' });
    expect(gone).toBeNull();
    expect(await list('notes')).toEqual([zone, changed]);
    expect(await list('connectors')).toEqual([]);
    const [widgets, notes] = (await Promise.all(streams.slice(0, 2).map((stream) => stream.next()))) as Shown[][];
    const told = [zone, changed, { ...old, state: 'deleted' }];
    for (const message of [widgets!, notes!])
      expect(message.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(told.toSorted((a, b) => a.id.localeCompare(b.id)));
    for (const stream of streams) stream.close();
  });

  test('answers each object as GET shows it, a table without its cells and strokes without points that were not sent', async () => {
    const results = await done(
      { op: 'create', type: 'table', body: { grid_size: { columns: 3, rows: 2 } }, ref: 't' },
      { op: 'create', type: 'annotation', body: { line_color: RED, points: POINTS }, widget_id: '@t', ref: 's' },
      { op: 'create', type: 'Annotation', body: { line_color: RED } },
      { op: 'update', id: '@s', body: { line_color: '#00ff00ff' } },
      { op: 'create', type: 'VideoOutputAnchor', body: { title: 'Left' } },
    );
    const [table, stroke, plane, changed, anchor] = results as [Shown, Shown, Shown, Shown, Shown];
    expect(table).toEqual((await list('tables'))[0]);
    expect(await list('table-cells')).toHaveLength(6);
    const [stored] = await list(`tables/${table.id}/annotations`);
    expect(stroke).toEqual({ ...stored, line_color: RED });
    const { points: _, ...without } = stored;
    expect(changed).toEqual(without);
    const [onPlane] = await list('shared-canvas/annotations');
    expect({ ...plane, points: '' }).toEqual(onPlane);
    expect(anchor).toMatchObject({ widget_type: 'VideoOutputAnchor', title: 'Left' });
    expect(await done({ op: 'delete', id: stroke.id }, { op: 'delete', id: anchor.id })).toEqual([null, null]);
    expect(await list(`tables/${table.id}/annotations`)).toEqual([]);
  });

  test('takes ids of its own, and brings back in one go what it deletes', async () => {
    const id = '00000000-0000-4000-8000-00000000000b';
    const [first] = await done(note({ text: 'one' }, { id: id.toUpperCase() }));
    expect(first!.id).toBe(id);
    await refused([note(), note({}, { id })], 409, `operation 1: Note ${id} exists`);
    const stream = await easel.admin.watch(`${canvas}/notes?changes=1`);
    await stream.next();
    const [, back] = await done({ op: 'delete', id }, note({ text: 'two' }, { id }));
    expect(back).toMatchObject({ id, text: 'two' });
    expect(await list('notes')).toEqual([back]);
    expect(await stream.next()).toEqual([back]);
    stream.close();
  });

  test('takes an id for another type in one go, and every list says so', async () => {
    const id = '00000000-0000-4000-8000-00000000000c';
    const [old] = await done(note({}, { id }));
    const streams = await Promise.all(
      ['notes', 'anchors', 'widgets'].map((path) => easel.admin.watch(`${canvas}/${path}?changes=1`)),
    );
    for (const stream of streams) await stream.next();
    const [, anchor] = await done({ op: 'delete', id }, { op: 'create', type: 'Anchor', id });
    expect([await list('notes'), await list('anchors')]).toEqual([[], [anchor]]);
    const told = await Promise.all(streams.map((stream) => stream.next()));
    expect(told).toEqual([[{ ...old, state: 'deleted' }], [anchor], [anchor]]);
    for (const stream of streams) stream.close();
  });

  test('stacks beside what it made, clones, and makes images by their hash', async () => {
    const image = await uploaded(easel, easel.admin, `${canvas}/images`, sampleFiles.image.bytes, 'a.svg');
    const other = await easel.canvas();
    const source = ok(await easel.admin.post(`${other}/notes`, { text: 'source' }));
    const from = { source_canvas_id: other.split('/')[2], source_widget_id: source.id };
    const results = await done(note({ depth: 5 }, { ref: 'a' }), note({ depth: { below: '@a' } }), note(from, { ref: 'clone' }), {
      op: 'create',
      type: 'Image',
      body: { hash: image.hash, parent_id: '@clone' },
    });
    expect(results.map(({ depth }) => depth)).toEqual([5, 3, 1, 1]);
    expect(results[2]).toMatchObject({ text: 'source' });
    expect(results[3]).toMatchObject({ hash: image.hash, parent_id: results[2]!.id });
  });

  test('deletes an image and makes it again, and brings back one that is gone already', async () => {
    const image = await uploaded(easel, easel.admin, `${canvas}/images`, sampleFiles.image.bytes, 'a.svg');
    const again = { op: 'create', type: 'Image', id: image.id, body: { hash: image.hash } };
    const [, made] = await done({ op: 'delete', id: image.id }, again);
    expect(made).toMatchObject({ id: image.id, hash: image.hash, original_filename: 'a.svg' });
    await done({ op: 'delete', id: image.id });
    expect(await done(again)).toMatchObject([{ id: image.id, original_filename: 'a.svg' }]);
    await refused(
      [{ ...again, id: undefined, body: { hash: 'f'.repeat(64) } }],
      400,
      `operation 0: Unknown asset ${'f'.repeat(64)}`,
    );
  });

  test('deletes what is gone already without an error, and changes nothing when nothing is to be done', async () => {
    const [parent] = await done(note());
    const [child] = await done(note({ parent_id: parent!.id }));
    expect(await done({ op: 'delete', id: parent!.id }, { op: 'delete', id: child!.id })).toEqual([null, null]);
    await easel.unchanged(async () => {
      expect(await done({ op: 'delete', id: parent!.id }, { op: 'delete', id: 'background' })).toEqual([null, null]);
    });
  });

  test('sees each operation with what the ones before have done', async () => {
    const results = await done(note({ location: { x: 1, y: 2 } }, { ref: 'a' }), note(), note(), {
      op: 'update',
      id: '@a',
      body: { auto_raise: true, location: { x: 9 } },
    });
    expect(results.map(({ depth }) => depth)).toEqual([1, 2, 3, 4]);
    expect(results[3]!.location).toEqual({ x: 9, y: 2 });
  });

  test('moves the date of the canvas once, and needs edit', async () => {
    easel.clock.advance(1000);
    await done(note(), note());
    expect(ok(await easel.admin.get(canvas)).modified_at).toBe(new Date(easel.clock.now()).toISOString());
    await easel.unchanged(async () => {
      expect((await people.ann.post(`${canvas}/batch`, { operations: [note()] })).status).toBe(403);
      ok(await easel.anonymous.get('/server-info'));
      expect((await easel.anonymous.post(`${canvas}/batch`, { operations: [note()] })).status).toBe(401);
    });
    ok(await easel.admin.post(`${canvas}/permissions`, { link_permission: 'edit' }));
    expect((await people.ann.post(`${canvas}/batch`, { operations: [note()] })).status).toBe(200);
  });
});

describe('a batch is refused as a whole', () => {
  test('by its first wrong operation, with its status', async () => {
    const [own] = await done(note());
    const [root] = await list('widgets');
    const [table] = await done({ op: 'create', type: 'Table' });
    const [cell] = await list(`tables/${table!.id}/cells`);
    const line = (await done({ op: 'create', type: 'Connector', body: { src: { id: own!.id }, dst: { id: root.id } } }))[0]!;
    const unknown = '11111111-1111-4111-8111-111111111111';
    const wrong: [operation: unknown, status: number, msg: string][] = [
      [5, 400, 'it must be an object'],
      [{}, 400, 'op parameter is missing'],
      [{ op: 'move' }, 400, 'op must be create, update or delete'],
      [{ op: 'create' }, 400, 'type parameter is missing'],
      [{ op: 'create', type: 'Note', body: [] }, 400, 'body must be an object'],
      [note({ depth: 0 }), 400, 'depth must be at least 1'],
      [note({}, { id: 'mine' }), 400, 'id must be a UUID of version 4'],
      [note({}, { ref: 'a b' }), 400, 'ref must have 1 to 64 letters, digits, - and _'],
      [note({}, { ref: 5 }), 400, 'ref must be a string'],
      [note({ parent_id: '@b' }), 400, '@b is not known yet'],
      [{ op: 'update', id: '@b' }, 400, '@b is not known yet'],
      [{ op: 'delete' }, 400, 'id parameter is missing'],
      [{ op: 'update', id: unknown, body: {} }, 404, `Widget ${unknown} not found`],
      [{ op: 'update', id: 'background', body: {} }, 404, 'Widget background not found'],
      [{ op: 'update', id: root.id, body: {} }, 400, 'SharedCanvas cannot be changed'],
      [{ op: 'delete', id: cell!.id }, 400, 'TableCell cannot be changed'],
      [
        { op: 'update', id: own!.id, body: { text_color: '#123456' } },
        409,
        'text_color cannot be set while auto_text_color is on',
      ],
      [{ op: 'update', id: own!.id, if_match: '"other"', body: {} }, 412, 'Changed meanwhile'],
      [{ op: 'delete', id: own!.id, if_match: '"other"' }, 412, 'Changed meanwhile'],
      [{ op: 'create', type: 'Annotation', body: {} }, 400, 'line_color parameter is missing'],
      [{ op: 'create', type: 'Annotation', widget_id: unknown, body: { line_color: RED } }, 404, `Widget ${unknown} not found`],
      [
        { op: 'create', type: 'Annotation', widget_id: line.id, body: { line_color: RED } },
        400,
        'A Connector takes no annotations',
      ],
      [{ op: 'create', type: 'Image', body: {} }, 400, 'hash parameter is missing'],
      [note({ source_canvas_id: unknown }), 400, 'source_widget_id parameter is missing'],
    ];
    const stream = await easel.admin.watch(`${canvas}/widgets?changes=1`);
    await stream.next();
    for (const [operation, status, msg] of wrong)
      await refused(
        [note({}, { ref: 'a' }), { op: 'update', id: '@a', body: { text: 'x' } }, operation],
        status,
        `operation 2: ${msg}`,
      );
    await refused([note({}, { ref: 'a' }), note({}, { ref: 'a' })], 400, 'operation 1: ref a is taken');
    const [last] = await done(note());
    expect(await stream.next()).toEqual([last]);
    stream.close();
  });

  test('for a type that clients do not make', async () => {
    const { status, body } = await easel.unchanged(() => send([{ op: 'create', type: 'TableCell' }]));
    expect([status, body.msg]).toEqual([400, expect.stringMatching(/^operation 0: type must be Note, .* or VideoOutputAnchor$/)]);
  });

  test('for sources of clones that are not there, not to be seen, or too many', async () => {
    const secret = (await easel.canvas()).split('/')[2];
    const mine = await easel.canvas(people.ann);
    const unknown = '11111111-1111-4111-8111-111111111111';
    const cloneOf = (source_canvas_id: unknown) => note({ source_canvas_id, source_widget_id: unknown });
    await easel.unchanged(async () => {
      for (const [source, status, msg] of [
        [secret, 403, 'operation 1: Permission denied'],
        [unknown, 404, `operation 1: Canvas ${unknown} not found`],
        [mine.split('/')[2], 404, `operation 1: Widget ${unknown} not found`],
      ] as const) {
        const answer = await people.ann.post(`${mine}/batch`, { operations: [note(), cloneOf(source)] });
        expect([answer.status, answer.body.msg]).toEqual([status, msg]);
      }
    });
    const many = await Promise.all(Array.from({ length: 21 }, async () => (await easel.canvas()).split('/')[2]));
    await refused(many.map(cloneOf), 400, 'operation 20: A batch clones from at most 20 canvases');
  });

  test('for too few or too many operations, and for what is no list of them', async () => {
    await refused(undefined, 400, 'operations parameter is missing');
    await refused({}, 400, 'operations must be an array');
    await refused([], 400, 'operations must have 1 to 1000 elements');
    await refused(Array(1001).fill(note()), 400, 'operations must have 1 to 1000 elements');
    expect(await done(...Array(1000).fill(note()))).toHaveLength(1000);
  });

  test('for more than 20,000 records that it would change', async () => {
    const large = { op: 'create', type: 'Table', body: { grid_size: { columns: 100, rows: 100 } } };
    await refused([large, large], 400, 'The batch would change more than 20000 records');
    expect(await done(large)).toHaveLength(1);
  });

  test('for bodies beyond their bounds', async () => {
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`k${at}`, 1]));
    await refused([note(keys)], 400, 'Request body has more than 50000 keys');
    await refused([note({ list: Array(100_000).fill(1) })], 400, 'Request body has more than 100000 array elements');
  });
});

describe('a long batch', () => {
  test('answers 16 MiB of objects, and of further ones the ids', async () => {
    const text = 'x'.repeat(1_000_000);
    const [made] = await done(note({ text }));
    const answer = await send(Array(20).fill({ op: 'update', id: made!.id, body: { pinned: true } }));
    const results: Shown[] = ok(answer).results;
    expect(results.slice(0, 17).every((one) => one.text === text)).toBe(true);
    expect(results.slice(17)).toEqual(Array(3).fill({ id: made!.id }));
  });

  test('reads the points of a long stroke, in both forms', async () => {
    const nodes = Array.from({ length: 5_000 }, (_, at) => [at, 0, 0, at, 0, 0, at, 0, 0]);
    const [one] = await done({ op: 'create', type: 'Annotation', body: { line_color: RED, points: nodes } });
    const [two] = await done({ op: 'create', type: 'Annotation', body: { line_color: RED, points: one!.points } });
    expect(two!.points).toBe(one!.points);
    expect(one!.points).toHaveLength(5_000 * 48);
    await refused(
      [{ op: 'create', type: 'Annotation', body: { line_color: RED, points: [...nodes, [1]] } }],
      400,
      'operation 0: points[5000] must be an array of 9 numbers',
    );
  });
});

test('a form is no batch', async () => {
  const answer = await easel.unchanged(() => easel.admin.post(`${canvas}/batch`, ...form({ json: { operations: [note()] } })));
  expect(answer.status).toBe(400);
});

test('a demo state comes back although its ids are those of other types by now', async () => {
  const { admin } = easel;
  const id = '00000000-0000-4000-8000-00000000000d';
  await done(note({ text: 'saved' }, { id, ref: 'a' }), note({ parent_id: '@a' }));
  ok(await admin.patch(canvas, { mode: 'demo' }));
  const saved = await list('widgets');
  await done({ op: 'delete', id }, { op: 'create', type: 'Anchor', id }, note({ parent_id: id }));
  const stream = await admin.watch(`${canvas}/anchors?changes=1`);
  await stream.next();
  ok(await admin.post(`${canvas}/restore`));
  expect(await list('widgets')).toEqual(saved);
  expect(await stream.next()).toMatchObject([{ id, state: 'deleted' }]);
  stream.close();
});
