import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { FakeSockets } from '../../test/kit/fake-socket.ts';
import { turn } from '../../test/kit/test-client.ts';
import { openConnection } from './connection.ts';

test('a page is told when its connection is refused for good, and not when it is lost', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')));
  onTestFinished(() => void vi.unstubAllGlobals());
  const sockets = new FakeSockets();
  const clock = fakeClock();
  let refusals = 0;
  const refused = () => void refusals++;
  const { state, close } = openConnection({
    server: 'http://wall.example',
    ports: { WebSocket: sockets.WebSocket, clock },
    refused,
  });
  onTestFinished(close);
  await turn();
  sockets.welcome();
  sockets.last.break();
  expect([state.value, refusals]).toEqual(['lost', 0]);
  clock.advance(1_000);
  sockets.welcome();
  sockets.last.break(4401);
  expect(refusals).toBe(1);
});
