import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { initialValues } from '../../model/field.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { Pdf } from '../../model/widgets/pdf.ts';
import { type Answer, type Caller, useEasel } from '../kit/easel.ts';
import { B64, base64, ids, type Json, made, NODES, RED, StrokeScene, said } from '../kit/strokes.ts';

const UNKNOWN = '11111111-1111-4111-8111-111111111111';

const easel = useEasel();
const scene = new StrokeScene(easel);
let admin: Caller;
let canvas: string;
let root: string;
let note: string;
let onNote: string;
let onPlane: string;

beforeEach(async () => {
  await scene.newCanvas();
  ({ admin, canvas, root, note, onNote, onPlane } = scene);
});
const draw = (path = onNote, body: object = {}): Promise<Json> => scene.draw(path, body);
const refused = (work: () => Promise<Answer>): Promise<string> => easel.unchanged(async () => said(await work()));

/** Inserts a widget without its file, which these tests do not need. */
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

describe('a stroke', () => {
  it('has its keys in the order of the interface', async () => {
    const stroke = await draw();
    expect(stroke).toEqual({ id: expect.any(String), state: 'normal', line_color: RED, depth: 1, points: B64 });
    expect(Object.keys(stroke)).toEqual(['id', 'state', 'line_color', 'depth', 'points']);
    expect(await made(admin.get(`${onNote}/${stroke.id}`))).toEqual(stroke);
  });

  it('needs a colour and nothing else', async () => {
    expect(await refused(() => admin.post(onNote, { points: NODES }))).toBe('400 line_color parameter is missing');
    expect(await refused(() => admin.post(onNote, { line_color: 'red' }))).toBe(
      '400 Invalid color red: line_color must be #RRGGBB or #RRGGBBAA',
    );
    expect(await draw(onNote, { points: undefined, line_color: '#ABCDEF' })).toMatchObject({
      points: '',
      line_color: '#ABCDEF',
      depth: 1,
    });
    expect(await draw(onNote, { points: null })).toMatchObject({ points: '' });
    expect(await draw(onNote, { points: [] })).toMatchObject({ points: '' });
  });

  it('is above the highest of its widget, whatever depth is sent', async () => {
    const first = await draw();
    const second = await draw(onNote, { depth: 77 });
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
    const stroke = await draw(onPlane);
    await easel.restart();
    expect(await made(easel.admin.get(onPlane))).toEqual([stroke]);
    expect(await draw(onPlane)).toMatchObject({ depth: 2 });
  });
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
    const stroke = await draw();
    const plane = await draw(onPlane);
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
    const stroke = await draw();
    const plane = await draw(onPlane);
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
      const get = await admin.get(path);
      const head = await admin.request('HEAD', path);
      expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', get.headers['content-length']]);
    }
  });
});

describe('deleting a widget', () => {
  it('deletes connectors, then strokes, then what is inside, then itself', async () => {
    const inner = (await made(admin.post(`${canvas}/notes`, { parent_id: note }))).id;
    const connector = (await made(admin.post(`${canvas}/connectors`, { src: { id: inner }, dst: { id: root } }))).id;
    const own = await draw();
    const below = await draw(`${canvas}/notes/${inner}/annotations`);
    const plane = await draw(onPlane);
    const before = easel.published.length;
    await made(admin.delete(`${canvas}/notes/${note}`));
    const gone = easel.published[before]!.changes.map(({ key }) => key);
    expect(gone).toEqual([connector, below.id, own.id, inner, note]);
    expect(await made(admin.get(onPlane))).toEqual([plane]);
    expect(said(await admin.get(`${onNote}/${own.id}`))).toBe(`404 Note ${note} not found`);
  });
});
