/**
 * npm run bench: the benchmarks. They and the servers that they compare with are a package of their own in bench/,
 * which is installed at the first run. Arguments go to bench/run.mjs.
 */

import { buildWhenNeeded } from './steps/build.mjs';
import { filesBelow } from './steps/files.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { runNode, Stop, script } from './steps/run.mjs';

await script(async () => {
  if (filesBelow('bench/run.mjs').length === 0) throw new Stop('There are no benchmarks yet: bench/run.mjs is missing');
  await installWhenNeeded();
  await buildWhenNeeded();
  if (filesBelow('bench/package-lock.json').length > 0) await installWhenNeeded('bench');
  process.exitCode = await runNode(['bench/run.mjs', ...process.argv.slice(2)]);
});
