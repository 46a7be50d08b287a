/**
 * npm run build: installs the packages and builds dist/, each when needed.
 */
import { buildWhenNeeded } from './steps/build.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { script } from './steps/run.mjs';

await script(async () => {
  await installWhenNeeded();
  await buildWhenNeeded();
});
