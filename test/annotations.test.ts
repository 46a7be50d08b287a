import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { initialValues } from '../model/field.ts';
import type { AnyWidget } from '../model/widgets/common.ts';
import { widgetKinds } from '../model/widgets/index.ts';
import { Pdf } from '../model/widgets/pdf.ts';
import { type Answer, type Caller, type Easel, startEasel } from './kit/easel.ts';

const NODES = [
  [1, 2, 0, 1.5, 2, 0, 2, 2, 0],
  [4, 5, 0, 4.5, 5, 0, 5, 5, 0],
];
const base64 = (nodes: readonly (readonly number[])[]): string =>
  Buffer.from(Float32Array.from(nodes.flat()).buffer).toString('base64');
const B64 = base64(NODES);
const RED = '#ff0000ff';
const UNKNOWN = '11111111-1111-4111-8111-111111111111';

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
type Json = any;

let easel: Easel;
let admin: Caller;
let canvas: string;
let root: string;
let note: string;
let onNote: string;
let onPlane: string;

beforeAll(async () => {
  easel = await startEasel();
  admin = easel.admin;
});
afterAll(() => easel.close());
beforeEach(async () => {
  canvas = await easel.canvas();
  root = (await admin.get(`${canvas}/widgets`)).body[0].id;
  note = (await made(admin.post(`${canvas}/notes`))).id;
  onNote = `${canvas}/notes/${note}/annotations`;
  onPlane = `${canvas}/shared-canvas/annotations`;
});

async function made(answer: Promise<Answer>): Promise<Json> {
  const { status, text, body } = await answer;
  if (status !== 200) throw new Error(`${status} ${text}`);
  return body;
}
const draw = (path = onNote, body: object = {}): Promise<Json> =>
  made(admin.post(path, { line_color: RED, points: NODES, ...body }));
const said = ({ status, body }: Answer): string => (status === 200 ? '200' : `${status} ${body.msg}`);
const refused = (work: () => Promise<Answer>): Promise<string> => easel.unchanged(async () => said(await work()));

/** A widget as it is without its file, which these tests do not look at. */
async function insert(definition: AnyWidget): Promise<string> {
  const id = randomUUID();
  const scope = canvas.split('/')[2]!;
  const record = { ...initialValues(definition.fields), id, parent_id: root };
  const author = { id: null, name: '', ip: '' };
  await easel.server.store.submit({
    scopes: [scope],
    author,
    permit: () => undefined,
    run: (tx) => tx.scope(scope).insert(definition, record),
  });
  return id;
}

const ids = (list: readonly { id: string }[]): string[] => list.map(({ id }) => id);

describe('a stroke', () => {
  it('has its keys in the order of the contract', async () => {
    const stroke = await draw();
    expect(stroke).toEqual({ id: expect.any(String), state: 'normal', line_color: RED, depth: 1, points: B64 });
    expect(Object.keys(stroke)).toEqual(['id', 'state', 'line_color', 'depth', 'points']);
    expect(await made(admin.get(`${onNote}/${stroke.id}`))).toEqual(stroke);
  });

  it('needs a colour and nothing else', async () => {
    expect(await refused(() => admin.post(onNote, { points: NODES }))).toBe('400 line_color parameter is missing');
    expect(await refused(() => admin.post(onNote, { line_color: 'red' }))).toBe('400 Invalid color red');
    expect(await draw(onNote, { points: undefined, line_color: '#ABCDEF' })).toMatchObject({
      points: '',
      line_color: '#ABCDEF',
      depth: 1,
    });
    expect(await draw(onNote, { points: null })).toMatchObject({ points: '' });
    expect(await draw(onNote, { points: [] })).toMatchObject({ points: '' });
  });

  it('is above the highest of its widget, whatever depth is sent', async () => {
    const [first, second] = [await draw(), await draw(onNote, { depth: 77 })];
    expect([first.depth, second.depth, (await draw(onPlane)).depth]).toEqual([1, 2, 1]);
    await admin.delete(`${onNote}/${first.id}`);
    expect((await draw()).depth).toBe(3);
    expect((await made(admin.patch(`${onNote}/${second.id}`, { depth: 9 }))).depth).toBe(2);
  });

  it('changes only what is sent, and its points as a whole', async () => {
    const stroke = await draw();
    const recoloured = await made(admin.patch(`${onNote}/${stroke.id}`, { line_color: '#00FF00' }));
    expect(recoloured).toEqual({ ...stroke, line_color: '#00FF00' });
    const moved = await made(admin.patch(`${onNote}/${stroke.id}`, { points: NODES.slice(1) }));
    expect(moved).toEqual({ ...recoloured, points: base64(NODES.slice(1)) });
    expect(Object.keys(moved)).toEqual(['id', 'state', 'line_color', 'depth', 'points']);
    await easel.unchanged(async () => {
      expect(await made(admin.patch(`${onNote}/${stroke.id}`, { id: UNKNOWN, state: 'x', points: null, foreign: 1 }))).toEqual(
        moved,
      );
      expect(await made(admin.patch(`${onNote}/${stroke.id}`))).toEqual(moved);
    });
  });

  it('is deleted with an empty answer, once', async () => {
    const { id } = await draw();
    const { status, text, headers } = await admin.delete(`${onNote}/${id}`);
    expect([status, text, headers['content-length'], headers['content-type']]).toEqual([200, '', '0', undefined]);
    expect(await refused(() => admin.delete(`${onNote}/${id}`))).toBe(`404 Annotation ${id} not found`);
    expect(said(await admin.get(`${onNote}/${id}`))).toBe(`404 Annotation ${id} not found`);
  });

  it('moves the time of the canvas and writes no audit entry', async () => {
    const before = await made(admin.get(canvas));
    const entries = easel.audit().length;
    easel.clock.advance(1000);
    await draw();
    expect((await made(admin.get(canvas))).modified_at > before.modified_at).toBe(true);
    expect(easel.audit().length).toBe(entries);
  });

  it('is still there after a restart, below those that come later', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'easel-test-'));
    const first = await startEasel({ folder });
    const path = `${await first.canvas()}/shared-canvas/annotations`;
    const stroke = await made(first.admin.post(path, { line_color: RED, points: NODES }));
    await first.close();
    const second = await startEasel({ folder });
    expect(await made(second.admin.get(path))).toEqual([stroke]);
    expect(await made(second.admin.post(path, { line_color: RED }))).toMatchObject({ depth: 2 });
    await second.close();
    rmSync(folder, { recursive: true });
  }, 20_000);
});

describe('points', () => {
  it('are read in either encoding, whichever was written', async () => {
    for (const points of [NODES, B64]) {
      const { id } = await draw(onNote, { points });
      expect((await made(admin.get(`${onNote}/${id}`))).points).toBe(B64);
      expect((await made(admin.get(`${onNote}/${id}?points=b64`))).points).toBe(B64);
      expect((await made(admin.get(`${onNote}/${id}?points=json`))).points).toEqual(NODES);
      expect((await made(admin.get(`${onNote}?points=json`))).at(-1).points).toEqual(NODES);
    }
  });

  it('are answered to POST and PATCH as the query says', async () => {
    const stroke = await made(admin.post(`${onNote}?points=json`, { line_color: RED, points: B64 }));
    expect(stroke.points).toEqual(NODES);
    expect((await made(admin.patch(`${onNote}/${stroke.id}?points=json`, { line_color: '#000000' }))).points).toEqual(NODES);
    expect((await made(admin.patch(`${onNote}/${stroke.id}`, { line_color: RED }))).points).toBe(B64);
  });

  it('are 32-bit floats: JSON reads give the rounded value', async () => {
    const body = `{"line_color":"${RED}","points":[[0.1,-0,1e-45,3.4028235e38,0,0,0,0,0]]}`;
    const { id } = await made(admin.post(onNote, body));
    const { text } = await admin.get(`${onNote}/${id}?points=json`);
    expect(text).toContain('"points":[[0.10000000149011612,-0,1.401298464324817e-45,3.4028234663852886e+38,0,0,0,0,0]]');
  });

  it('may be many or none', async () => {
    const many = Array.from({ length: 20_000 }, (_, at) => [at, -1 - at, 0, at / 3, at, 0, at, at, 0]);
    const { id, points } = await draw(onNote, { points: many });
    expect(points).toBe(base64(many));
    expect((await made(admin.get(`${onNote}/${id}?points=json`))).points).toEqual(many.map((node) => node.map(Math.fround)));
    expect((await made(admin.patch(`${onNote}/${id}?points=json`, { points: '' }))).points).toEqual([]);
  });

  it('are refused in any other form, and so is another word in the query', async () => {
    const stroke = await draw();
    const node = Buffer.alloc(36);
    node.writeFloatLE(Number.NaN, 4);
    const wrong: [unknown, string][] = [
      ['!', 'points is not base64'],
      ['AAAA', 'points must hold 36 bytes for each node'],
      [node.toString('base64'), 'points[0][1] must be a finite 32-bit float'],
      [[[1, 2, 3]], 'points[0] must be an array of 9 numbers'],
      [[[1, 2, 3, 4, 5, 6, 7, 8, 1e39]], 'points[0][8] must be a finite 32-bit float'],
      [[[1, 2, 3, 4, 5, 6, 7, 8, null]], 'points[0][8] must be a number'],
      [{}, 'points must be base64 text or an array of nodes'],
      [1, 'points must be base64 text or an array of nodes'],
    ];
    for (const [points, says] of wrong) {
      expect(await refused(() => admin.post(onNote, { line_color: RED, points }))).toBe(`400 ${says}`);
      expect(await refused(() => admin.patch(`${onNote}/${stroke.id}`, { points }))).toBe(`400 ${says}`);
    }
    const word = '400 points must be b64 or json';
    expect(await refused(() => admin.post(onNote, `{"line_color":"${RED}","points":[[0,0,0,0,0,0,0,0,1e999]]}`))).toContain(
      '400',
    );
    for (const query of ['?points=JSON', '?points=', '?points=xml']) {
      expect(await refused(() => admin.post(onNote + query, { line_color: RED }))).toBe(word);
      expect(await refused(() => admin.patch(`${onNote}/${stroke.id}${query}`, { line_color: '#000000' }))).toBe(word);
      expect([said(await admin.get(onNote + query)), said(await admin.get(`${onNote}/${stroke.id}${query}`))]).toEqual([
        word,
        word,
      ]);
    }
  });
});

describe('pages', () => {
  it('are refused on what has none', async () => {
    const stroke = await draw();
    const says = '400 page is only for annotations on PDFs';
    for (const path of [onNote, onPlane]) expect(await refused(() => admin.post(path, { line_color: RED, page: 1 }))).toBe(says);
    expect(await refused(() => admin.patch(`${onNote}/${stroke.id}`, { page: 1 }))).toBe(says);
    expect(await made(admin.patch(`${onNote}/${stroke.id}`, { page: null }))).toEqual(stroke);
  });

  it('of a PDF count from 1 and are not there until set', async () => {
    const pdf = await insert(Pdf);
    const path = `${canvas}/pdfs/${pdf}/annotations`;
    const stroke = await draw(path);
    expect(Object.keys(stroke)).not.toContain('page');
    const paged = await made(admin.patch(`${path}/${stroke.id}`, { page: 2 }));
    expect(paged).toEqual({ ...stroke, page: 2 });
    expect(Object.keys(paged)).toEqual(['id', 'state', 'line_color', 'depth', 'page', 'points']);
    expect((await draw(path, { page: 1_000_000 })).page).toBe(1_000_000);
    expect((await made(admin.patch(`${path}/${stroke.id}`, { page: null, line_color: RED }))).page).toBe(2);
    for (const [page, says] of [
      [0, 'page must be at least 1'],
      [-1, 'page must be at least 1'],
      [1.5, 'page must be an integer'],
      ['1', 'page must be an integer'],
    ]) {
      expect(await refused(() => admin.post(path, { line_color: RED, page }))).toBe(`400 ${says}`);
      expect(await refused(() => admin.patch(`${path}/${stroke.id}`, { page }))).toBe(`400 ${says}`);
    }
    const [widget] = (await made(admin.get(`${canvas}/widgets?annotations=1`))).filter(({ id }: Json) => id === pdf);
    expect(widget.annotations[0]).toEqual({ id: stroke.id, line_color: RED, depth: 1, page: 2, points: B64 });
  });

  it('are those of the types that say so', () => {
    expect(widgetKinds.filter(({ widget }) => widget.paged).map(({ name }) => name)).toEqual(['Pdf']);
  });
});

describe('every type that takes strokes', () => {
  const types = widgetKinds.filter(({ widget }) => widget.annotatable && widget.path !== '');

  it('is one of the contract', () => {
    const all = [
      'notes',
      'images',
      'browsers',
      'videos',
      'pdfs',
      'anchors',
      'video-inputs',
      'ip-videos',
      'rdp-connections',
      'tables',
    ];
    expect(types.map(({ widget }) => widget.path).sort()).toEqual(all.sort());
  });

  it.each(types.map((definition) => [definition.name, definition] as const))('%s', async (name, definition) => {
    const { path } = definition.widget;
    const id = await insert(definition);
    const annotations = `${canvas}/${path}/${id}/annotations`;
    const stroke = await draw(annotations);
    expect(await made(admin.get(annotations))).toEqual([stroke]);
    expect(await made(admin.get(`${annotations}/${stroke.id}`))).toEqual(stroke);
    expect(await made(admin.patch(`${annotations}/${stroke.id}`, { line_color: '#123456' }))).toMatchObject({
      line_color: '#123456',
    });
    for (const wrong of [UNKNOWN, root, 'no-uuid']) {
      const says = `404 ${name} ${wrong} not found`;
      const other = `${canvas}/${path}/${wrong}/annotations`;
      expect(said(await admin.get(other))).toBe(says);
      expect(said(await admin.get(`${other}/${stroke.id}?points=xml`))).toBe(says);
      expect(await refused(() => admin.post(other, '{'))).toBe(says);
      expect(await refused(() => admin.post(other, {}))).toBe(says);
      expect(await refused(() => admin.patch(`${other}/${stroke.id}`, { line_color: 5 }))).toBe(says);
      expect(await refused(() => admin.delete(`${other}/${stroke.id}`))).toBe(says);
    }
    await made(admin.delete(`${annotations}/${stroke.id}`));
    expect(await made(admin.get(annotations))).toEqual([]);
  });

  it('is none of the others', async () => {
    for (const path of ['connectors', 'widgets', 'table-cells', 'SharedCanvas', 'nothings']) {
      expect((await admin.get(`${canvas}/${path}/${note}/annotations`)).status).toBe(404);
    }
  });
});

describe('a stroke of another widget', () => {
  it('is not there', async () => {
    const other = (await made(admin.post(`${canvas}/notes`))).id;
    const [stroke, plane] = [await draw(), await draw(onPlane)];
    for (const [path, id] of [
      [`${canvas}/notes/${other}/annotations`, stroke.id],
      [onPlane, stroke.id],
      [onNote, plane.id],
      [onNote, note],
    ]) {
      const says = `404 Annotation ${id} not found`;
      expect(said(await admin.get(`${path}/${id}?points=xml`))).toBe(says);
      expect(await refused(() => admin.patch(`${path}/${id}`, { line_color: 5 }))).toBe(says);
      expect(await refused(() => admin.delete(`${path}/${id}`))).toBe(says);
    }
  });

  it('is not taken for a widget', async () => {
    const { id } = await draw();
    expect(said(await admin.get(`${canvas}/widgets/${id}`))).toBe(`404 Widget ${id} not found`);
    expect((await admin.post(`${canvas}/notes`, { parent_id: id })).status).toBe(400);
    expect((await admin.post(`${canvas}/connectors`, { src: { id }, dst: { id: note } })).status).toBe(400);
  });
});

describe('lists', () => {
  it('hold the strokes of one widget in ascending depth', async () => {
    const strokes = [await draw(), await draw(), await draw()];
    await draw(onPlane);
    await admin.patch(`${onNote}/${strokes[0].id}`, { line_color: '#000000' });
    expect(ids(await made(admin.get(onNote)))).toEqual(ids(strokes));
    expect((await made(admin.get(onPlane))).length).toBe(1);
  });

  it('of the generic kind have the strokes of each widget only when asked', async () => {
    const [stroke, plane] = [await draw(), await draw(onPlane)];
    const part = ({ state: _, ...rest }: Json) => rest;
    const widgets = await made(admin.get(`${canvas}/widgets?annotations=1`));
    expect(widgets.map(({ annotations }: Json) => annotations)).toEqual([[part(plane)], [part(stroke)]]);
    const plain = await made(admin.get(`${canvas}/widgets?annotations=0`));
    expect(plain).toEqual(widgets.map(({ annotations: _, ...rest }: Json) => rest));
    expect(await made(admin.get(`${canvas}/widgets/${note}?annotations`))).toEqual({ ...plain[1], annotations: [part(stroke)] });
    expect(await made(admin.get(`${canvas}/widgets/${note}`))).toEqual(plain[1]);
    expect((await made(admin.get(`${canvas}/widgets/${root}?annotations=true&points=json`))).annotations).toEqual([
      { ...part(plane), points: NODES },
    ]);
    expect((await made(admin.get(`${canvas}/widgets?annotations=1&points=json`)))[1].annotations[0].points).toEqual(NODES);
    expect((await made(admin.get(`${canvas}/notes?annotations=1`)))[0]).toEqual(plain[1]);
    expect(said(await admin.get(`${canvas}/widgets?annotations=maybe`))).toBe('400 annotations must be a boolean');
    expect(said(await admin.get(`${canvas}/widgets?annotations=1&points=xml`))).toBe('400 points must be b64 or json');
    expect(said(await admin.get(`${canvas}/widgets/${UNKNOWN}?annotations=1&points=xml`))).toBe(
      `404 Widget ${UNKNOWN} not found`,
    );
  });

  it('of the generic kind are open by link, and those of strokes are not', async () => {
    await draw();
    await made(admin.post(`${canvas}/permissions`, { link_permission: 'edit' }));
    expect((await made(easel.anonymous.get(`${canvas}/widgets?annotations=1`)))[1].annotations.length).toBe(1);
    expect(said(await easel.anonymous.get(onNote))).toBe('401 Unauthorized');
    expect(await refused(() => easel.anonymous.post(onNote, { line_color: RED }))).toBe('401 Unauthorized');
  });

  it('go with HEAD as with GET', async () => {
    await draw();
    for (const path of [onNote, `${onNote}?points=json`, `${canvas}/widgets?annotations=1&points=json`]) {
      const [get, head] = [await admin.get(path), await admin.request('HEAD', path)];
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']]);
    }
  });
});

describe('deleting a widget', () => {
  it('deletes connectors, then strokes, then what is inside, then itself', async () => {
    const inner = (await made(admin.post(`${canvas}/notes`, { parent_id: note }))).id;
    const connector = (await made(admin.post(`${canvas}/connectors`, { src: { id: inner }, dst: { id: root } }))).id;
    const [own, below] = [await draw(), await draw(`${canvas}/notes/${inner}/annotations`)];
    const plane = await draw(onPlane);
    const before = easel.published.length;
    await made(admin.delete(`${canvas}/notes/${note}`));
    const gone = easel.published[before]!.changes.map(({ key }) => key);
    expect(gone).toEqual([connector, below.id, own.id, inner, note]);
    expect(await made(admin.get(onPlane))).toEqual([plane]);
    expect(said(await admin.get(`${onNote}/${own.id}`))).toBe(`404 Note ${note} not found`);
  });
});

describe('streams', () => {
  it('of a stroke tell each change and end with it, in the form asked for', async () => {
    const stroke = await draw();
    const path = `${onNote}/${stroke.id}`;
    const [b64, json] = [await admin.watch(path), await admin.watch(`${path}?points=json`)];
    expect([await b64.next(), await json.next()]).toEqual([stroke, { ...stroke, points: NODES }]);
    const changed = await made(admin.patch(path, { line_color: '#000000' }));
    expect([await b64.next(), await json.next()]).toEqual([changed, { ...changed, points: NODES }]);
    await draw();
    await admin.delete(path);
    const gone = { ...changed, state: 'deleted' };
    expect([await b64.next(), await json.next()]).toEqual([gone, { ...gone, points: NODES }]);
    expect([await b64.ended, await json.ended]).toEqual(['clean', 'clean']);
  });

  it('of a list hold the whole list, or only what changed', async () => {
    const first = await draw();
    const [whole, changes] = [await admin.watch(`${onNote}?points=json`), await admin.watch(`${onNote}?changes=1`)];
    expect([await whole.next(), await changes.next()]).toEqual([[{ ...first, points: NODES }], [first]]);
    const second = await draw(onNote, { points: [] });
    expect([await whole.next(), await changes.next()]).toEqual([
      [
        { ...first, points: NODES },
        { ...second, points: [] },
      ],
      [second],
    ]);
    await draw(onPlane);
    await admin.delete(`${onNote}/${first.id}`);
    const gone = { ...first, state: 'deleted' };
    expect([await whole.next(), await changes.next()]).toEqual([
      [
        { ...second, points: [] },
        { ...gone, points: NODES },
      ],
      [gone],
    ]);
  });

  it('of a list end with the widget, and tell its strokes as deleted', async () => {
    const strokes = [await draw(), await draw()];
    const streams = [await admin.watch(onNote), await admin.watch(`${onNote}?changes=1`)];
    for (const stream of streams) await stream.next();
    await admin.delete(`${canvas}/notes/${note}`);
    for (const stream of streams) {
      expect(await stream.next()).toEqual(strokes.map((stroke) => ({ ...stroke, state: 'deleted' })));
      expect(await stream.ended).toBe('clean');
    }
  });

  it('of an empty list begin empty and end with the widget', async () => {
    const stream = await admin.watch(onNote);
    expect(await stream.next()).toEqual([]);
    await admin.delete(`${canvas}/notes/${note}`);
    expect([await stream.next(), await stream.ended]).toEqual([[], 'clean']);
  });

  it('end with the right to the canvas', async () => {
    const person = await easel.user();
    await made(admin.post(`${canvas}/permissions`, { users: [{ id: person.id, permission: 'view' }] }));
    const stroke = await draw();
    expect(said(await person.patch(`${onNote}/${stroke.id}`, { line_color: 5 }))).toBe('403 Permission denied');
    const [list, generic] = [await person.watch(onNote), await person.watch(`${canvas}/widgets?annotations=1`)];
    await Promise.all([list.next(), generic.next()]);
    await made(admin.post(`${canvas}/permissions`, { users: [{ id: person.id, permission: 'none' }] }));
    expect([await list.next(), await list.ended]).toEqual([[{ ...stroke, state: 'deleted' }], 'clean']);
    const gone = await generic.next();
    expect(ids(gone)).toEqual([root, note, stroke.id]);
    expect(gone.every(({ state }: { state: string }) => state === 'deleted')).toBe(true);
  });

  it('of widgets without annotations never mention strokes', async () => {
    const streams = [
      await admin.watch(`${canvas}/widgets`),
      await admin.watch(`${canvas}/notes/${note}`),
      await admin.watch(`${canvas}/notes?annotations=1`),
    ];
    for (const stream of streams) await stream.next();
    const stroke = await draw();
    await admin.patch(`${onNote}/${stroke.id}`, { line_color: '#000000' });
    await admin.delete(`${onNote}/${stroke.id}`);
    await made(admin.patch(`${canvas}/notes/${note}`, { text: 'seen' }));
    expect((await streams[0]!.next())[1]).toMatchObject({ text: 'seen' });
    expect(await streams[1]!.next()).toMatchObject({ text: 'seen' });
    expect((await streams[2]!.next())[0]).toMatchObject({ text: 'seen' });
  });

  it.each([
    ['b64', B64],
    ['json', NODES],
  ] as const)('of all widgets with annotations are in change form, %s', async (form, points) => {
    const old = await draw();
    const stream = await admin.watch(`${canvas}/widgets?annotations=1&changes=0&points=${form}`);
    const [, first] = await stream.next();
    expect(first.annotations).toEqual([{ id: old.id, line_color: RED, depth: 1, points }]);

    const stroke = await draw(onPlane);
    const element = {
      widget_type: 'Annotation',
      id: stroke.id,
      parent_id: root,
      state: 'normal',
      line_color: RED,
      depth: 1,
      points,
    };
    const created = await stream.next();
    expect(created).toEqual([element]);
    expect(Object.keys(created[0])).toEqual(['widget_type', 'id', 'parent_id', 'state', 'line_color', 'depth', 'points']);

    await admin.patch(`${onPlane}/${stroke.id}`, { line_color: '#000000' });
    expect(await stream.next()).toEqual([{ ...element, line_color: '#000000' }]);
    const changed = await made(admin.patch(`${canvas}/notes/${note}`, { text: 'new' }));
    expect(await stream.next()).toEqual([changed]);
    await admin.delete(`${onPlane}/${stroke.id}`);
    expect(await stream.next()).toEqual([{ ...element, line_color: '#000000', state: 'deleted' }]);
    await admin.delete(`${canvas}/notes/${note}`);
    expect(await stream.next()).toMatchObject([
      { widget_type: 'Annotation', id: old.id, parent_id: note, state: 'deleted' },
      { widget_type: 'Note', id: note, state: 'deleted', text: 'new' },
    ]);
  });

  it('of one widget with annotations always hold all of them', async () => {
    const path = `${canvas}/widgets/${note}?annotations=1`;
    const stream = await admin.watch(path);
    expect((await stream.next()).annotations).toEqual([]);
    const stroke = await draw();
    await draw(onPlane);
    const part = { id: stroke.id, line_color: RED, depth: 1, points: B64 };
    const whole = await stream.next();
    expect(whole).toEqual({ ...(await made(admin.get(`${canvas}/notes/${note}`))), annotations: [part] });
    await admin.patch(`${canvas}/notes/${note}`, { text: 'new' });
    expect(await stream.next()).toEqual({ ...whole, text: 'new' });
    await admin.delete(`${onNote}/${stroke.id}`);
    expect(await stream.next()).toEqual({ ...whole, text: 'new', annotations: [] });
    await admin.delete(`${canvas}/notes/${note}`);
    expect([await stream.next(), await stream.ended]).toEqual([
      { ...whole, text: 'new', annotations: [], state: 'deleted' },
      'clean',
    ]);
  });

  it('merged by id give the same as a read', async () => {
    const stream = await admin.watch(`${canvas}/widgets?annotations=1`);
    const widgets = new Map<string, Json>();
    const strokes = new Map<string, Json>();
    const take = (message: readonly Json[]) => {
      for (const { annotations, ...one } of message) {
        const held = one.widget_type === 'Annotation' ? strokes : widgets;
        if (one.state === 'deleted') held.delete(one.id);
        else held.set(one.id, one);
        for (const part of annotations ?? [])
          strokes.set(part.id, { ...part, parent_id: one.id, state: 'normal', widget_type: 'Annotation' });
      }
    };
    take(await stream.next());
    const other = (await made(admin.post(`${canvas}/notes`))).id;
    const drawn = [await draw(), await draw(`${canvas}/notes/${other}/annotations`), await draw(onPlane), await draw()];
    await admin.patch(`${onNote}/${drawn[0].id}`, { points: [] });
    await admin.delete(`${onNote}/${drawn[3].id}`);
    await admin.delete(`${canvas}/notes/${other}`);
    const last = await made(admin.patch(`${canvas}/notes/${note}`, { text: 'last' }));
    for (let message = await stream.next(); ; message = await stream.next()) {
      take(message);
      if (widgets.get(note).text === last.text) break;
    }
    const read = new Map<string, Json>();
    for (const { annotations, ...widget } of await made(admin.get(`${canvas}/widgets?annotations=1`))) {
      expect(widgets.get(widget.id)).toEqual(widget);
      for (const part of annotations)
        read.set(part.id, { ...part, parent_id: widget.id, state: 'normal', widget_type: 'Annotation' });
    }
    expect(strokes).toEqual(read);
    expect(widgets.size).toBe(2);
  });
});
