import { expect, test } from 'vitest';
import { turn } from '../test/kit/test-client.ts';
import type { Change } from './declaration.ts';
import { DeclaredState } from './declared.ts';

test('without a connection only the last change of a place is kept, so that a wall moved all night comes back at once', async () => {
  const size = { width: 1600, height: 900 };
  const sent: Change[] = [];
  let isConnected = false;
  const send = (change: Change): boolean => {
    if (isConnected) sent.push(change);
    return isConnected;
  };
  const declared = new DeclaredState(
    { client: { installation_name: 'lobby' }, workspaces: [{ index: 0, size }], video_outputs: [], video_inputs: [] },
    send,
  );
  const view = (x: number): Change => ({ workspaces: [{ index: 0, view_rectangle: { x, y: 0, ...size } }] });
  const settled: number[] = [];
  const move = (x: number): void => void declared.change(view(x), 'view 0').then(() => settled.push(x));
  for (const x of [1, 2, 3]) move(x);
  await turn();
  expect(settled).toEqual([1, 2]);
  expect(declared.current.workspaces).toMatchObject([{ view_rectangle: { x: 3 } }]);
  isConnected = true;
  declared.welcomed();
  // What was sent has an outcome of its own
  move(4);
  await turn();
  expect([sent, settled]).toEqual([
    [view(3), view(4)],
    [1, 2],
  ]);
});
