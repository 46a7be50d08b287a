import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../free-port.ts';
import { type ProcessOptions, repository, TestFolder } from '../server-process.ts';
import { chainFault } from './chain.ts';
import type { Disaster, Installation } from './installation.ts';
import { Nats } from './nats.ts';
import { Network } from './network.ts';
import { NodeProcess } from './node-process.ts';
import { Postgres } from './postgres.ts';

export interface ClusterOptions {
  readonly nodes: number;
  /** Milliseconds that the bus stays away when it is stopped, and the database. */
  readonly away: number;
  /** Also one node behind a network that can be cut. Needs `canCutNetworks`. */
  readonly network?: boolean;
  readonly events?: 'nats' | 'postgres';
  /** More settings, the same on all nodes. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Cluster extends Installation {
  readonly nodes: readonly NodeProcess[];
  /** One for each process: it ends as in a crash, and is started again. */
  readonly kills: readonly Disaster[];
}

/** Nodes on a PostgreSQL and a NATS of their own. All of it is removed after the test, however it ends. */
export async function cluster(options: ClusterOptions): Promise<Cluster> {
  const network = options.network ? new Network() : undefined;
  onTestFinished(() => network?.remove());
  const postgres = await Postgres.start(network?.services);
  onTestFinished(() => postgres.remove());
  const nats = await Nats.start(network?.services);
  onTestFinished(() => nats.stop());
  const env = {
    ...options.env,
    EASEL_DATABASE_URL: postgres.url,
    EASEL_EVENTS_URL: options.events === 'postgres' ? 'postgres:' : nats.url,
  };
  const names = ['a', 'b', 'c', 'd', 'e'].slice(0, options.nodes);
  const nodes = await Promise.all(
    names.map((name, at) => newNode(name, { env }, at === options.nodes - 1 ? network : undefined)),
  );
  // The first one makes what every installation has; the others find it
  for (const node of nodes) await node.start();
  return {
    sites: nodes,
    nodes,
    disasters: disastersOf(options, { postgres, nats, nodes, network }),
    kills: killsOf({ postgres, nats, nodes }),
    auditFault: () => chainFault(postgres),
    surprises: () => nodes.flatMap((node) => node.look()),
  };
}

interface Parts {
  readonly postgres: Postgres;
  readonly nats: Nats;
  readonly nodes: readonly NodeProcess[];
  readonly network: Network | undefined;
}

async function newNode(name: string, options: ProcessOptions, network: Network | undefined): Promise<NodeProcess> {
  const folder = new TestFolder();
  onTestFinished(() => folder.remove());
  const port = await freePort();
  if (!network) return new NodeProcess(name, folder, port, options);
  const command = network.command(join(repository, 'dist/server/main.js'));
  return new NodeProcess(name, folder, port, { env: { ...options.env, EASEL_HOST: '0.0.0.0' }, command }, network.node);
}

function disastersOf({ away, events }: ClusterOptions, { postgres, nats, nodes, network }: Parts): Disaster[] {
  let turn = 0;
  const next = (): NodeProcess => nodes[turn++ % nodes.length]!;
  const killed = disaster('node killed', async () => {
    const node = next();
    await node.kill();
    await node.start();
  });
  const restarted = disaster('node restarted in order', async () => {
    const node = next();
    await node.stop();
    await node.start();
  });
  const silent = disaster('bus away', async () => {
    await nats.stop();
    await pause(away);
    await nats.again();
  });
  const databaseEnds = (how: 'immediate' | 'fast'): Disaster =>
    disaster(`database stopped (${how})`, async () => {
      await postgres.stop(how);
      await pause(away / 4);
      await postgres.again();
    });
  const cut = disaster('node cut off from database and bus', async () => {
    network!.cut();
    await pause(away);
    network!.mend();
  });
  const withBus = events === 'postgres' ? [] : [silent];
  return [killed, databaseEnds('immediate'), ...withBus, killed, ...(network ? [cut] : []), databaseEnds('fast'), restarted];
}

function killsOf({ postgres, nats, nodes }: Pick<Parts, 'postgres' | 'nats' | 'nodes'>): Disaster[] {
  const killed = nodes.map((node) =>
    disaster(`node ${node.name}`, async () => {
      await node.kill();
      await node.start();
    }),
  );
  const database = disaster('database', async () => {
    await postgres.stop('immediate');
    await postgres.again();
  });
  const bus = disaster('bus', async () => {
    await nats.stop();
    await nats.again();
  });
  return [...killed, database, bus];
}

const disaster = (name: string, strike: () => Promise<void>): Disaster => ({ name, strike });
