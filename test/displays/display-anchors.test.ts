import { describe, expect, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { connectDisplay, type DisplayPeer, showing, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;
const nobody = '00000000-0000-4000-8000-000000000000';

const ok = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const makeCanvas = async (): Promise<string> => (await easel.canvas(ann)).slice('/canvases/'.length);
const viewer = { kind: 'viewer', client: {}, workspaces: [] };

describe('an anchor', () => {
  test('is made with what was sent, on the root, and everybody sees it', async () => {
    const canvas = await makeCanvas();
    const list = await ann.watch(`/canvases/${canvas}/widgets?changes=1`);
    const [root] = await list.next();
    const before = ok(await ann.get(`/canvases/${canvas}`)).modified_at;
    easel.clock.advance(1000);
    const display = await connectDisplay(easel, ann.token);
    const sent = { title: 'Stage left', location: { x: 400, y: 300 }, size: { width: 1920, height: 1080 } };
    const said = await display.request({ type: 'anchor-create', canvas_id: canvas, ...sent, parent_id: nobody });
    const widget = {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      widget_type: 'VideoOutputAnchor',
      state: 'normal',
      parent_id: root.id,
      ...sent,
      depth: 1,
      scale: 1,
      pinned: false,
    };
    expect(said).toEqual({ type: 'ack', re: said.re, widget });
    expect(await list.next()).toEqual([said.widget]);
    expect(ok(await ann.get(`/canvases/${canvas}/widgets/${said.widget.id}`))).toEqual(said.widget);
    expect(ok(await ann.get(`/canvases/${canvas}`)).modified_at).not.toBe(before);
    await display.close();
  });

  test('without further keys is in the middle, on top, and 900 x 600', async () => {
    const canvas = await makeCanvas();
    ok(await ann.post(`/canvases/${canvas}/notes`, { depth: 7 }));
    const peer = await connectDisplay(easel, ann.token, viewer);
    const { widget } = await peer.request({ type: 'anchor-create', canvas_id: canvas });
    expect(widget).toMatchObject({ title: '', size: { width: 900, height: 600 }, depth: 8, location: { x: 4350, y: 2400 } });
    await peer.close();
  });

  test('is changed by the keys that are sent, raised, and deleted', async () => {
    const canvas = await makeCanvas();
    const peer = await connectDisplay(easel, ann.token, viewer);
    const { widget } = await peer.request({ type: 'anchor-create', canvas_id: canvas, location: { x: 1, y: 2 } });
    ok(await ann.post(`/canvases/${canvas}/notes`, {}));
    const path = `/canvases/${canvas}/widgets/${widget.id}`;
    const item = await ann.watch(path);
    await item.next();
    const set = { title: 'Stage', location: { x: 5 }, auto_raise: true, parent_id: nobody, id: nobody };
    const changed = { ...widget, title: 'Stage', location: { x: 5, y: 2 }, depth: 3 };
    const update = { type: 'anchor-update', canvas_id: canvas, widget_id: widget.id, set };
    expect(await peer.request(update)).toMatchObject({ type: 'ack', widget: changed });
    expect(await item.next()).toEqual(changed);
    await easel.unchanged(() => peer.request({ ...update, set: { title: 'Stage' } }));
    expect(await peer.request({ type: 'anchor-delete', canvas_id: canvas, widget_id: widget.id })).toMatchObject({ type: 'ack' });
    expect(await item.next()).toEqual({ ...changed, state: 'deleted' });
    expect((await ann.get(path)).status).toBe(404);
    await peer.close();
  });

  test('is for those who may edit the canvas', async () => {
    const canvas = await makeCanvas();
    const mine = await connectDisplay(easel, ann.token, viewer);
    const { widget } = await mine.request({ type: 'anchor-create', canvas_id: canvas });
    const his = await connectDisplay(easel, bob.token, viewer);
    const target = { canvas_id: canvas, widget_id: widget.id };
    const refused = async (): Promise<void> => {
      await easel.unchanged(async () => {
        for (const message of [
          { type: 'anchor-create', canvas_id: canvas },
          { type: 'anchor-update', ...target, set: { title: 'his' } },
          { type: 'anchor-delete', ...target },
        ]) {
          expect(await his.request(message)).toMatchObject({ type: 'nack', code: 'forbidden', msg: 'Permission denied' });
        }
      });
    };
    await refused();
    const permit = async (permission: string) =>
      ok(await ann.post(`/canvases/${canvas}/permissions`, { users: [{ id: bob.id, permission }] }));
    await permit('view');
    await refused();
    await permit('edit');
    expect(await his.request({ type: 'anchor-create', canvas_id: canvas })).toMatchObject({ type: 'ack' });
    await permit('view');
    await refused();
    await Promise.all([mine.close(), his.close()]);
  });

  test('that is not there, or whose values cannot be, is refused', async () => {
    const canvas = await makeCanvas();
    const peer = await connectDisplay(easel, ann.token, viewer);
    const { widget } = await peer.request({ type: 'anchor-create', canvas_id: canvas });
    const note = ok(await ann.post(`/canvases/${canvas}/notes`, {}));
    const create = { type: 'anchor-create', canvas_id: canvas };
    const update = { type: 'anchor-update', canvas_id: canvas, widget_id: widget.id, set: {} };
    const refusals: [message: object, code: string, msg: string][] = [
      [{ ...create, canvas_id: nobody }, 'not_found', `Canvas ${nobody} not found`],
      [{ ...create, canvas_id: undefined }, 'invalid', 'canvas_id parameter is missing'],
      [{ ...create, canvas_id: 'x' }, 'invalid', 'canvas_id must be a UUID'],
      [{ ...create, size: { width: 0, height: 5 } }, 'invalid', 'size.width must be greater than 0'],
      [{ ...create, title: 7 }, 'invalid', 'title must be a string'],
      [{ ...create, depth: 0 }, 'invalid', 'depth must be at least 1'],
      [{ ...update, widget_id: nobody }, 'not_found', `VideoOutputAnchor ${nobody} not found`],
      [{ ...update, widget_id: note.id }, 'not_found', `VideoOutputAnchor ${note.id} not found`],
      [{ ...update, set: { scale: -1 } }, 'invalid', 'scale must be greater than 0'],
      [{ ...update, set: undefined }, 'invalid', 'set parameter is missing'],
      [{ type: 'anchor-delete', canvas_id: canvas, widget_id: note.id }, 'not_found', `VideoOutputAnchor ${note.id} not found`],
    ];
    await easel.unchanged(async () => {
      for (const [message, code, msg] of refusals) expect(await peer.request(message)).toMatchObject({ type: 'nack', code, msg });
    });
    await peer.close();
  });

  test('can be the source of an output, which shows nothing when the anchor is deleted', async () => {
    const canvas = await makeCanvas();
    const outputs = [{ index: 0, label: 'Projector' }];
    const display = await connectDisplay(easel, ann.token, {
      ...showing([canvas]),
      client: usualHello.client,
      video_outputs: outputs,
    });
    const { widget } = await display.request({ type: 'anchor-create', canvas_id: canvas });
    const path = `/clients/${display.welcome.client_id}/video-outputs/0`;
    const patched = ann.patch(path, { source: widget.id });
    await display.acknowledge('patch-output');
    expect(ok(await patched)).toMatchObject({ source: widget.id });
    const stream = await ann.watch(path);
    await stream.next();
    await display.request({ type: 'anchor-delete', canvas_id: canvas, widget_id: widget.id });
    expect(await stream.next()).toMatchObject({ source: '', label: 'Projector' });
    expect(await display.acknowledge('patch-output')).toMatchObject({ output: 0, set: { source: '' }, by: null });
    await display.close();
  });

  test.each([
    [
      'the anchor',
      (canvas_id: string, widget_id: string, peer: DisplayPeer) => peer.request({ type: 'anchor-delete', canvas_id, widget_id }),
    ],
    ['its canvas', (canvas: string) => ann.delete(`/canvases/${canvas}`)],
  ])('is shown by no output once %s is deleted, also when the canvas is open there no more', async (_, remove) => {
    const canvas = await makeCanvas();
    const other = await makeCanvas();
    const peer = await connectDisplay(easel, ann.token, viewer);
    const source = (await peer.request({ type: 'anchor-create', canvas_id: canvas })).widget.id;
    const outputs = { client: usualHello.client, video_outputs: [{ index: 0, source }] };
    const display = await connectDisplay(easel, ann.token, { ...showing([canvas]), ...outputs });
    const path = `/clients/${display.welcome.client_id}/video-outputs/0`;
    await display.request({ type: 'update', workspaces: [{ index: 0, canvas_id: other, workspace_state: 'open' }] });
    expect(ok(await ann.get(path))).toMatchObject({ source });
    expect(ok(await bob.get(path))).toMatchObject({ source: '' });
    const stream = await ann.watch(path);
    await stream.next();
    await remove(canvas, source, peer);
    expect(await stream.next()).toMatchObject({ source: '' });
    expect(await display.acknowledge('patch-output')).toMatchObject({ output: 0, set: { source: '' }, by: null });
    await Promise.all([display.close(), peer.close()]);
  });
});
