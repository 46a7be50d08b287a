import { describe, expect, test } from 'vitest';
import { connectedClient, turn } from '../test/kit/test-client.ts';
import { Refused } from './commands.ts';

const CANVAS = 'b7a10000-0000-4000-8000-000000000001';

describe('commands', () => {
  const open = { type: 'command', id: 'c1', op: 'open-canvas', workspace: 0, canvas_id: CANVAS, by: null };

  test('are done by what was handed in, and what was applied stands in the answer and in the next hello', async () => {
    const { sockets, clock, client } = await connectedClient({
      commands: { 'patch-workspace': ({ set }) => ({ view_rectangle: { ...set.view_rectangle!, width: 900 } }) },
    });
    const view_rectangle = { x: 1, y: 2, width: 800, height: 450 };
    sockets.last.say({ type: 'command', id: 'c1', op: 'patch-workspace', workspace: 0, set: { pinned: true, view_rectangle } });
    await turn();
    const shown = { ...view_rectangle, width: 900 };
    expect(sockets.last.take('ack')).toEqual({ type: 'ack', re: 'c1', workspace: { view_rectangle: shown } });
    expect(client.declaration.workspaces).toMatchObject([{ pinned: true, view_rectangle: shown }]);
    sockets.last.break();
    clock.advance(1_000);
    expect(sockets.welcome().workspaces).toMatchObject([{ pinned: true, view_rectangle: shown }]);
  });

  test('that open a canvas are answered at once, and its state is told when it is loaded, unless it was closed meanwhile', async () => {
    const loads: { resolve: () => void; reject: (cause: Error) => void }[] = [];
    const { sockets, client, faults } = await connectedClient({
      commands: {
        'open-canvas': () => ({ loading: new Promise<void>((resolve, reject) => loads.push({ resolve, reject })) }),
        'close-canvas': () => undefined,
      },
    });
    const command = async (message: object): Promise<void> => {
      sockets.last.say(message);
      await turn();
      sockets.last.take('ack');
    };
    await command(open);
    expect(client.declaration.workspaces).toMatchObject([{ canvas_id: CANVAS, workspace_state: 'opening' }]);
    loads[0]!.resolve();
    await turn();
    expect(sockets.last.acknowledge('update').workspaces).toEqual([{ index: 0, workspace_state: 'open' }]);
    await command({ ...open, id: 'c2' });
    await command({ type: 'command', id: 'c3', op: 'close-canvas', workspace: 0, reason: 'api', by: null });
    loads[1]!.resolve();
    await turn();
    await command({ ...open, id: 'c4' });
    await command({ ...open, id: 'c5' });
    loads[2]!.resolve();
    await turn();
    expect(client.declaration.workspaces).toMatchObject([{ workspace_state: 'opening' }]);
    loads[3]!.reject(new Refused('refused'));
    await turn();
    const [only, ...others] = sockets.last.takeAll('update');
    expect([only.workspaces, others]).toEqual([[{ index: 0, canvas_id: '', workspace_state: 'canvas_list' }], []]);
    expect(faults).toEqual([]);
  });

  test('that nobody does are unsupported, and refused ones say why', async () => {
    const { sockets, faults } = await connectedClient({
      commands: {
        'open-canvas': () => {
          throw new Refused('refused', 'In presentation mode');
        },
        'close-canvas': () => Promise.reject(new Error('broken')),
      },
    });
    sockets.last.say(open);
    sockets.last.say({ type: 'command', id: 'c2', op: 'close-canvas', workspace: 0, reason: 'api', by: null });
    sockets.last.say({ type: 'command', id: 'c3', op: 'patch-output', output: 0, set: { suspended: true }, by: null });
    await turn();
    expect(sockets.last.takeAll('nack').toSorted((a, b) => a.re.localeCompare(b.re))).toEqual([
      { type: 'nack', re: 'c1', code: 'refused', msg: 'In presentation mode' },
      { type: 'nack', re: 'c2', code: 'error', msg: 'broken' },
      { type: 'nack', re: 'c3', code: 'unsupported', msg: 'patch-output is not supported' },
    ]);
    expect(faults).toEqual([new Error('broken')]);
  });

  test('that are cancelled are not begun, and what was begun is told by an update', async () => {
    const begun: string[] = [];
    let finish = (): void => undefined;
    const { sockets } = await connectedClient({
      commands: {
        'patch-workspace': ({ set }) => {
          begun.push(JSON.stringify(set));
          return new Promise<undefined>((resolve) => {
            finish = () => resolve(undefined);
          });
        },
      },
    });
    const patch = (id: string, set: object) => ({ type: 'command', id, op: 'patch-workspace', workspace: 0, set, by: null });
    sockets.last.say(patch('c1', { pinned: true }));
    await turn();
    sockets.last.say({ type: 'cancel', re: 'c1' });
    sockets.last.say(patch('c2', { pinned: false }));
    sockets.last.say({ type: 'cancel', re: 'c2' });
    finish();
    await turn();
    expect(begun).toEqual(['{"pinned":true}']);
    expect(sockets.last.takeAll('ack')).toEqual([]);
    expect(sockets.last.take('update')).toMatchObject({ workspaces: [{ index: 0, pinned: true }] });
  });

  test('whose connection was lost are not answered on the next one, where ids begin anew', async () => {
    let finish = (): void => undefined;
    const done = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const begun: string[] = [];
    const show = ({ canvas_id }: { canvas_id: string }): Promise<void> => {
      begun.push(canvas_id);
      return done;
    };
    const { sockets, clock } = await connectedClient({ commands: { 'open-canvas': show } });
    sockets.last.say(open);
    await turn();
    sockets.last.break();
    clock.advance(1_000);
    sockets.welcome();
    sockets.last.say({ ...open, canvas_id: 'another one' });
    finish();
    await turn();
    expect(begun).toEqual([CANVAS, 'another one']);
    expect(sockets.last.sent.map(({ type }) => type)).toEqual(['beat', 'update', 'ack']);
    expect(sockets.last.take('update')).toMatchObject({ workspaces: [{ canvas_id: CANVAS, workspace_state: 'opening' }] });
  });
});
