import { beforeAll, describe, expect, test } from 'vitest';
import { useEasel } from '../kit/easel.ts';
import { form, getFile } from '../kit/files.ts';
import { clonable, collections, draw, make, ok } from '../kit/full-canvas.ts';
import { give, NOWHERE, refused } from '../kit/places.ts';
import { svg } from '../kit/samples.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const idOf = (canvas: string): string => canvas.split('/')[2]!;
const from = (canvas: string, id: string) => ({ source_canvas_id: idOf(canvas), source_widget_id: id });
const rootOf = async (canvas: string) => ok(await ann.get(`${canvas}/widgets`))[0];

describe.each(clonable.map((definition) => [definition.name, definition] as const))('a clone of %s', (_name, definition) => {
  const { path } = definition.widget;

  test.each(['another canvas', 'the same canvas'])('in %s has all fields, a new id, and stands on top level', async (where) => {
    const source = await easel.canvas(ann);
    const to = where === 'the same canvas' ? source : await easel.canvas(ann);
    const outer = await make(easel, ann, source, collections[0]!);
    const place = { parent_id: outer.id, location: { x: 5, y: -7 }, depth: 9, scale: 0.5 };
    const made = await make(easel, ann, source, definition, place);
    const list = await ann.watch(`${to}/${path}?changes=1`);
    const before = await list.next();
    const clone = ok(await ann.post(`${to}/${path}`, from(source, made.id)));
    expect(clone).toEqual({ ...made, id: clone.id, parent_id: (await rootOf(to)).id });
    expect(clone.id).not.toBe(made.id);
    expect(await list.next()).toEqual([clone]);
    expect(ok(await ann.get(`${to}/${path}`))).toEqual([...before, clone]);
    expect(ok(await ann.get(`${source}/${path}/${made.id}`))).toEqual(made);
    list.close();
  });

  test('takes a location, also a part of one, and ignores everything else', async () => {
    const canvas = await easel.canvas(ann);
    const made = await make(easel, ann, canvas, definition, { location: { x: 5, y: 6 } });
    const body = { ...from(canvas, made.id), location: { x: 50 }, title: 'mine', depth: 40, parent_id: made.id };
    const clone = ok(await ann.post(`${canvas}/${path}`, body));
    expect(clone).toEqual({ ...made, id: clone.id, location: { x: 50, y: 6 } });
    expect(ok(await ann.post(`${canvas}/${path}`, { ...body, location: null })).location).toEqual(made.location);
  });

  test('has the strokes under new ids, but neither its children nor its connectors', async () => {
    const source = await easel.canvas(ann);
    const to = await easel.canvas(ann);
    const made = await make(easel, ann, source, definition);
    const strokes = [await draw(ann, source, definition, made.id), await draw(ann, source, definition, made.id)];
    await make(easel, ann, source, collections[0]!, { parent_id: made.id });
    await ann.post(`${source}/connectors`, { src: { id: made.id }, dst: { id: made.id } });
    const clone = ok(await ann.post(`${to}/${path}`, from(source, made.id)));
    const copies = ok(await ann.get(`${to}/${path}/${clone.id}/annotations`));
    expect(copies).toEqual(strokes.map((stroke, at) => ({ ...stroke, id: copies[at].id })));
    expect(copies.some(({ id }: { id: string }) => strokes.some((stroke) => stroke.id === id))).toBe(false);
    const widgets = ok(await ann.get(`${to}/widgets`)).filter((one: { widget_type: string }) => one.widget_type !== 'TableCell');
    expect(widgets.slice(1)).toEqual([clone]);
  });
});

test('a clone of a table has new empty cells in the places of the old ones', async () => {
  const canvas = await easel.canvas(ann);
  const table = ok(await ann.post(`${canvas}/tables`, { grid_size: { columns: 3, rows: 2 }, size: { width: 900, height: 400 } }));
  const cells = ok(await ann.get(`${canvas}/tables/${table.id}/cells`));
  await ann.post(`${canvas}/notes`, { parent_id: cells[0].id });
  const clone = ok(await ann.post(`${canvas}/tables`, from(canvas, table.id)));
  const copies = ok(await ann.get(`${canvas}/tables/${clone.id}/cells`));
  expect(copies).toEqual(cells.map((cell: object, at: number) => ({ ...cell, id: copies[at].id, parent_id: clone.id })));
  expect(ok(await ann.get(`${canvas}/notes`))).toHaveLength(1);
});

test('a clone of an upload is no upload', async () => {
  const canvas = await easel.canvas(ann);
  const json = { upload_type: 'note', text: 'uploaded' };
  const note = ok(await ann.post(`${canvas}/uploads-folder`, ...form({ json })));
  ok(await ann.post(`${canvas}/notes`, from(canvas, note.id)));
  expect(ok(await ann.get(`${canvas}/uploads-folder`))).toEqual([note]);
  const copy = ok(await ann.post(`${canvas}/copy`, { folder_id: String(ann.id) }));
  expect(ok(await ann.get(`/canvases/${copy.id}/uploads-folder`))).toMatchObject([{ text: 'uploaded' }]);
});

test('a clone of a playing video plays from the carried position', async () => {
  const canvas = await easel.canvas(ann);
  const video = collections.find(({ name }) => name === 'Video')!;
  const { id } = await make(easel, ann, canvas, video, { playback_state: 'playing', playback_position: 10 });
  easel.clock.advance(5000);
  const clone = ok(await ann.post(`${canvas}/videos`, from(canvas, id)));
  expect(clone).toMatchObject({ playback_state: 'playing', playback_position: 10 });
  easel.clock.advance(2000);
  const paused = async (widget: string) => ok(await ann.patch(`${canvas}/videos/${widget}`, { playback_state: 'paused' }));
  expect([(await paused(clone.id)).playback_position, (await paused(id)).playback_position]).toEqual([12, 17]);
});

test('a clone shows the bytes of its source on its own canvas, which counts them once', async () => {
  const source = await easel.canvas(ann);
  const to = await easel.canvas(ann);
  const image = collections.find(({ name }) => name === 'Image')!;
  const { id, hash } = await make(easel, ann, source, image);
  const asset = () => getFile(easel, ann, `/assets/${hash}`, { 'canvas-id': idOf(to) });
  expect((await asset()).status).toBe(404);
  const clones = [1, 2].map(async () => ok(await ann.post(`${to}/images`, from(source, id))));
  await Promise.all(clones);
  expect((await asset()).bytes).toEqual(svg());
  expect(ok(await ann.get(to)).asset_size).toBe(svg().length);
  ok(await ann.delete(source));
  expect((await asset()).bytes).toEqual(svg());
});

describe('refusals', () => {
  const [note] = collections.filter(({ name }) => name === 'Note');
  let source: string;
  let to: string;
  let id: string;
  beforeAll(async () => {
    source = await easel.canvas(ann);
    to = await easel.canvas(bob);
    ({ id } = await make(easel, ann, source, note!));
  });

  test('the source must be viewable and the destination editable', async () => {
    const clone = () => bob.post(`${to}/notes`, from(source, id));
    expect(await refused(easel, clone)).toBe('403 Permission denied');
    await give(ann, source, bob, 'view');
    expect((await clone()).status).toBe(200);
    expect(await refused(easel, () => bob.post(`${source}/notes`, from(to, id)))).toBe('403 Permission denied');
    await give(ann, source, bob, 'none');
    await ann.post(`${source}/permissions`, { link_permission: 'view' });
    expect((await clone()).status).toBe(200);
    await ann.post(`${source}/permissions`, { link_permission: 'none' });
    expect(await refused(easel, clone)).toBe('403 Permission denied');
  });

  test('what is not there, or of another type, cannot be cloned', async () => {
    const post = (body: object, path = 'notes') => refused(easel, () => ann.post(`${source}/${path}`, body));
    expect(await post(from(`/canvases/${NOWHERE}`, id))).toBe(`404 Canvas ${NOWHERE} not found`);
    expect(await post(from(source, NOWHERE))).toBe(`404 Widget ${NOWHERE} not found`);
    expect(await post(from(source, id), 'browsers')).toBe(`400 Widget ${id} is not a Browser`);
    expect(await post({ source_canvas_id: idOf(source) })).toBe('400 source_widget_id parameter is missing');
    expect(await post({ source_widget_id: id })).toBe('400 source_canvas_id parameter is missing');
    expect(await post({ source_canvas_id: 5, source_widget_id: id })).toBe('400 source_canvas_id must be a string');
    expect(await post({ ...from(source, NOWHERE), location: 5 })).toBe('400 location must be an object');
    expect((await ann.post(`${source}/notes`, { source_canvas_id: null, source_widget_id: null })).status).toBe(200);
    const cased = { source_canvas_id: idOf(source).toUpperCase(), source_widget_id: id.toUpperCase() };
    expect((await ann.post(`${source}/notes`, cased)).status).toBe(200);
  });

  test.each(collections.filter(({ widget }) => !widget.clonable).map(({ name, widget }) => [name, widget.path]))(
    'a %s cannot be cloned',
    async (name, path) => {
      const expected = `400 A ${name} cannot be cloned`;
      expect(await refused(easel, () => ann.post(`${source}/${path}`, from(source, id)))).toBe(expected);
    },
  );

  test('a source that is deleted during the request is not there', async () => {
    const made = await make(easel, ann, source, note!);
    const [deleted, cloned] = await Promise.all([
      ann.delete(`${source}/notes/${made.id}`),
      ann.post(`${source}/notes`, from(source, made.id)),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(cloned.status);
  });
});
