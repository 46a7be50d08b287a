/**
 * npm start: the one command that sets everything up and runs the server. It installs and builds in a child process, whose
 * memory is gone with it, then becomes the server in this process, so that signals and the exit code are those of the server.
 * The script prints the address for people and, at the first start, the administrator's e-mail and password. Settings are
 * environment variables, see docs/settings.md.
 */
import { runNode, script } from './steps/run.mjs';

await script(async () => {
  process.exitCode = await runNode(['scripts/build.mjs']);
  if (process.exitCode !== 0) return;
  const { runCommand } = await import('../dist/cli/commands.js');
  const terminal = { env: process.env, out: console.log, err: console.error, read: async () => '' };
  process.exitCode = await runCommand(['serve', '--people'], terminal);
});
