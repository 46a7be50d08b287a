import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../kit/client.ts';
import { connectDisplay, type DisplayPeer, usualHello } from '../kit/display.ts';
import { useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;

let display: DisplayPeer;
let path: string;
let canvas: string;
const NOBODY = '0c9e8d7b-6a54-4f32-9b10-c1d2e3f4a5b6';

beforeEach(async () => {
  display = await connectDisplay(easel, ann.token, { video_outputs: [{ index: 0 }] });
  path = `/clients/${display.welcome.client_id}`;
  canvas = (await easel.canvas(ann)).slice('/canvases/'.length);
  return () => display.leave();
});

/** The canvas, shown in workspace 0. */
async function shown(id = canvas): Promise<void> {
  const opened = ann.post(`${path}/workspaces/0/open-canvas`, { canvas_id: id });
  await display.acknowledge('open-canvas', { workspace: { workspace_state: 'open' } });
  expect((await opened).status).toBe(200);
}

/** Details of the entries of the audit log about this display. */
const audited = (action: string): unknown[] =>
  easel
    .audit()
    .filter((line) => line.action === action && line.target_id === display.welcome.client_id)
    .map(({ details }) => JSON.parse(String(details)));

const said = ({ status, body }: Answer): unknown[] => [status, body.msg];
const PINNED = { pinned: true };

describe('what REST answers', () => {
  test('to what is done: the values that the client applied', async () => {
    const stream = await bob.watch(`${path}/workspaces?changes=1`);
    await stream.next();
    const answer = ann.patch(`${path}/workspaces/0`, { pinned: 'true', view_rectangle: { x: -7.1234567891 } });
    const command = await display.next('command');
    expect(command).toEqual({
      type: 'command',
      id: expect.any(String),
      op: 'patch-workspace',
      workspace: 0,
      set: { pinned: true, view_rectangle: { x: -7.1234567891, y: 0, width: 1600, height: 900 } },
      timeout_ms: 5000,
      by: { id: ann.id, email: ann.email, name: 'ann' },
    });
    display.send({ type: 'ack', re: command.id, workspace: { view_rectangle: { x: -8 } } });
    expect((await answer).body).toMatchObject({ pinned: true, view_rectangle: { x: -8, y: 0, width: 1600, height: 900 } });
    expect(await stream.next()).toMatchObject([{ pinned: true, view_rectangle: { x: -8 } }]);
  });

  test('to each of several who steer one view: what was applied for that request', async () => {
    display.obeys = true;
    const patch = async (x: number): Promise<void> => {
      const { status, body } = await ann.patch(`${path}/workspaces/0`, { view_rectangle: { x } });
      expect([status, body.view_rectangle.x]).toEqual([200, x]);
    };
    // The view that is there already is asked for besides, which asks the client nothing
    for (let round = 1; round <= 30; round++) {
      await Promise.all([patch(round), patch(round + 0.25), patch(round + 0.5), patch(round + 0.75), patch(round - 0.25)]);
    }
  });

  test('to what is so already: the same at once, and the client is not asked', async () => {
    const answer = await easel.unchanged(() => ann.patch(`${path}/workspaces/0`, { pinned: false, info_panel_visible: 'true' }));
    expect([answer.status, answer.body.pinned]).toEqual([200, false]);
    expect((await ann.patch(`${path}/workspaces/0`, {})).status).toBe(200);
    expect((await ann.patch(`${path}/video-outputs/0`, { suspended: false, source: 'workspace-0' })).status).toBe(200);
    await display.settled();
    expect(display.unread).toEqual([]);
  });

  test.each([
    ['refused', 'Wall is in presentation mode', 409, 'Wall is in presentation mode'],
    ['refused', '', 409, 'Client refused the request'],
    ['busy', 'Later', 409, 'Later'],
    ['invalid', 'Too small', 400, 'Too small'],
    ['no_canvas', 'whatever', 400, 'No canvas open'],
    ['not_found', 'It is gone', 404, 'It is gone'],
    ['forbidden', 'whatever', 403, 'Permission denied'],
    ['unsupported', 'whatever', 501, 'Client does not support this'],
    ['error', 'It broke', 500, 'It broke'],
    ['constructor', 'no code of ours', 500, 'no code of ours'],
  ])('to a nack with %s %s: %i', async (code, msg, status, told) => {
    await easel.unchanged(async () => {
      const answer = ann.patch(`${path}/workspaces/0`, PINNED);
      await display.nack('patch-workspace', code, msg);
      expect(said(await answer)).toEqual([status, told]);
    });
    expect((await ann.get(`${path}/workspaces/0`)).body.pinned).toBe(false);
  });

  test('to no answer in time: 500, the command is cancelled, and a late answer counts as an update', async () => {
    const answer = ann.patch(`${path}/workspaces/0`, PINNED);
    const { id } = await display.next('command');
    easel.clock.advance(5_000);
    expect(said(await answer)).toEqual([500, 'Client did not respond in time']);
    expect(await display.next('cancel')).toEqual({ type: 'cancel', re: id });
    expect((await ann.get(`${path}/workspaces/0`)).body.pinned).toBe(false);
    display.send({ type: 'ack', re: id });
    await display.settled();
    expect((await ann.get(`${path}/workspaces/0`)).body.pinned).toBe(true);
  });

  test('to a client that goes away: 404', async () => {
    const answer = ann.patch(`${path}/workspaces/0`, PINNED);
    await display.next('command');
    await display.leave();
    expect(said(await answer)).toEqual([404, 'Client is offline']);
    expect(said(await ann.patch(`${path}/workspaces/0`, PINNED))).toEqual([404, 'Client is offline']);
    display = await connectDisplay(easel, ann.token);
  });

  test('to a 34th command for one workspace: 409, and the others come one by one', async () => {
    const answers = Array.from({ length: 34 }, (_, at) => ann.patch(`${path}/workspaces/0`, { view_rectangle: { x: at + 1 } }));
    const first = await Promise.race(answers);
    expect(said(first)).toEqual([409, 'Client is busy']);
    for (let at = 0; at < 33; at++) {
      expect(display.unread.length).toBeLessThanOrEqual(1);
      await display.acknowledge('patch-workspace');
    }
    const statuses = (await Promise.all(answers)).map(({ status }) => status).sort();
    expect(statuses).toEqual([...Array(33).fill(200), 409]);
  });

  test('to commands for several targets: they do not wait for each other', async () => {
    const waiting = ann.patch(`${path}/workspaces/0`, PINNED);
    const first = await display.next('command');
    const other = ann.patch(`${path}/video-outputs/0`, { suspended: true });
    await display.acknowledge('patch-output');
    expect((await other).body).toEqual({
      index: 0,
      id: '0',
      label: 'Output 1',
      source: 'workspace-0',
      suspended: true,
      state: 'normal',
    });
    display.send({ type: 'ack', re: first.id });
    expect((await waiting).status).toBe(200);
  });

  test('to a command whose connection broke: it is sent again to the one that resumes, and answered', async () => {
    const answer = ann.patch(`${path}/workspaces/0`, PINNED);
    const lost = await display.next('command');
    const { client_id: id, client_secret: secret, session_id: resume } = display.welcome;
    await display.drop();
    display = await connectDisplay(easel, ann.token, {
      client: { ...usualHello.client, id, secret },
      resume,
      video_outputs: [{ index: 0 }],
    });
    expect(display.welcome.resumed).toBe(true);
    const again = await display.acknowledge('patch-workspace');
    expect([again.id === lost.id, again.set]).toEqual([false, PINNED]);
    expect((await answer).body.pinned).toBe(true);
  });

  test('to a command whose connection broke for good: 404', async () => {
    const answer = ann.patch(`${path}/workspaces/0`, PINNED);
    await display.next('command');
    await display.drop();
    let done = false;
    void answer.then(() => (done = true));
    await until(async () => {
      easel.clock.advance(500);
      await easel.admin.get('/clients');
      return done;
    });
    expect([404, 500]).toContain((await answer).status);
    display = await connectDisplay(easel, ann.token);
  });
});

describe('a PATCH that is refused reaches no client', () => {
  test.each([
    ['workspaces/0', { pinned: 1 }, 400, 'pinned must be a boolean'],
    ['workspaces/0', { view_rectangle: { width: 0 } }, 400, 'view_rectangle.width must be greater than 0'],
    ['workspaces/0', { view_rectangle: [] }, 400, 'view_rectangle must be an object'],
    ['workspaces/0', { canvas_id: 'wall' }, 400, 'canvas_id must be a UUID, or empty'],
    ['workspaces/0', { canvas_id: NOBODY }, 404, `Canvas ${NOBODY} not found`],
    ['workspaces/1', PINNED, 404, 'Workspace 1 not found'],
    ['workspaces/00', PINNED, 404, 'Workspace 00 not found'],
    ['video-outputs/1', {}, 404, 'Video output 1 not found'],
    ['video-outputs/0', { suspended: 'no' }, 400, 'suspended must be a boolean'],
    ['video-outputs/0', { source: 7 }, 400, 'source must be a string'],
    ['video-outputs/0', { source: 'workspace-4' }, 404, 'Workspace 4 not found'],
    ['video-outputs/0', { source: 'screen' }, 400, 'Invalid source screen'],
    ['video-outputs/0', { source: NOBODY }, 404, "Widget is unknown or the API user doesn't have permission"],
  ])('%s %j: %i', async (below, body, status, msg) => {
    const answer = await easel.unchanged(() => ann.patch(`${path}/${below}`, body));
    expect(said(answer)).toEqual([status, msg]);
    await display.settled();
    expect(display.unread).toEqual([]);
  });

  test.each(['workspaces/0', 'video-outputs/0', 'video-inputs/0', ''])('nor does another method: %s', async (below) => {
    for (const method of ['POST', 'DELETE']) {
      expect((await ann.request(method, `${path}/${below}`, {})).status).toBeOneOf([404, 405]);
    }
  });
});

describe('open-canvas', () => {
  const open = (body: object, who = ann): Promise<Answer> => who.post(`${path}/workspaces/0/open-canvas`, body);

  test('shows the canvas as soon as the client acknowledged, and its state as the client tells it', async () => {
    const server_id = (await easel.anonymous.get('/server-info')).body.server_id;
    const answer = open({ canvas_id: canvas.toUpperCase(), server_id, user_email: ann.email.toUpperCase() });
    expect(await display.acknowledge('open-canvas')).toMatchObject({ op: 'open-canvas', workspace: 0, canvas_id: canvas });
    expect((await answer).body).toMatchObject({
      index: 0,
      canvas_id: canvas,
      workspace_state: 'opening',
      canvas_size: { width: 9600, height: 5400 },
      server_id,
      user: ann.email,
      user_email: ann.email,
    });
    await display.request({ type: 'update', workspaces: [{ index: 0, workspace_state: 'open' }] });
    expect((await ann.get(`${path}/workspaces/0`)).body.workspace_state).toBe('open');
    expect(audited('Canvas opened on client')).toEqual([{ workspace: 0, canvas_id: canvas }]);
  });

  test('with hyphens and a slash at the end works, and so does asking again and again', async () => {
    for (let at = 0; at < 2; at++) {
      const answer = ann.post(`${path}/workspaces/0/open-canvas/`, { 'canvas-id': canvas });
      await display.acknowledge('open-canvas');
      expect((await answer).body.canvas_id).toBe(canvas);
    }
  });

  test('with nothing closes what is open', async () => {
    await shown();
    const answer = open({ canvas_id: '' });
    expect(await display.acknowledge('close-canvas')).toMatchObject({ reason: 'api' });
    const { body } = await answer;
    expect(body).toMatchObject({ canvas_id: '', workspace_state: 'canvas_list', server_id: '', user: '', user_email: '' });
    expect(body).not.toHaveProperty('canvas_size');
  });

  test('by a PATCH comes before the other keys', async () => {
    const answer = ann.patch(`${path}/workspaces/0`, { canvas_id: canvas, pinned: true });
    await display.acknowledge('open-canvas');
    await display.acknowledge('patch-workspace');
    expect((await answer).body).toMatchObject({ canvas_id: canvas, pinned: true });
  });

  test('refuses in this order', async () => {
    const foreign = (await easel.canvas(bob)).slice('/canvases/'.length);
    const refusals: [object, number, string][] = [
      [{}, 400, 'canvas_id parameter is missing'],
      [{ canvas_id: canvas, server_id: NOBODY }, 400, `Unknown server ${NOBODY}`],
      [{ canvas_id: canvas, user_email: bob.email }, 400, `User ${bob.email} is not signed in on this client`],
      [{ canvas_id: NOBODY }, 404, `Canvas ${NOBODY} not found`],
      [{ canvas_id: foreign }, 403, 'Permission denied'],
    ];
    await easel.unchanged(async () => {
      for (const [body, status, msg] of refusals) expect(said(await open(body))).toEqual([status, msg]);
      expect(said(await open({ canvas_id: foreign }, easel.admin as typeof ann))).toEqual([
        403,
        "The client's user has no access to the canvas",
      ]);
      expect(said(await open({ canvas_id: canvas }, bob))).toEqual([403, 'Permission denied']);
    });
    await display.settled();
    expect(display.unread).toEqual([]);
  });
});

describe('a canvas that is open', () => {
  test('is hidden from whoever may not see it, until they may', async () => {
    await shown();
    const item = await bob.watch(`${path}/workspaces/0`);
    const list = await bob.watch(`${path}/workspaces?changes=1`);
    const hidden = await item.next();
    expect(hidden).toMatchObject({ canvas_id: '', workspace_state: 'open', user: ann.email });
    expect(hidden).not.toHaveProperty('canvas_size');
    expect(await list.next()).toEqual([hidden]);
    expect((await easel.admin.get(`${path}/workspaces/0`)).body.canvas_id).toBe(canvas);
    await ann.post(`/canvases/${canvas}/permissions`, { users: [{ id: bob.id, permission: 'view' }] });
    expect(await item.next()).toMatchObject({ canvas_id: canvas, canvas_size: { width: 9600, height: 5400 } });
    expect(await list.next()).toMatchObject([{ canvas_id: canvas }]);
    await ann.post(`/canvases/${canvas}/permissions`, { users: [{ id: bob.id, permission: 'none' }] });
    expect(await item.next()).toEqual(hidden);
  });

  test('is closed when it is deleted, and the client is told', async () => {
    await shown();
    const item = await bob.watch(`${path}/workspaces/0`);
    await item.next();
    await ann.delete(`/canvases/${canvas}`);
    expect(await display.next('command')).toMatchObject({ op: 'close-canvas', workspace: 0, reason: 'deleted', by: null });
    expect(await item.next()).toMatchObject({ workspace_state: 'canvas_list', user: '' });
  });

  test('is closed when the user of the client may not see it any more', async () => {
    const foreign = (await easel.canvas(bob)).slice('/canvases/'.length);
    await bob.post(`/canvases/${foreign}/permissions`, { users: [{ id: ann.id, permission: 'view' }] });
    await shown(foreign);
    await bob.post(`/canvases/${foreign}/permissions`, { users: [{ id: ann.id, permission: 'none' }] });
    expect(await display.next('command')).toMatchObject({ op: 'close-canvas', workspace: 0, reason: 'access_lost' });
    await until(async () => (await bob.get(`${path}/workspaces/0`)).body.workspace_state === 'canvas_list');
  });

  test('has its new size when it is resized', async () => {
    await shown();
    await ann.patch(`/canvases/${canvas}`, { size: { width: 2000, height: 1000 } });
    await until(async () => (await ann.get(`${path}/workspaces/0`)).body.canvas_size.width === 2000);
  });

  test('that the user may not see is dropped from a hello and refused in an update, and the client is told to close it', async () => {
    const foreign = (await easel.canvas(bob)).slice('/canvases/'.length);
    const workspaces = [{ ...usualHello.workspaces[0], canvas_id: foreign, workspace_state: 'open' }];
    const other = await connectDisplay(easel, ann.token, { workspaces });
    expect(await other.next('command')).toMatchObject({ op: 'close-canvas', workspace: 0, reason: 'access_lost' });
    const there = `/clients/${other.welcome.client_id}/workspaces/0`;
    expect((await easel.admin.get(there)).body).toMatchObject({ canvas_id: '', workspace_state: 'canvas_list' });
    expect(await other.request({ type: 'update', workspaces: [{ index: 0, canvas_id: foreign }] })).toMatchObject({
      code: 'forbidden',
    });
    expect((await easel.admin.get(there)).body.canvas_id).toBe('');
    await other.leave();
  });
});

describe('a video output', () => {
  test('shows a workspace, or nothing, when the client says so; the change is in the audit log', async () => {
    const answer = ann.patch(`${path}/video-outputs/0`, { source: '' });
    await display.acknowledge('patch-output');
    expect((await answer).body.source).toBe('');
    expect(audited('Video output updated')).toEqual([{ index: 0, changed: ['source'] }]);
  });

  test('takes no widget but an anchor, and none of a canvas that the caller may not see', async () => {
    await shown();
    const note = (await ann.post(`/canvases/${canvas}/notes`, {})).body.id;
    await easel.unchanged(async () => {
      expect(said(await ann.patch(`${path}/video-outputs/0`, { source: note }))).toEqual([
        400,
        "Widget type Note can't be a video output source",
      ]);
    });
    await display.request({ type: 'update', client: { control: 'all' } });
    await easel.unchanged(async () => {
      expect(said(await bob.patch(`${path}/video-outputs/0`, { source: note }))).toEqual([
        403,
        "Widget is unknown or the API user doesn't have permission",
      ]);
    });
  });
});
