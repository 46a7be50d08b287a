import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { Balancer } from '../kit/cluster/balancer.ts';
import { freePort } from '../kit/free-port.ts';

/** A node that is ready, and answers everything else in this way. */
async function node(answer: RequestListener, ready = 200) {
  const server = createServer((asked, answered) =>
    asked.url === '/healthz/ready' ? answered.writeHead(ready).end() : answer(asked, answered),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = (): void => {
    server.closeAllConnections();
    server.close();
  };
  onTestFinished(end);
  return { name: '', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, end };
}

async function balanced(...nodes: { name: string; url: string }[]): Promise<Balancer> {
  const balancer = await new Balancer(nodes).start();
  onTestFinished(() => balancer.close());
  return balancer;
}

const well: RequestListener = (asked, answer) => void asked.pipe(answer);
const cuts: RequestListener = (asked) => void asked.socket.destroy();
const post = (url: string): Promise<Response> => fetch(url, { method: 'POST', body: 'text' });

test('a request that no node took goes to another one, with its body', async () => {
  const ends = await node(well);
  const balancer = await balanced(ends, await node(well));
  ends.end();
  expect(await (await post(balancer.url)).text()).toBe('text');
  expect(balancer.counts).toMatchObject({ forwarded: 1, retried: 1, lost: 0 });
  expect(balancer.allReady).toBe(false);
});

test('a GET that was cut goes to another node, and no other request does', async () => {
  const balancer = await balanced(await node(cuts), await node(well));
  expect((await fetch(balancer.url)).status).toBe(200);
  expect(balancer.counts).toMatchObject({ forwarded: 1, retried: 1, lost: 0 });
  const other = await balanced(await node(cuts), await node(well));
  expect((await post(other.url)).status).toBe(502);
  expect(other.counts).toMatchObject({ forwarded: 0, retried: 0, lost: 1 });
});

test('a stream arrives as it is sent, and is cut when its node ends', async () => {
  const ends = await node((_, answer) => void answer.write('line'));
  const balancer = await balanced(ends);
  const reader = (await fetch(balancer.url)).body!.getReader();
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('line');
  ends.end();
  await expect(reader.read()).rejects.toThrow();
  expect(balancer.counts).toMatchObject({ forwarded: 1, broken: 1 });
});

test('without a ready node it is 503 with Retry-After', async () => {
  const balancer = await balanced(await node(well, 503), { name: '', url: `http://127.0.0.1:${await freePort()}` });
  const { status, headers } = await post(balancer.url);
  expect([status, headers.get('retry-after'), balancer.counts.refused]).toEqual([503, '1', 1]);
});
