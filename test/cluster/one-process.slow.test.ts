import { expect, test } from 'vitest';
import { course } from '../kit/cluster/course.ts';
import { oneProcess } from '../kit/cluster/one-process.ts';
import { runs } from '../kit/runs.ts';
import { withFolder } from '../kit/server-process.ts';

const seconds = Number(process.env.EASEL_CLUSTER_SECONDS ?? runs(4, 6));
const seed = Number(process.env.EASEL_CLUSTER_SEED ?? Math.floor(Math.random() * 2 ** 31));

test(
  'one process that is killed again and again keeps every promise that callers can observe',
  () =>
    withFolder(async (folder) => {
      const { problems, disasters, ok, text } = await course(await oneProcess(folder), { seconds, seed, writers: 24 });
      console.log(text);
      expect(problems).toEqual([]);
      expect(disasters).toBeGreaterThan(0);
      expect(ok).toBeGreaterThan(100);
    }),
  60_000 + seconds * 2000,
);
