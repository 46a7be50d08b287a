import { describe, expect, test } from 'vitest';
import { actions, audited } from '../kit/audited.ts';
import { useEasel } from '../kit/easel.ts';
import { contentOf, fullCanvas, ok, type Shown, seen } from '../kit/full-canvas.ts';
import { give, makeCanvas, refused } from '../kit/places.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

const demo = (path: string) => ann.patch(path, { mode: 'demo' });
const save = (path: string, body?: unknown) => ann.post(`${path}/save`, body);
const restore = (path: string, body?: unknown) => ann.post(`${path}/restore`, body);
const note = async (path: string, text: string): Promise<Shown> => ok(await ann.post(`${path}/notes`, { text }));
const texts = async (path: string): Promise<string[]> => ok(await ann.get(`${path}/notes`)).map((one: Shown) => one.text);

describe('the states of a canvas', () => {
  test('entering demo mode among renames and refused saves keeps the saved state', async () => {
    for (let round = 0; round < 5; round++) {
      const path = await easel.canvas(ann);
      await note(path, 'kept');
      const renames = Array.from({ length: 8 }, (_, at) => ann.patch(path, { name: `name ${at}` }));
      const saves = Array.from({ length: 4 }, () => save(path));
      expect(ok(await demo(path)).mode).toBe('demo');
      await Promise.all([...renames, ...saves]);
      await note(path, 'dropped');
      ok(await restore(path));
      expect(await texts(path)).toEqual(['kept']);
      expect(ok(await ann.patch(path, { mode: 'normal' })).mode).toBe('normal');
    }
  });

  test('entering demo mode saves at once, and again changes nothing', async () => {
    const path = await easel.canvas(ann);
    await note(path, 'first');
    expect(ok(await demo(path)).mode).toBe('demo');
    await note(path, 'second');
    await easel.unchanged(() => demo(path));
    ok(await restore(path));
    expect(await texts(path)).toEqual(['first']);
  });

  test('saving replaces what is restored, restoring is repeatable', async () => {
    const path = await easel.canvas(ann);
    ok(await demo(path));
    await note(path, 'saved');
    ok(await save(path));
    for (const text of ['one', 'two']) {
      await note(path, text);
      ok(await restore(path));
      expect(await texts(path)).toEqual(['saved']);
    }
  });

  test('leaving demo mode forgets the saved state, and entering it again saves anew', async () => {
    const path = await easel.canvas(ann);
    ok(await demo(path));
    expect(ok(await ann.patch(path, { mode: 'normal' })).mode).toBe('normal');
    expect(await refused(easel, () => restore(path))).toBe(`409 Canvas ${path.split('/')[2]} is not a demo canvas`);
    await note(path, 'kept');
    ok(await demo(path));
    ok(await restore(path));
    expect(await texts(path)).toEqual(['kept']);
  });

  test.each(['save', 'restore'])('a normal canvas refuses %s with 409', async (action) => {
    const path = await easel.canvas(ann);
    const expected = `409 Canvas ${path.split('/')[2]} is not a demo canvas`;
    expect(await refused(easel, () => ann.post(`${path}/${action}`))).toBe(expected);
    await easel.unchanged(async () => expect((await ann.patch(path, { mode: 'normal' })).status).toBe(200));
    expect(await refused(easel, () => ann.post(`${path}/${action}`, {}))).toBe(expected);
  });

  test('a restore that races with leaving demo mode never empties the canvas', async () => {
    const path = await easel.canvas(ann);
    ok(await demo(path));
    await note(path, 'safe');
    ok(await save(path));
    const [, restored] = await Promise.all([ann.patch(path, { mode: 'normal' }), restore(path)]);
    expect([200, 409]).toContain(restored.status);
    expect(await texts(path)).toEqual(['safe']);
  });
});

describe('restoring', () => {
  test('puts back every type and all that it has: deleted, changed and added', async () => {
    const path = await fullCanvas(easel, ann, { width: 6000, name: 'full' });
    ok(await demo(path));
    const before = await seen(ann, path);
    const settings = ok(await ann.get(path));
    for (const widget of before.widgets.slice(1).toReversed()) await changeOrRemove(path, widget);
    ok(await ann.patch(path, { height: 3000, name: 'renamed' }));
    ok(await ann.patch(`${path}/background`, { type: 'haze', grid: { visible: true } }));
    ok(await ann.patch(`${path}/color-presets`, { annotation: [] }));
    ok(await ann.post(`${path}/shared-canvas/annotations`, { line_color: '#0000ffff' }));
    await note(path, 'added');
    easel.clock.advance(5000);
    const restored = ok(await restore(path));
    const modified_at = new Date(easel.clock.now()).toISOString();
    expect(restored).toEqual({ ...settings, name: 'renamed', modified_at });
    expect(ok(await ann.get(path))).toEqual(restored);
    expect(await seen(ann, path)).toEqual(before);
  });

  /** Deletes every second widget and moves the others. */
  async function changeOrRemove(path: string, { id, widget_type, size }: Shown): Promise<void> {
    const { widgetKinds } = await import('../../model/widgets/index.ts');
    const { widget } = widgetKinds.find(({ name }) => name === widget_type)!;
    if (widget.path === '') return;
    const item = `${path}/${widget.path}/${id}`;
    // A widget that depends on another one may be deleted with it
    if ((await ann.get(item)).status !== 200) return;
    const body = size ? { location: { x: 1 }, depth: 50 } : { line_width: 50 };
    if (id.charCodeAt(0) % 2 === 0) ok(await ann.delete(item));
    else ok(await ann.patch(item, body));
  }

  test('tells readers in one message what went, what changed and what came back under its old id', async () => {
    const path = await easel.canvas(ann);
    const [gone, changed, same] = [await note(path, 'gone'), await note(path, 'before'), await note(path, 'same')];
    const line = ok(await ann.post(`${path}/connectors`, { src: { id: gone.id }, dst: { id: changed.id } }));
    ok(await demo(path));
    ok(await ann.delete(`${path}/notes/${gone.id}`));
    ok(await ann.patch(`${path}/notes/${changed.id}`, { text: 'after' }));
    const added = await note(path, 'added');
    const tip = ok(await ann.post(`${path}/connectors`, { src: { id: added.id }, dst: { id: same.id } }));
    const list = await ann.watch(`${path}/widgets?changes=1`);
    const item = await ann.watch(`${path}/notes/${added.id}`);
    await Promise.all([list.next(), item.next()]);
    ok(await restore(path));
    const told: Shown[] = await list.next();
    const byId = (a: Shown, b: Shown) => (a.id < b.id ? -1 : 1);
    const deleted = [added, tip].map((one) => ({ ...one, state: 'deleted' }));
    expect(told.toSorted(byId)).toEqual([gone, changed, line, ...deleted].toSorted(byId));
    expect([await item.next(), await item.ended]).toEqual([{ ...added, state: 'deleted' }, 'clean']);
    expect(list.unread).toEqual([]);
    expect(await texts(path)).toEqual(['gone', 'before', 'same']);
    list.close();
  });

  test('keeps the order also of what came back after the server was started again', async () => {
    const path = await easel.canvas(ann);
    const notes = [await note(path, 'a'), await note(path, 'b'), await note(path, 'c')];
    ok(await demo(path));
    for (const { id } of notes.slice(1)) ok(await ann.delete(`${path}/notes/${id}`));
    await easel.restart();
    await note(path, 'new');
    ok(await restore(path));
    expect(ok(await ann.get(`${path}/notes`))).toEqual(notes);
    await easel.restart();
    expect(ok(await ann.get(`${path}/notes`))).toEqual(notes);
  });

  test('keeps a widget that was moved since, although its new parent is deleted', async () => {
    const path = await easel.canvas(ann);
    const child = await note(path, 'child');
    ok(await demo(path));
    const parent = await note(path, 'parent');
    ok(await ann.patch(`${path}/notes/${child.id}`, { parent_id: parent.id }));
    ok(await restore(path));
    expect(ok(await ann.get(`${path}/notes`))).toEqual([child]);
  });

  test('keeps the host of unchanged widgets, and starts the others without a host', async () => {
    const path = await easel.canvas(ann);
    const names = ['same', 'changed', 'gone'];
    const made: Shown[] = [];
    for (const title of names) made.push(ok(await ann.post(`${path}/ip-videos`, { title, source: 'rtsp://door' })));
    const [same, changed, gone] = made as [Shown, Shown, Shown];
    await host(path, made);
    ok(await demo(path));
    ok(await ann.patch(`${path}/ip-videos/${changed.id}`, { source: 'rtsp://gate' }));
    ok(await ann.delete(`${path}/ip-videos/${gone.id}`));
    ok(await restore(path));
    expect(ok(await ann.get(`${path}/ip-videos`))).toEqual([{ ...same, host_id: 'wall', 'host-id': 'wall' }, changed, gone]);
  });

  async function host(path: string, widgets: readonly Shown[]): Promise<void> {
    const { IpVideo } = await import('../../model/widgets/ip-video.ts');
    const canvas = path.split('/')[2]!;
    await easel.server.store.submit({
      scopes: [canvas],
      author: { id: null, name: '', ip: '' },
      permit: () => undefined,
      run(tx) {
        for (const { id } of widgets)
          tx.scope(canvas).update(IpVideo, { ...tx.scope(canvas).get(IpVideo, id)!, host_id: 'wall' });
      },
    });
  }
});

describe('a demo canvas', () => {
  test('is copied with its saved state, which fits the copy', async () => {
    const path = await fullCanvas(easel, ann);
    ok(await demo(path));
    const saved = await contentOf(ann, path);
    const notes = ok(await ann.get(`${path}/notes`));
    ok(await ann.delete(`${path}/notes/${notes[0].id}`));
    const copy = ok(await ann.post(`${path}/copy`, { folder_id: String(ann.id) }));
    expect(copy.mode).toBe('demo');
    expect(await contentOf(ann, `/canvases/${copy.id}`)).toEqual(await contentOf(ann, path));
    ok(await restore(`/canvases/${copy.id}`));
    expect(await contentOf(ann, `/canvases/${copy.id}`)).toEqual(saved);
    ok(await restore(path));
    expect(await contentOf(ann, path)).toEqual(saved);
  });

  test('is deleted with its saved state', async () => {
    const path = await easel.canvas(ann);
    ok(await demo(path));
    const id = path.split('/')[2]!;
    ok(await ann.delete(path));
    expect(easel.server.store.head(`snapshot:${id}`)).toBeUndefined();
    expect((await restore(path)).status).toBe(404);
  });

  test('is changed in the directory and in the audit log by mode, save and restore, but readers are not told of a save', async () => {
    const { id } = await makeCanvas(ann, { name: 'show' });
    const path = `/canvases/${id}`;
    const lines = await audited(easel, async () => {
      await demo(path);
      await ann.post(`${path}/notes`);
      await save(path, {});
      await ann.post(`${path}/notes`);
      await restore(path, '');
      await ann.patch(path, { mode: 'normal' });
    });
    expect(lines.map(({ action, target_name, target_id }) => [action, target_name, target_id])).toEqual([
      ['Canvas updated', 'show', id],
      ['Canvas demo state saved', 'show', id],
      ['Canvas demo state restored', 'show', id],
      ['Canvas updated', 'show', id],
    ]);
    expect(await actions(easel, () => save(path))).toEqual([]);
  });

  test('is not in the audit log when nothing was changed', async () => {
    const path = `/canvases/${(await makeCanvas(ann)).id}`;
    await demo(path);
    await easel.unchanged(async () => {
      ok(await save(path));
      ok(await restore(path));
    });
  });

  test('is saved and restored by anybody who may edit it', async () => {
    const path = await easel.canvas(ann);
    ok(await demo(path));
    for (const [permission, status] of [
      ['none', 403],
      ['view', 403],
      ['edit', 200],
    ] as const) {
      await give(ann, path, bob, permission);
      for (const action of ['save', 'restore']) {
        const answer = await bob.post(`${path}/${action}`);
        expect([permission, action, answer.status]).toEqual([permission, action, status]);
        if (status === 200) expect(answer.body).toEqual({ ...ok(await ann.get(path)), access: 'edit' });
      }
    }
  });

  test('takes a size that is sent with the mode into its saved state', async () => {
    const path = await easel.canvas(ann);
    ok(await ann.patch(path, { mode: 'demo', width: 4000 }));
    ok(await ann.patch(path, { width: 5000 }));
    ok(await restore(path));
    expect(ok(await ann.get(`${path}/widgets`))[0].size.width).toBe(4000);
  });
});
