import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { connect } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { createNdjson } from './ndjson.ts';

const ndjson = createNdjson();
let server: Server | undefined;
afterEach(() => server?.closeAllConnections());

/** Opens a connection by hand, so that the bytes can be looked at. */
async function request(version = '1.1'): Promise<{ socket: Socket; response: ServerResponse; received: () => string }> {
  server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => (text += bytes));
  socket.on('error', () => {});
  socket.write(`GET / HTTP/${version}\r\nHost: a\r\n\r\n`);
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  server.close();
  return { socket, response, received: () => text };
}

it('sends the head of a stream with the first message, chunked, in one packet', async () => {
  const { socket, response, received } = await request();
  ndjson(response, { 'X-Request-ID': '7' }).write([Buffer.from('['), Buffer.from(']\n')]);
  await once(socket, 'data');
  const [head, body] = received().split(/\r\n\r\n(.*)/s) as [string, string];
  expect(head).toContain('HTTP/1.1 200 OK');
  for (const line of [
    'Content-Type: application/json',
    'Cache-Control: no-cache, no-store',
    'X-Accel-Buffering: no',
    'X-Request-ID: 7',
  ]) {
    expect(head.split('\r\n')).toContain(line);
  }
  expect(head).toContain('Transfer-Encoding: chunked');
  expect(head).not.toContain('Content-Length');
  expect(body.replaceAll(/\d\r\n|\r\n/g, '')).toBe('[]\n');
});

it('sends each message as one chunk, in order, small or large, shared or not', async () => {
  const { socket, response, received } = await request();
  const sink = ndjson(response);
  const small = [Buffer.from('{"a":1'), Buffer.from('}\n')];
  const large = [Buffer.alloc(40_000, 'x'), Buffer.from('\n')];
  for (const pieces of [[Buffer.from('[]\n')], small, small, large, [Buffer.from('\n')], small]) sink.write(pieces);
  sink.end(true);
  await once(socket, 'end');
  const body = received().slice(received().indexOf('\r\n\r\n') + 4);
  const chunk = (text: string): string => `${text.length.toString(16)}\r\n${text}\r\n`;
  const one = chunk('{"a":1}\n');
  expect(body).toBe(`${chunk('[]\n')}${one}${one}${chunk(`${'x'.repeat(40_000)}\n`)}${chunk('\n')}${one}0\r\n\r\n`);
});

it('sends no chunks over HTTP/1.0', async () => {
  const { socket, response, received } = await request('1.0');
  const sink = ndjson(response);
  for (const text of ['[]\n', '[1]\n']) sink.write([Buffer.from(text)]);
  sink.end();
  await once(socket, 'end');
  expect(received()).toMatch(/\r\n\r\n\[\]\n\[1\]\n$/);
});

it('leaves nothing on a connection that is used again', async () => {
  const { socket, response } = await request();
  const connection = response.socket!;
  const before = connection.listenerCount('drain');
  const sink = ndjson(response);
  sink.onDrain(() => undefined);
  sink.write([Buffer.from('[]\n')]);
  expect(connection.listenerCount('drain')).toBe(before + 1);
  sink.end();
  await Promise.all([once(response, 'close'), once(socket, 'data')]);
  expect(connection.listenerCount('drain')).toBe(before);
});

it('accepts writes after the peer has left', async () => {
  const { socket, response } = await request();
  const sink = ndjson(response);
  sink.write([Buffer.from('[]\n')]);
  socket.destroy();
  await once(response, 'close');
  expect(sink.write([Buffer.from('\n')])).toBe(false);
});

it('ends cleanly with the terminating chunk and reports the close', async () => {
  const { socket, response, received } = await request();
  const sink = ndjson(response);
  const closed = new Promise<void>((resolve) => sink.onClose(resolve));
  sink.write([Buffer.from('{}\n')]);
  sink.end();
  await Promise.all([closed, once(socket, 'data')]);
  expect(received()).toMatch(/3\r\n\{\}\n\r\n0\r\n\r\n$/);
  expect(socket.readableEnded).toBe(false);
});

it('closes the connection behind the last end', async () => {
  const { socket, response, received } = await request();
  const sink = ndjson(response);
  sink.write([Buffer.from('{}\n')]);
  sink.end(true);
  await once(socket, 'end');
  expect(received()).toMatch(/0\r\n\r\n$/);
});

it('says when the socket is full and when it has drained', async () => {
  const { socket, response } = await request();
  const sink = ndjson(response);
  const drained = new Promise<void>((resolve) => sink.onDrain(resolve));
  socket.pause();
  const piece = Buffer.alloc(1024 * 1024, 'x');
  expect(sink.write([Buffer.from('\n')])).toBe(true);
  expect(sink.write(Array.from({ length: 20 }, () => piece))).toBe(false);
  socket.resume();
  await drained;
  expect(sink.write([Buffer.from('\n')])).toBe(true);
});

it('reports the close at once when the peer has already left, and otherwise when it leaves', async () => {
  const { socket, response } = await request();
  const sink = ndjson(response);
  const closed = new Promise<void>((resolve) => sink.onClose(resolve));
  sink.write([Buffer.from('[]\n')]);
  socket.destroy();
  await closed;
  let told = false;
  ndjson(response).onClose(() => (told = true));
  expect(told).toBe(true);
});

it('destroys without an end', async () => {
  const { socket, response, received } = await request();
  const sink = ndjson(response);
  sink.write([Buffer.from('[]\n')]);
  await once(socket, 'data');
  sink.destroy();
  await once(socket, 'close');
  expect(received()).not.toContain('0\r\n\r\n');
});
