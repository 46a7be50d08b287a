import { beforeEach, describe, expect, it } from 'vitest';
import { type Caller, useEasel } from '../kit/easel.ts';
import { B64, ids, type Json, made, NODES, RED, StrokeScene, said } from '../kit/strokes.ts';

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

  it('of a list hold the whole list with changes=0, else only what changed', async () => {
    const first = await draw();
    const [whole, changes] = [await admin.watch(`${onNote}?points=json&changes=0`), await admin.watch(onNote)];
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
    const streams = [await admin.watch(`${onNote}?changes=0`), await admin.watch(`${onNote}?changes=1`)];
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
    const list = await person.watch(onNote);
    const generic = await person.watch(`${canvas}/widgets?annotations=1`);
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
    expect(await streams[0]!.next()).toMatchObject([{ text: 'seen' }]);
    expect(await streams[1]!.next()).toMatchObject({ text: 'seen' });
    expect(await streams[2]!.next()).toMatchObject([{ text: 'seen' }]);
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

describe('with elements', () => {
  const path = (query = ''): string => `${canvas}/widgets?annotations=1&elements=1${query}`;

  it.each(['b64', 'json'])('the list has the strokes after all widgets, as streams tell them (%s)', async (form) => {
    const first = await draw(onPlane);
    const second = await draw(onNote, { depth: 5 });
    const points = form === 'json' ? NODES : B64;
    const widgets = await made(admin.get(`${canvas}/widgets`));
    const strokes = [
      { ...first, widget_type: 'Annotation', parent_id: root, points },
      { ...second, widget_type: 'Annotation', parent_id: note, points },
    ];
    expect(await made(admin.get(path(`&points=${form}`)))).toEqual([...widgets, ...strokes]);
    const stream = await admin.watch(path(`&points=${form}`));
    expect(await stream.next()).toEqual([...widgets, ...strokes]);
    await admin.delete(`${onNote}/${second.id}`);
    expect(await stream.next()).toEqual([{ ...strokes[1], state: 'deleted' }]);
  });

  it('the list of an empty canvas is the root alone, and without annotations the word means nothing', async () => {
    const { body } = await admin.post('/canvases');
    expect(await made(admin.get(`/canvases/${body.id}/widgets?annotations=1&elements=1`))).toHaveLength(1);
    expect(await made(admin.get(`${canvas}/widgets?elements=1`))).toEqual(await made(admin.get(`${canvas}/widgets`)));
  });

  it('a word that is no boolean is refused', () =>
    easel.unchanged(async () =>
      expect(await admin.get(`${canvas}/widgets?annotations=1&elements=x`)).toMatchObject({ status: 400 }),
    ));

  it('a stream goes on from the revision of the list', async () => {
    await draw(onPlane);
    // The stream of the list keeps what changes from now on
    await admin.watch(path());
    const { headers } = await admin.get(path());
    const later = await draw(onNote);
    const stream = await admin.watch(path(`&from=${headers['easel-revision']}`));
    expect(await stream.next()).toEqual([{ ...later, widget_type: 'Annotation', parent_id: note }]);
  });
});
