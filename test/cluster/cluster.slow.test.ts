import { expect, test } from 'vitest';
import { lackOfPrograms } from '../../scripts/steps/programs.mjs';
import { cluster } from '../kit/cluster/cluster.ts';
import { course } from '../kit/cluster/course.ts';
import { canCutNetworks } from '../kit/cluster/programs.ts';
import { runs } from '../kit/runs.ts';

const long = process.env.EASEL_CLUSTER_SECONDS !== undefined;
const seconds = Number(process.env.EASEL_CLUSTER_SECONDS ?? runs(8, 20));
const seed = Number(process.env.EASEL_CLUSTER_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The short form leaves networks alone, because not every machine lets a test cut one. */
const network = long && canCutNetworks();

test.skipIf(lackOfPrograms() !== undefined)(
  'three nodes keep every promise while nodes are killed, and database and bus go away',
  async () => {
    const installation = await cluster({ nodes: 3, away: long ? 10_000 : 2000, network });
    const { problems, disasters, ok, text } = await course(installation, { seconds, seed, writers: 24, least: 3 });
    console.log(text);
    expect(problems).toEqual([]);
    expect(disasters).toBeGreaterThan(long ? installation.disasters.length : 2);
    expect(ok).toBeGreaterThan(100);
  },
  180_000 + seconds * 3000,
);

test.skipIf(lackOfPrograms() !== undefined)(
  'nodes that wake each other through the database alone keep every promise, too',
  async () => {
    const installation = await cluster({ nodes: 2, away: 400, events: 'postgres' });
    const { problems, disasters, ok, text } = await course(installation, { seconds: runs(2, 4), seed, writers: 8, least: 1 });
    console.log(text);
    expect(problems).toEqual([]);
    expect(disasters).toBeGreaterThan(0);
    expect(ok).toBeGreaterThan(30);
  },
  180_000,
);
