import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { systemClock } from '../../server/clock.ts';
import { useEasel } from '../kit/easel.ts';

const real = useEasel({ clock: systemClock });

/** A reader that does not read until it is told to. */
async function sleeping(path: string): Promise<{ socket: Socket; wake: () => Promise<string> }> {
  const { hostname, port } = new URL(real.url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/v1${path}?subscribe HTTP/1.1\r\nHost: a\r\nPrivate-Token: ${real.admin.token}\r\n\r\n`);
  await once(socket, 'readable');
  let text = '';
  const wake = async (): Promise<string> => {
    socket.setEncoding('utf8').on('data', (more) => (text += more));
    while (!text.includes('"the end"')) await once(socket, 'data');
    return text;
  };
  return { socket, wake };
}

test('no queue grows for a reader that never reads, and it has everything when it reads', async () => {
  const where = await real.canvas();
  const path = `${where}/notes`;
  for (let note = 0; note < 12; note++) await real.admin.post(path, { text: 'x'.repeat(4000) });
  const { id } = (await real.admin.post(path, { text: '' })).body;
  const { socket, wake } = await sleeping(path);
  for (let change = 0; change < 1000; change++) await real.admin.patch(`${path}/${id}`, { text: String(change) });
  await real.admin.patch(`${path}/${id}`, { text: 'the end' });
  const text = await wake();
  socket.destroy();
  // A thousand messages of 55 KB would be 55 MB; a socket of this machine takes a tenth of it
  expect(text.length).toBeLessThan(20_000_000);
});
