/**
 * npm test: the one command that sets up and passes the tests, from a fresh clone too. Installs and builds when needed,
 * runs all checks and all tests, and ends with one line.
 *
 *   npm test                               everything
 *   npm test -- server/settings.test.ts    these tests only, no checks; arguments go to vitest
 */
import { runChecks } from './check.mjs';
import { buildWhenNeeded } from './steps/build.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { runNode, Stop, script } from './steps/run.mjs';

const started = performance.now();
const named = process.argv.slice(2);

await script(async () => {
  await installWhenNeeded();
  await buildWhenNeeded();
  const wrong = named.length > 0 ? [] : await runChecks();
  const tests = await runNode(['node_modules/vitest/vitest.mjs', 'run', ...named]);
  if (tests !== 0) wrong.push('tests');
  if (wrong.length > 0) throw new Stop(`npm test: FAILED in ${wrong.join(', ')} (${seconds()} s)`);
  console.log(`npm test: ${named.length > 0 ? 'these tests' : 'all checks and all tests'} passed (${seconds()} s)`);
});

function seconds() {
  return ((performance.now() - started) / 1000).toFixed(1);
}
