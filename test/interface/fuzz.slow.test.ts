import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Range } from '../fuzz/range.ts';
import { shotsOf } from '../fuzz/shots.ts';
import { World } from '../fuzz/world.ts';
import { unboundedAttempts } from '../kit/attempts.ts';
import { describedSoFar, type Easel, useEasel } from '../kit/easel.ts';
import { runs } from '../kit/runs.ts';

const requests = Number(process.env.EASEL_FUZZ_REQUESTS ?? runs(5000, 20_000));
/** A slow machine makes fewer requests instead of failing; when a number of requests is given, all are made. */
const seconds = process.env.EASEL_FUZZ_REQUESTS ? 24 * 3600 : 240;
const seed = Number(process.env.EASEL_FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31));

const easel = useEasel({ env: unboundedAttempts });

it(
  'keeps its promises whatever is sent',
  async () => {
    const range = new Range(easel, await World.make(easel), describedSoFar()!);
    const started = performance.now();
    const shots = fc.asyncProperty(shotsOf(describedSoFar()!), (shot) => range.fire(shot));
    await fc.assert(shots, { seed, numRuns: requests, interruptAfterTimeLimit: seconds * 1000, includeErrorInReport: true });
    console.log(
      `fuzz: ${range.fired} requests, seed ${seed}, ${Math.round((performance.now() - started) / 1000)} s; ${range.summary()}`,
    );
    range.close();
    expect(easel.errors).toEqual([]);
    const before = await everything(easel);
    await easel.restart();
    expect(await everything(easel)).toEqual(before);
  },
  (seconds + 120) * 1000,
);

/** All that an administrator can read, by path. Only the login of the second start may differ. */
async function everything({ admin }: Easel): Promise<Record<string, string>> {
  const texts: Record<string, string> = {};
  // biome-ignore lint/suspicious/noExplicitAny: lists of every kind
  const read = async (path: string): Promise<any[]> => {
    const { text, body } = await admin.get(path);
    texts[path] = text.replace(/("id":1000,.*?"last_login":")[^"]*/, '$1');
    return body;
  };
  await read('/server-config');
  for (const { id } of await read('/users')) await read(`/users/${id}/access-tokens`);
  for (const { id } of await read('/groups')) await read(`/groups/${id}/members`);
  for (const { id } of await read('/canvas-folders')) await read(`/canvas-folders/${id}/permissions`);
  for (const { id } of await read('/canvases')) {
    for (const part of ['permissions', 'widgets', 'table-cells']) await read(`/canvases/${id}/${part}`);
  }
  return texts;
}
