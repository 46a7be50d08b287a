/**
 * W14: `git clone` of this repository and `npm start` in it, until the server answers. What is committed is cloned; the packages come from
 * npm's cache where it has them, so a first start on a machine takes as much longer as their download does.
 */
import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { environment, freePort } from './lib/easel.mjs';
import { median } from './lib/statistics.mjs';
import { milliseconds } from './lib/table.mjs';

const ROUNDS = 3;
const MOST = 30_000;
const PATIENCE = 180_000;
const root = fileURLToPath(new URL('../', import.meta.url));

export default async function freshClone(bench) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) rounds.push(await startOnce(bench.processes));
  const ms = median(rounds);
  return [
    {
      work: 'fresh clone to the first answer, packages in the cache of npm',
      easel: milliseconds(ms),
      target: `< ${MOST / 1000} s`,
      met: ms < MOST,
      rounds,
    },
  ];
}

async function startOnce(processes) {
  const folder = processes.folder();
  const port = await freePort();
  const before = performance.now();
  const clone = join(folder, 'easel');
  spawnSync('git', ['clone', '--quiet', root, clone], { stdio: ['ignore', 'ignore', 'inherit'] });
  const env = { ...process.env, ...environment(join(folder, 'data')), EASEL_PORT: String(port) };
  // In a group of its own, so that npm ends with what it started
  const child = spawn('npm', ['start', '--silent'], { cwd: clone, env, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
  try {
    await answers(child, port);
    return performance.now() - before;
  } finally {
    await ended(child);
    processes.remove(folder);
  }
}

async function answers(child, port) {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const isThere = await fetch(`http://127.0.0.1:${port}/api/v1/server-info`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isThere) return;
    if (child.exitCode !== null || performance.now() > until) throw new Error('npm start did not come to an answer');
    await wait(20);
  }
}

function ended(child) {
  if (child.exitCode !== null) return undefined;
  const done = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGTERM');
  return done;
}
