import { expect, test } from 'vitest';
import { rounds, type Totals } from '../kit/durability/rounds.ts';
import { runs } from '../kit/runs.ts';

const asked = Number(process.env.EASEL_DURABILITY_ROUNDS ?? runs(6, 20));
const seed = Number(process.env.EASEL_DURABILITY_SEED ?? Math.floor(Math.random() * 2 ** 31));

const report = ({ problems, ...counts }: Totals): void => {
  console.log(`durability, seed ${seed}: ${JSON.stringify(counts)}, ${problems.length} problems`);
};

test(
  'nothing that was acknowledged or shown is lost when the server is killed at any moment',
  async () => {
    const totals = await rounds({ rounds: asked, seed });
    report(totals);
    expect(totals.problems).toEqual([]);
    expect(totals).toMatchObject({ rounds: asked });
    expect(totals.acknowledged).toBeGreaterThan(asked * 50);
    expect(totals.shown).toBeGreaterThan(asked * 20);
  },
  30_000 + asked * 6_000,
);

test('this test finds a server that answers and shows before its commits are on disk', async () => {
  const kinds = ['lost:', 'shown and lost:', 'audit:'];
  const found = ({ problems }: Totals): boolean =>
    kinds.every((kind) => problems.some((problem) => problem.includes(` ${kind}`)));
  const totals = await rounds({ rounds: 30, seed, entry: 'test/kit/processes/early-answers.mjs', until: found });
  report(totals);
  expect(kinds.filter((kind) => !totals.problems.some((problem) => problem.includes(` ${kind}`)))).toEqual([]);
}, 180_000);
