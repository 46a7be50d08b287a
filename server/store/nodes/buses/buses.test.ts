import { randomUUID } from 'node:crypto';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { hasService, serviceUrl } from '../../../../scripts/steps/services.mjs';
import { BusHub } from '../../../../test/kit/hostile-bus.ts';
import { until } from '../../../../test/kit/until.ts';
import { systemClock } from '../../../clock.ts';
import type { Bus } from '../bus.ts';
import { memoryBus } from './memory.ts';
import { natsBus, natsOptions } from './nats.ts';
import { Joiner, Packets } from './packets.ts';
import { postgresBus } from './postgres.ts';

type Join = (node: string) => Bus;
const clock = systemClock;
const config = { connectionString: serviceUrl('PostgreSQL') };

/** Makes the nodes of one new installation. */
const kinds: Record<string, { readonly isThere: boolean; install(): Join }> = {
  'the hub of tests': {
    isThere: true,
    install() {
      const hub = new BusHub();
      return () => hub.node();
    },
  },
  PostgreSQL: {
    isThere: await hasService('PostgreSQL'),
    install() {
      const channel = `test_${randomUUID().replaceAll('-', '')}`;
      return (node) => postgresBus({ config, channel, node, clock });
    },
  },
  NATS: {
    isThere: await hasService('NATS'),
    install() {
      const installation = randomUUID();
      return (node) => natsBus({ url: serviceUrl('NATS'), installation: () => installation, node, clock });
    },
  },
};

async function withNodes(join: Join, names: readonly string[], use: (nodes: Bus[]) => Promise<void>): Promise<void> {
  const nodes = names.map(join);
  try {
    await until(() => nodes.every(({ isUp }) => isUp));
    await use(nodes);
  } finally {
    for (const node of nodes) await node.close();
  }
}

const collect = (bus: Bus, topic: Parameters<Bus['listen']>[0]): string[] => {
  const texts: string[] = [];
  bus.listen(topic, (text) => texts.push(text));
  return texts;
};

describe.each(Object.entries(kinds))('the bus on %s', (_, { isThere, install }) => {
  test.skipIf(!isThere)('brings a message to all other nodes that listen to its topic, in order, and not back', async () => {
    await withNodes(install(), ['a', 'b', 'c'], async ([a, b, c]) => {
      const [own, atB, atC, messages] = [
        collect(a!, 'changed'),
        collect(b!, 'changed'),
        collect(c!, 'changed'),
        collect(b!, 'messages'),
      ];
      for (let at = 0; at < 50; at++) a!.send('changed', String(at));
      const all = Array.from({ length: 50 }, (_, at) => String(at));
      await until(() => atB.length >= 50 && atC.length >= 50);
      expect([own, atB, atC, messages]).toEqual([[], all, all, []]);
    });
  });

  test.skipIf(!isThere)('carries any text of up to 64 KB and more, whatever is in it', async () => {
    await withNodes(install(), ['a', 'b'], async ([a, b]) => {
      const taken = collect(b!, 'presence');
      const texts = ['', '\0 \n \u2028 "', 'é€😀'.repeat(12_000), 'x'.repeat(200_000)];
      for (const text of texts) a!.send('presence', text);
      await until(() => taken.length >= texts.length);
      expect(taken).toEqual(texts);
    });
  });

  test.skipIf(!isThere)('takes no message of another installation', async () => {
    await withNodes(install(), ['a', 'b'], async ([a, b]) => {
      await withNodes(install(), ['c', 'd'], async ([c, d]) => {
        const atB = collect(b!, 'messages');
        const atD = collect(d!, 'messages');
        c!.send('messages', 'theirs');
        a!.send('messages', 'ours');
        await until(() => atB.length > 0 && atD.length > 0);
        expect([atB, atD]).toEqual([['ours'], ['theirs']]);
      });
    });
  });

  test.skipIf(!isThere)('ends a listener, and throws nothing once it is closed', async () => {
    await withNodes(install(), ['a', 'b'], async ([a, b]) => {
      const before = [] as string[];
      const after = collect(b!, 'messages');
      b!.listen('messages', (text) => before.push(text))();
      a!.send('messages', 'x');
      await until(() => after.length === 1);
      await a!.close();
      a!.send('messages', 'y');
      expect(before).toEqual([]);
    });
  });
});

test('one process has nobody to tell, and is not deaf', async () => {
  const bus = memoryBus();
  const taken = collect(bus, 'messages');
  bus.send('messages', 'x');
  expect([bus.isUp, taken]).toEqual([true, []]);
  await bus.close();
});

describe.each([
  [
    'PostgreSQL',
    (port: number) => postgresBus({ config: { host: '127.0.0.1', port, user: 'x' }, channel: 'x', node: 'a', clock }),
  ],
  ['NATS', (port: number) => natsBus({ url: `nats://127.0.0.1:${port}`, installation: () => 'x', node: 'a', clock })],
] as const)('a bus on a %s that is away', (_, open) => {
  test('is down, throws nothing, tries again, and can be closed', async () => {
    let attempts = 0;
    const server = createServer((socket) => {
      attempts++;
      socket.destroy();
    }).listen(0, '127.0.0.1');
    await until(() => server.listening);
    const bus = open((server.address() as { port: number }).port);
    bus.send('changed', 'x');
    await until(() => attempts > 1);
    expect(bus.isUp).toBe(false);
    await bus.close();
    server.close();
  });
});

test('packets that make no sense, and parts of messages that never become whole, are left out', () => {
  const packets = new Packets('a');
  const joiner = new Joiner('b');
  for (const packet of ['', 'x', 'a changed 1 0 1', 'a changed 1 0 1\nnot json', 'a changed 1 0 1\n{}', 'a other 1 0 1\n"x"']) {
    expect(joiner.take(packet)).toBeUndefined();
  }
  for (let at = 0; at < 200; at++) joiner.take(packets.cut({ topic: 'messages', text: 'x'.repeat(300) }, 200)[0]!);
  const [first, second] = packets.cut({ topic: 'messages', text: 'é'.repeat(80) }, 200);
  expect([joiner.take(second!), joiner.take(second!), joiner.take(first!)]).toEqual([
    undefined,
    undefined,
    { topic: 'messages', text: 'é'.repeat(80) },
  ]);
  expect(packets.cut({ topic: 'messages', text: 'x'.repeat(300_000) }, 1000)).toEqual([]);
});

test('an address says host, account or token, and whether it is encrypted', () => {
  expect(natsOptions('nats://ann:p%40ss@nats:4222')).toEqual({ servers: 'nats:4222', user: 'ann', pass: 'p@ss' });
  expect(natsOptions('tls://s3cret@nats')).toEqual({ servers: 'nats', token: 's3cret', tls: {} });
  expect(natsOptions('nats://127.0.0.1:4222')).toEqual({ servers: '127.0.0.1:4222' });
});
