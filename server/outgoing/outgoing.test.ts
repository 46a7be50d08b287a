import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { fakeClock } from '../../test/kit/clock.ts';
import { createOutgoing, usualOutgoing } from './outgoing.ts';

let peer: Server;
afterEach(() => {
  peer?.closeAllConnections();
  peer?.close();
});

/** Starts a peer and returns its address. */
async function serve(listener: RequestListener): Promise<string> {
  peer = createServer(listener);
  await new Promise<void>((resolve) => peer.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(peer.address() as AddressInfo).port}/`;
}

it('sends a request and gives the whole answer, of any status', async () => {
  const address = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    response.writeHead(418, { 'content-type': 'text/plain' }).end(`${request.method} ${request.headers['x-one']} ${body}`);
  });
  const answer = await createOutgoing(fakeClock()).fetch(address, {
    method: 'POST',
    headers: { 'x-one': '1' },
    body: new URLSearchParams({ a: 'b' }),
  });
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([418, 'text/plain', 'POST 1 a=b']);
});

it.each([
  'http://idp.example/',
  'ftp://127.0.0.1/',
  'file:///etc/passwd',
  'data:text/plain,x',
  'x',
  'http://127.0.0.1.idp.example/',
])('sends nothing to %s', async (address) => {
  await expect(createOutgoing(fakeClock()).fetch(address)).rejects.toThrow('it is not an https address');
});

it('follows no redirect', async () => {
  const seen: unknown[] = [];
  const address = await serve((request, response) => {
    seen.push(request.url);
    response.writeHead(302, { location: '/else' }).end();
  });
  await expect(createOutgoing(fakeClock()).fetch(address)).rejects.toThrow('it was answered with a redirect');
  expect(seen).toEqual(['/']);
});

it('gives up an answer that is too large, also when it is small as it is sent', async () => {
  const large = Buffer.alloc(usualOutgoing.bytes + 1, 'x');
  const address = await serve(({ url }, response) => {
    if (url === '/packed') response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large));
    else response.end(url === '/fits' ? large.subarray(1) : large);
  });
  const { fetch } = createOutgoing(fakeClock());
  expect((await (await fetch(`${address}fits`)).text()).length).toBe(usualOutgoing.bytes);
  await expect(fetch(address)).rejects.toThrow('the answer is too large');
  await expect(fetch(`${address}packed`)).rejects.toThrow('the answer is too large');
});

it('gives up a peer that is silent, before or within its answer', async () => {
  const clock = fakeClock();
  let asked = (): void => {};
  const address = await serve(({ url }, response) => {
    if (url === '/begun') response.write('a');
    asked();
  });
  const { fetch } = createOutgoing(clock);
  for (const path of ['', 'begun']) {
    const reached = new Promise<void>((resolve) => {
      asked = resolve;
    });
    const refused = expect(fetch(address + path)).rejects.toThrow('it took too long');
    await reached;
    clock.advance(usualOutgoing.ms);
    await refused;
  }
  expect(clock.waiting).toBe(0);
});

it('has no more requests under way than are allowed, and none after its end', async () => {
  const outgoing = createOutgoing(fakeClock(), { ...usualOutgoing, atOnce: 2 });
  let waiting = 0;
  let both = (): void => {};
  const reached = new Promise<void>((resolve) => {
    both = resolve;
  });
  const address = await serve(() => void (++waiting === 2 && both()));
  const cut = [1, 2].map(() => expect(outgoing.fetch(address)).rejects.toThrow('the server ends'));
  await reached;
  await expect(outgoing.fetch(address)).rejects.toThrow('too many requests are under way');
  outgoing.close();
  await Promise.all(cut);
  await expect(outgoing.fetch(address)).rejects.toThrow('the server ends');
});

it('says why there is no connection, and not to where', async () => {
  const address = await serve(() => {});
  peer.close();
  const failure = await createOutgoing(fakeClock())
    .fetch(`${address}secret`)
    .catch((cause: Error) => cause);
  expect(String(failure)).toBe('OutgoingFailure: ECONNREFUSED');
});
