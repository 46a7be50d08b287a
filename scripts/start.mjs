/**
 * npm start: the one command that sets up and runs. Installs and builds in children when needed, then becomes the
 * server in this very process, so that signals and the exit code are the server's own. Prints for people: the address
 * and, at the first start, the administrator's e-mail and password; makes a sample canvas then.
 * Settings are environment variables, see docs/settings.md.
 */
import { buildWhenNeeded } from './steps/build.mjs';
import { installWhenNeeded } from './steps/install.mjs';
import { script } from './steps/run.mjs';

await script(async () => {
  await installWhenNeeded();
  await buildWhenNeeded();
  const { runCommand } = await import('../dist/cli/commands.js');
  const terminal = { env: process.env, out: console.log, err: console.error, read: async () => '' };
  process.exitCode = await runCommand(['serve', '--people'], terminal);
});
