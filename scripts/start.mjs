/**
 * npm start: the one command that sets everything up and runs the server. It installs and builds in child processes when
 * needed, then becomes the server in this process, so that signals and the exit code are those of the server. It prints the
 * address for people. At the first start it also prints the administrator's e-mail and password, and makes a sample canvas.
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
