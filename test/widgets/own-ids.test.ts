import { beforeAll, describe, expect, test } from 'vitest';
import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Answer, Caller } from '../kit/easel.ts';
import { useEasel } from '../kit/easel.ts';
import { form, sampleFiles } from '../kit/files.ts';
import { collections, ok } from '../kit/full-canvas.ts';
import { RED } from '../kit/strokes.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann'] });
let canvas: string;
let root: string;
beforeAll(async () => {
  canvas = await easel.canvas(easel.people.ann);
  root = ok(await easel.admin.get(`${canvas}/widgets`))[0].id;
});

let made = 0;
/** An id that no record of any test has, no cell of a table among them. */
const newId = (): string => `${String(++made).padStart(8, '0')}-0000-4000-8000-000000000000`;

const own = (id: string) => ({ 'easel-id': id });

/** Creates a widget of any type under an id of its own, by JSON or by an upload. */
function create({ name, widget }: AnyWidget, id: string, who: Caller = easel.admin): Promise<Answer> {
  const path = `${canvas}/${widget.path}`;
  if (widget.upload) {
    const [body, headers] = form({ data: sampleFiles[widget.upload].bytes });
    return who.post(path, body, { ...headers, ...own(id) });
  }
  const needed: Readonly<Record<string, object>> = {
    Connector: { src: { id: root }, dst: { id: root } },
    VideoInput: { source: 'tv' },
  };
  return who.post(path, needed[name] ?? {}, own(id));
}

const deleteAt = (path: string): Promise<Answer> => easel.admin.delete(`${canvas}/${path}`);

describe.each(collections.map((definition) => [definition.name, definition] as const))('a create of a %s', (name, definition) => {
  const { path } = definition.widget;

  test('takes an id of its own once, and again when that was deleted', async () => {
    const id = newId();
    const stream = await easel.admin.watch(`${canvas}/${path}?changes=1`);
    await stream.next();
    const first = await create(definition, id, easel.people.ann);
    expect([first.status, first.body.id]).toEqual([200, id]);
    expect(await stream.next()).toEqual([first.body]);
    const again = await easel.unchanged(() => create(definition, id.toUpperCase()));
    expect(again).toMatchObject({ status: 409, body: { msg: `${name} ${id} exists` } });
    ok(await deleteAt(`${path}/${id}`));
    expect(await stream.next()).toEqual([{ ...first.body, state: 'deleted' }]);
    const back = ok(await create(definition, id));
    expect(await stream.next()).toEqual([back]);
    expect(ok(await easel.admin.get(`${canvas}/${path}/${id}`))).toEqual(back);
    stream.close();
  });

  test('refuses an id that is no UUID of version 4, or that something else on the canvas has', async () => {
    const stroke = ok(await easel.admin.post(`${canvas}/shared-canvas/annotations`, { line_color: RED })).id;
    const taken = [
      [root, `SharedCanvas ${root} exists`],
      [stroke, `Annotation ${stroke} exists`],
      [canvas.split('/')[2]!, `Canvas ${canvas.split('/')[2]} exists`],
    ] as const;
    await easel.unchanged(async () => {
      for (const id of ['', 'a', root.slice(1), '00000000-0000-1000-8000-000000000001', `${newId()}, ${newId()}`]) {
        const refusal = { status: 400, body: { msg: 'Easel-Id must be a UUID of version 4' } };
        expect([id, await create(definition, id)]).toMatchObject([id, refusal]);
      }
      for (const [id, msg] of taken) expect(await create(definition, id)).toMatchObject({ status: 409, body: { msg } });
    });
  });

  test.runIf(definition.widget.annotatable)('or of a stroke on it takes one as well', async () => {
    const at = `${path}/${ok(await create(definition, newId())).id}/annotations`;
    await expectStrokes(at);
  });

  test.runIf(definition.widget.clonable)('that is a clone takes one as well', async () => {
    const source = ok(await create(definition, newId())).id;
    const id = newId();
    const body = { source_canvas_id: canvas.split('/')[2], source_widget_id: source };
    expect(ok(await easel.admin.post(`${canvas}/${path}`, body, own(id))).id).toBe(id);
    const again = await easel.unchanged(() => easel.admin.post(`${canvas}/${path}`, body, own(id)));
    expect(again).toMatchObject({ status: 409, body: { msg: `${name} ${id} exists` } });
  });
});

/** Draws strokes with ids of their own at this path. */
async function expectStrokes(at: string): Promise<void> {
  const id = newId();
  const draw = (own: string) => easel.admin.post(`${canvas}/${at}`, { line_color: RED }, { 'easel-id': own });
  expect(ok(await draw(id)).id).toBe(id);
  await easel.unchanged(async () => {
    expect(await draw(id)).toMatchObject({ status: 409, body: { msg: `Annotation ${id} exists` } });
    expect((await draw('mine')).status).toBe(400);
  });
  ok(await deleteAt(`${at}/${id}`));
  expect(ok(await draw(id)).id).toBe(id);
}

test('a stroke on the canvas takes an id of its own', () => expectStrokes('shared-canvas/annotations'));

describe('a table with an id of its own', () => {
  const cellsAt = async (id: string) =>
    ok(await easel.admin.get(`${canvas}/tables/${id}/cells`)).map((cell: { id: string }) => cell.id);
  const table = (id: string, grid_size: object, who: Caller = easel.admin) =>
    who.post(`${canvas}/tables`, { grid_size }, own(id));

  test('has cells whose ids follow from it, the same when it is made again', async () => {
    const id = '7b3f2c41-9d5e-4a60-8f12-d4c5b6a7e8ff';
    const expected = ['e8fe', 'e8fd', 'e8fc', 'e89a', 'e899', 'e898'].map((last) => id.slice(0, -4) + last);
    ok(await table(id.toUpperCase(), { columns: 3, rows: 2 }, easel.people.ann));
    expect(await cellsAt(id)).toEqual(expected);
    const note = ok(await easel.admin.post(`${canvas}/notes`, { parent_id: expected[4] }));
    ok(await deleteAt(`tables/${id}`));
    expect((await easel.admin.get(`${canvas}/notes/${note.id}`)).status).toBe(404);
    ok(await table(id, { columns: 3, rows: 2 }));
    expect(await cellsAt(id)).toEqual(expected);
    expect(ok(await easel.admin.get(`${canvas}/widgets/${expected[5]}`))).toMatchObject({ parent_id: id, column: 2, row: 1 });
  });

  test('has another id in each of 10,000 cells', async () => {
    const id = newId();
    ok(await table(id, { columns: 100, rows: 100 }));
    const cells = await cellsAt(id);
    expect([new Set([id, ...cells]).size, cells.at(-1)]).toEqual([10_001, `${id.slice(0, -4)}2710`]);
  });

  test('is refused when a cell would have the id of something that is there', async () => {
    const id = newId();
    const last = `${id.slice(0, -1)}2`;
    ok(await easel.admin.post(`${canvas}/anchors`, {}, own(last)));
    await easel.unchanged(async () => {
      expect(await table(id, { columns: 2, rows: 1 })).toMatchObject({ status: 409, body: { msg: `Anchor ${last} exists` } });
    });
    expect((await easel.admin.get(`${canvas}/widgets/${id}`)).status).toBe(404);
    ok(await table(id, { columns: 1, rows: 1 }));
    expect(await easel.admin.post(`${canvas}/notes`, {}, own(`${id.slice(0, -1)}1`))).toMatchObject({ status: 409 });
  });

  test('that is a clone has them, too', async () => {
    const source = ok(await easel.admin.post(`${canvas}/tables`, { grid_size: { columns: 1, rows: 2 } }));
    const id = newId();
    const clone = { source_canvas_id: canvas.split('/')[2], source_widget_id: source.id };
    ok(await easel.admin.post(`${canvas}/tables`, clone, own(id)));
    expect(await cellsAt(id)).toEqual([`${id.slice(0, -1)}1`, `${id.slice(0, -2)}65`]);
  });
});

describe('a stroke with an id of its own', () => {
  const drawn = async (depth: unknown, id = newId(), at = 'shared-canvas') =>
    easel.admin.post(`${canvas}/${at}/annotations`, { line_color: RED, depth }, own(id));

  test('takes a depth, so that a deleted one comes back to its place', async () => {
    const note = ok(await easel.admin.post(`${canvas}/notes`)).id;
    const at = `notes/${note}`;
    const strokes = [
      ok(await drawn(undefined, newId(), at)),
      ok(await drawn(null, newId(), at)),
      ok(await drawn(undefined, newId(), at)),
    ];
    expect(strokes.map(({ depth }) => depth)).toEqual([1, 2, 3]);
    const [, middle] = strokes;
    ok(await deleteAt(`${at}/annotations/${middle.id}`));
    const stream = await easel.admin.watch(`${canvas}/${at}/annotations?changes=1`);
    await stream.next();
    expect(ok(await drawn(middle.depth, middle.id, at))).toEqual(middle);
    expect(await stream.next()).toEqual([middle]);
    stream.close();
    expect(ok(await easel.admin.get(`${canvas}/${at}/annotations`))).toEqual(strokes);
    expect([ok(await drawn(2, newId(), at)).depth, ok(await drawn(1.5, newId(), at)).depth]).toEqual([2, 1.5]);
    expect(ok(await drawn(9, newId(), at)).depth).toBe(9);
    expect(ok(await easel.admin.post(`${canvas}/${at}/annotations`, { line_color: RED, depth: 5 })).depth).toBe(10);
  });

  test.each([
    [0.5, 'depth must be at least 1'],
    [1e16, 'depth must be at most 1000000000000000'],
    ['2', 'depth must be a number'],
  ])('is refused with the depth %j', async (depth, msg) => {
    await easel.unchanged(async () => expect(await drawn(depth)).toMatchObject({ status: 400, body: { msg } }));
  });
});

test('a connector can be made again to a widget that came back under its id', async () => {
  const { admin } = easel;
  const note = newId();
  const line = newId();
  const make = async () => {
    ok(await admin.post(`${canvas}/notes`, {}, own(note)));
    return ok(await admin.post(`${canvas}/connectors`, { src: { id: note }, dst: { id: root } }, own(line)));
  };
  const first = await make();
  ok(await deleteAt(`notes/${note}`));
  expect((await admin.get(`${canvas}/connectors/${line}`)).status).toBe(404);
  expect(await make()).toEqual(first);
});

test('an id is free for another type once its widget is gone, and one canvas says nothing of another', async () => {
  const { admin } = easel;
  const id = newId();
  ok(await admin.post(`${canvas}/notes`, {}, own(id)));
  const other = await easel.canvas();
  ok(await admin.post(`${other}/anchors`, {}, own(id)));
  ok(await deleteAt(`notes/${id}`));
  expect(ok(await admin.post(`${canvas}/browsers`, {}, own(id))).widget_type).toBe('Browser');
  expect(ok(await admin.get(`${other}/widgets/${id}`)).widget_type).toBe('Anchor');
});

test('what goes through the uploads folder takes an id of its own, files that no widget shows among it', async () => {
  for (const parts of [
    { json: { upload_type: 'note' } },
    { data: sampleFiles.image.bytes },
    { data: Buffer.from('any text'), filename: 'a.txt' },
  ]) {
    const id = newId();
    const [body, headers] = form(parts);
    const post = (own: string) => easel.admin.post(`${canvas}/uploads-folder`, body, { ...headers, 'easel-id': own });
    expect(ok(await post(id)).id).toBe(id);
    await easel.unchanged(async () => {
      expect((await post(id)).status).toBe(409);
      expect((await post('mine')).status).toBe(400);
    });
  }
});

test('the rights come before the id', async () => {
  const stranger = await easel.user();
  const post = (who: Caller) => easel.unchanged(() => who.post(`${canvas}/notes`, {}, own(root)));
  expect([(await post(stranger)).status, (await post(easel.anonymous)).status]).toEqual([403, 401]);
});

test('other requests take no notice of it', async () => {
  const id = newId();
  const note = ok(await easel.admin.post(`${canvas}/notes`));
  expect(ok(await easel.admin.patch(`${canvas}/notes/${note.id}`, { text: 'x' }, own(id))).id).toBe(note.id);
  expect(ok(await easel.admin.get(`${canvas}/notes`, own('x')))).toBeInstanceOf(Array);
});

describe.each([
  ['canvas', 'Canvas', '/canvases'],
  ['folder', 'Folder', '/canvas-folders'],
] as const)('a %s', (_, kind, path) => {
  test('takes an id of its own from administrators alone', async () => {
    const id = newId();
    const { admin } = easel;
    await easel.unchanged(async () => {
      for (const sent of [id, root]) {
        const refused = await easel.people.ann.post(path, { name: 5 }, own(sent));
        expect(refused).toMatchObject({ status: 403, body: { msg: 'Permission denied' } });
      }
      expect((await admin.post(path, {}, own('mine'))).body.msg).toBe('Easel-Id must be a UUID of version 4');
    });
    expect(ok(await admin.post(path, { name: 'mine' }, own(id.toUpperCase())))).toMatchObject({ id, name: 'mine' });
    const again = await easel.unchanged(() => admin.post(path, {}, own(id)));
    expect(again).toMatchObject({ status: 409, body: { msg: `${kind} ${id} exists` } });
  });

  test('can be made again under the id of a deleted one', async () => {
    const id = newId();
    const { admin } = easel;
    ok(await admin.post(path, { name: 'first' }, own(id)));
    ok(await admin.delete(`${path}/${id}`));
    // What was on a canvas is removed behind the answer, and until then the id is refused with 503
    await until(async () => (await admin.post(path, { name: 'second' }, own(id))).status === 200);
    expect(ok(await admin.get(`${path}/${id}`)).name).toBe('second');
  });
});

test('a canvas and a folder never have the same id', async () => {
  const { admin } = easel;
  const id = newId();
  ok(await admin.post('/canvas-folders', {}, own(id)));
  const refused = await easel.unchanged(() => admin.post('/canvases', {}, own(id)));
  expect(refused).toMatchObject({ status: 409, body: { msg: `Folder ${id} exists` } });
});
