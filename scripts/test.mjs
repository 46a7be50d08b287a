/**
 * npm test: the one command that sets up and passes the tests, from a fresh clone too. Installs and builds when needed,
 * runs all checks and all tests, and ends with one line.
 *
 *   npm test                               everything
 *   npm test -- server/settings.test.ts    these tests only, no checks; arguments go to vitest
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { buildWhenNeeded } from './steps/build.mjs';
import { stampAt } from './steps/files.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { root, runNode, Stop, script } from './steps/run.mjs';

const started = performance.now();
const named = process.argv.slice(2);
/** Seconds that the last whole run took that passed. */
const lastRun = 'node_modules/.easel-test-seconds';

await script(async () => {
  await installWhenNeeded();
  await buildWhenNeeded();
  if (named.length === 0) console.log(`npm test: all checks and all tests; ${forecast()}`);
  if (named.length === 0 || named.some((name) => name.includes('generators'))) await installGenerators();
  const wrong = named.length > 0 ? [] : await runChecks();
  const tests = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...named]);
  if (tests !== 0) wrong.push('tests');
  if (wrong.length > 0) throw new Stop(`npm test: FAILED in ${wrong.join(', ')} (${seconds()} s)`);
  if (named.length === 0) writeFileSync(join(root, lastRun), `${seconds()}\n`);
  console.log(`npm test: ${named.length > 0 ? 'these tests' : 'all checks and all tests'} passed (${seconds()} s)`);
});

function forecast() {
  const last = Number(stampAt(lastRun));
  if (last > 0) return `the last run here took ${minutes(last)}`;
  return 'some five minutes on two cores that are free, and as much longer as others use them';
}

function minutes(time) {
  return time < 90 ? `${Math.round(time)} seconds` : `${Math.round(time / 60)} minutes`;
}

/**
 * The generators of client code are a package of their own: who only runs Easel does without their hundreds of packages.
 * Where they cannot be fetched, their test is skipped and says so.
 */
async function installGenerators() {
  try {
    await installWhenNeeded('test/generators');
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(`${error.message}: generated clients are not tested`);
  }
}

function seconds() {
  return ((performance.now() - started) / 1000).toFixed(1);
}
