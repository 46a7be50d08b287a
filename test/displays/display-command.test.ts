import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Running, startCommand } from '../kit/command.ts';
import { type Person, useEasel } from '../kit/easel.ts';
import { until } from '../kit/until.ts';

const easel = useEasel({ people: ['ann', 'bob'] });
const { ann, bob } = easel.people;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-displays-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The display of a user, with a state file of its own unless a test names one. */
let displays = 0;
function display(who: Person, ...more: string[]): Running {
  const state = join(folder, `${++displays}.json`);
  const words = ['display', '--server', easel.url, '--name', 'lobby', '--state', state, ...more];
  const running = startCommand(words, { EASEL_TOKEN: who.token });
  onTestFinished(() => running.interrupt());
  return running;
}

/** The path of the client, once it is connected. */
async function connected(running: Running): Promise<string> {
  const [, id] = /\((.*?)\)/.exec(await running.said(/^connected as lobby/))!;
  return `/clients/${id}`;
}

async function open(who: Person, path: string, canvas: string): Promise<void> {
  expect((await who.post(`${path}/open-canvas`, { canvas_id: canvas })).status).toBe(200);
  await until(async () => (await who.get(path)).body.workspace_state === 'open');
}

describe('a display in a terminal', () => {
  test('is shown as it was asked for, and is gone after Ctrl-C', async () => {
    const running = display(ann, '--workspaces', '2', '--size', '800x600', '--outputs=3', '--control', 'all');
    const path = await connected(running);
    expect(running.lines[0]).toMatch(/^connected as lobby \(\S{36}\) for ann <ann-\d+@corp\.example>, server \d/);
    expect((await ann.get(path)).body).toMatchObject({ installation_name: 'lobby', access: 'rw' });
    expect((await bob.get(path)).body).toMatchObject({ access: 'rw' });
    const workspaces = (await ann.get(`${path}/workspaces`)).body as { location: object; size: object }[];
    expect(workspaces.map(({ location, size }) => [location, size])).toEqual([
      [
        { x: 0, y: 0 },
        { width: 800, height: 600 },
      ],
      [
        { x: 800, y: 0 },
        { width: 800, height: 600 },
      ],
    ]);
    const outputs = (await ann.get(`${path}/video-outputs`)).body as { source: string }[];
    expect(outputs.map(({ source }) => source)).toEqual(['workspace-0', 'workspace-1', 'workspace-0']);
    running.interrupt();
    expect(await running.code).toBe(0);
    expect(running.lines.at(-1)).toBe('ended');
    // The server closes the connection first, and takes the client out of its records then
    await until(async () => (await ann.get(path)).status === 404);
  });

  test('opens canvases, shows the whole of one at first, and says what becomes of it', async () => {
    const running = display(ann, '--workspaces', '2');
    const path = await connected(running);
    const canvas = (await ann.post('/canvases', { name: 'Sprint "wall"' })).body.id as string;
    const note = (await ann.post(`/canvases/${canvas}/notes`)).body.id as string;
    for (const index of [0, 1]) await open(ann, `${path}/workspaces/${index}`, canvas);
    expect((await ann.get(`${path}/workspaces/0`)).body.view_rectangle).toEqual({ x: 0, y: 0, width: 384, height: 216 });
    await ann.post(`/canvases/${canvas}/notes`);
    await running.said(/^canvas "Sprint \\"wall\\"": 1 added; 2 widgets$/);
    await ann.patch(`/canvases/${canvas}/notes/${note}`, { text: 'new' });
    await running.said(/: 1 changed; 2 widgets$/);
    await ann.delete(`/canvases/${canvas}/notes/${note}`);
    await running.said(/: 1 removed; 1 widget$/);
    await ann.post(`${path}/workspaces/0/open-canvas`, { canvas_id: '' });
    await ann.delete(`/canvases/${canvas}`);
    await running.said(/^workspace 1 closed canvas "Sprint \\"wall\\"": /);
    await until(async () => (await ann.get(`${path}/workspaces/1`)).body.workspace_state === 'canvas_list');
    expect(running.lines.slice(1).filter((line) => !line.startsWith('workspace 1 closed'))).toEqual([
      `workspace 0 opens canvas ${canvas}, asked by ann`,
      'workspace 0 shows canvas "Sprint \\"wall\\"" (9600x5400), 1 widget',
      `workspace 1 opens canvas ${canvas}, asked by ann`,
      'workspace 1 shows canvas "Sprint \\"wall\\"" (9600x5400), 1 widget',
      'canvas "Sprint \\"wall\\"": 1 added; 2 widgets',
      'canvas "Sprint \\"wall\\"": 1 changed; 2 widgets',
      'canvas "Sprint \\"wall\\"": 1 removed; 1 widget',
      'workspace 0 closed canvas "Sprint \\"wall\\"", asked by ann',
    ]);
  });

  test('moves its view where it is asked to, and answers with what it shows', async () => {
    const running = display(ann, '--size', '1600x900', '--outputs', '1');
    const path = await connected(running);
    const asked = { x: -1000, y: -500, width: 1600, height: 450 };
    const { body } = await ann.patch(`${path}/workspaces/0`, { view_rectangle: asked, pinned: true });
    expect(body).toMatchObject({ view_rectangle: { ...asked, width: 800 }, pinned: true });
    await ann.patch(`${path}/video-outputs/0`, { suspended: true, source: '' });
    await ann.patch(`${path}/video-outputs/0`, { suspended: false });
    await ann.patch(`${path}/workspaces/0`, { info_panel_visible: false });
    expect(running.lines.slice(1)).toEqual([
      'workspace 0 view moved to 2000,1000 3200x1800 at zoom 0.5',
      'workspace 0 pinned',
      'output 0 shows nothing',
      'output 0 suspended',
      'output 0 resumed',
      'workspace 0 info panel hidden',
    ]);
  });

  test('keeps its secret for itself, and is the same one when it comes again; the newer of two stays', async () => {
    const state = join(folder, 'kept', 'displays.json');
    const first = display(ann, '--state', state);
    const path = await connected(first);
    await until(() => statSync(state, { throwIfNoEntry: false }) !== undefined);
    expect((statSync(state).mode & 0o777).toString(8)).toBe('600');
    expect(Object.keys(JSON.parse(readFileSync(state, 'utf8')))).toEqual([`${easel.url} lobby`]);
    const second = display(ann, '--state', state);
    expect(await connected(second)).toBe(path);
    expect(await first.code).toBe(1);
    expect(first.lines.at(-1)).toMatch(/another program connected as this display; give one of them another --name$/);
    expect((await ann.get(path)).status).toBe(200);
  });
});

describe('a display that cannot be', () => {
  test('says what is wrong with its options', async () => {
    const wrong = async (...words: string[]): Promise<string> => {
      const { lines, code } = startCommand(['display', ...words], { EASEL_TOKEN: 'geheim' });
      expect(await code).toBe(1);
      expect(lines.join()).not.toContain('geheim');
      return lines.join();
    };
    expect(await wrong('--size', '800')).toBe('easel: --size must be like 1920x1080, not "800"');
    expect(await wrong('--workspaces', '1.5')).toBe('easel: --workspaces must be a whole number up to 256, not "1.5"');
    expect(await wrong('--api-access', 'all')).toBe('easel: --api-access must be one of none, ro, rw, not "all"');
    expect(await wrong('--server', 'wall.example')).toContain('--server must be like http://');
    const { lines, code } = startCommand(['display']);
    expect([await code, lines]).toEqual([1, ['easel: a token is needed: set EASEL_TOKEN, or write --token <token>']]);
  });

  test('says what to do when the server refuses its token, which it does not print', async () => {
    const { lines, code } = display(ann, '--token', 'geheim');
    expect(await code).toBe(1);
    expect(lines).toEqual([expect.stringMatching(/^easel: Invalid token: make a token with POST .*EASEL_TOKEN$/)]);
  });

  test('says where the secret of another server stands', async () => {
    const state = join(folder, 'other.json');
    const first = display(ann, '--state', state);
    const id = (await connected(first)).split('/')[2];
    writeFileSync(state, JSON.stringify({ [`${easel.url} lobby`]: { id, secret: 'wrong' } }));
    const { lines, code } = display(ann, '--state', state);
    expect(await code).toBe(1);
    expect(lines.join()).toContain(`${state} has the secret of another server: then delete that file`);
    writeFileSync(state, '{');
    const broken = display(ann, '--state', state);
    expect(await broken.code).toBe(1);
    expect(broken.lines.join()).toContain(`the state file ${state} cannot be read`);
  });
});
