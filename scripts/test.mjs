/**
 * npm test: the one command that installs, builds and tests, even on a fresh clone. Installs and builds when needed,
 * runs all checks and all tests, and ends with one line.
 *
 *   npm test                               everything
 *   npm test -- --fast                     without the slow tests and the checks, for use while working
 *   npm test -- --long                     everything, and several times as many tries of what looks for rare faults
 *   npm test -- server/settings.test.ts    these tests only, no checks; arguments go to vitest
 *
 * Without Chromium, Chrome or Edge the tests that need a browser are skipped, and the first and last lines say so; with
 * EASEL_REQUIRE_BROWSER=1 it fails instead. EASEL_CHROMIUM names the program. The same holds for PostgreSQL and NATS: see
 * steps/services.mjs.
 *
 * A test file that starts processes or a browser, kills, measures, fuzzes or needs much data is called *.slow.test.ts.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './check.mjs';
import { buildWhenNeeded } from './steps/build.mjs';
import { skippedTests } from './steps/chromium.mjs';
import { filesBelow, stampAt } from './steps/files.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { root, runNode, Stop, script } from './steps/run.mjs';
import { makeScratchFolder } from './steps/scratch.mjs';
import { skippedServiceTests } from './steps/services.mjs';

const started = performance.now();
const isFast = process.argv.includes('--fast');
const isLong = process.argv.includes('--long');
const named = process.argv.slice(2).filter((name) => name !== '--fast' && name !== '--long');
const isWhole = named.length === 0 && !isFast;
const fast = ['--exclude', '**/*.slow.test.*'];
/** Runs after all others in a whole run, and judges what they saw of the interface. */
const last = 'test/interface/described.slow.test.ts';
/** How often properties are tried: test/kit/runs.ts. */
if (isFast) process.env.EASEL_TEST_TIER = 'fast';
if (isLong) process.env.EASEL_TEST_TIER = 'long';
/** Holds the seconds that the last complete and successful run took. */
const lastRun = 'node_modules/.easel-test-seconds';

await script(async () => {
  await installWhenNeeded();
  await buildWhenNeeded();
  if (isWhole) console.log(`npm test: all checks and all tests; ${forecast()}`);
  if (isWhole || named.some((name) => name.includes('generators'))) await installGenerators();
  const skipped = [skippedTests(isRun), ...(await skippedServiceTests(isRun))].filter((text) => text !== undefined).join('; ');
  if (skipped !== '') console.log(`npm test: ${skipped}`);
  const wrong = isWhole ? await runChecks() : [];
  if ((await tested()) !== 0) wrong.push('tests');
  if (wrong.length > 0) throw new Stop(`npm test: FAILED in ${wrong.join(', ')} (${seconds()} s)`);
  if (isWhole && !isLong) writeFileSync(join(root, lastRun), `${seconds()}\n`);
  console.log(`npm test: ${isWhole ? 'all checks and all tests' : 'these tests'} passed; ${skipped || tiers()} (${seconds()} s)`);
});

/** Each process of tests leaves in a folder what it saw of the interface. */
async function everything(folder) {
  const evidence = { EASEL_EVIDENCE: mkdtempSync(join(folder, 'evidence-')) };
  return (await vitest(folder, ['--exclude', last], evidence)) || (await vitest(folder, [last], evidence));
}

/** Resolves with the exit code. */
function vitest(folder, args, more = {}) {
  return runNode(['node_modules/vitest/vitest.mjs', 'run', ...args], { env: { ...process.env, TMPDIR: folder, ...more } });
}

/** Runs the tests, which write to a folder of their own. */
async function tested() {
  const folder = makeScratchFolder();
  try {
    return await (isWhole ? everything(folder) : vitest(folder, [...named, ...(isFast ? fast : [])]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** True for files that vitest chooses, too. */
function isRun(file) {
  if (isFast && file.includes('.slow.')) return false;
  return named.length === 0 || named.some((name) => file.includes(name));
}

/** Reports how many test files there are. */
function tiers() {
  const files = ['texts', 'model', 'client', 'server', 'cli', 'web', 'test', 'scripts'].flatMap((folder) => filesBelow(folder));
  const all = files.filter((file) => /\.test\.m?[jt]s$/.test(file));
  const slow = all.filter((file) => file.includes('.slow.'));
  return `of ${all.length} files of tests ${slow.length} are slow`;
}

function forecast() {
  const last = Number(stampAt(lastRun));
  if (last > 0) return `the last run here took ${minutes(last)}`;
  return 'some fifteen minutes on two cores, and as much longer as others use them';
}

function minutes(time) {
  return time < 90 ? `${Math.round(time)} seconds` : `${Math.round(time / 60)} minutes`;
}

/**
 * The generators of client code are a package of their own, so that nobody needs their hundreds of packages to run Easel.
 * When they cannot be downloaded, their test is skipped and says so.
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
