/**
 * Child processes for the scripts: npm, the compiler, the tests.
 */
import { spawn } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository, whatever the working directory is. */
export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Ends a script with one line for people, without a stack. */
export class Stop extends Error {}

/** Runs the body of a script: on a Stop it prints the line and exits with 1. */
export async function script(body) {
  try {
    await body();
  } catch (error) {
    if (!(error instanceof Stop)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** Runs a Node program; resolves with its exit code. */
export const runNode = (args, options) => run(process.execPath, args, options);

/** Runs the npm that runs this script, otherwise the npm in the path. Throws Stop when it fails. */
export async function runNpm(args, cwd) {
  const env = cleanEnvironment();
  const own = process.env.npm_execpath;
  const code =
    own !== undefined && basename(own) === 'npm-cli.js'
      ? await runNode([own, ...args], { cwd, env })
      : await run('npm', args, { cwd, env, shell: process.platform === 'win32' });
  if (code !== 0) throw new Stop(`npm ${args[0]} failed with exit code ${code}`);
}

/**
 * The environment without the variables of an outer npm: `npm test --prefix x` sets npm_config_prefix, and an inner
 * `npm ci` would install there; NODE_ENV=production would leave out the compiler. Keeps variables that say how to reach packages.
 */
export function cleanEnvironment(env = process.env) {
  const kept =
    /^npm_config_(registry|cache|(https?_)?proxy|noproxy|ca|cafile|strict_ssl|userconfig|globalconfig|(prefer_)?offline|\/\/.*)$/i;
  const outer = /^(npm_.*|init_cwd|node_env)$/i;
  return Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name) || !outer.test(name)));
}

/**
 * Shows the output of the child on the terminal. Passes SIGTERM and SIGINT on to it, and then ends this process as the child
 * ended.
 */
function run(command, args, { cwd = root, env = process.env, shell = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env, shell, stdio: 'inherit' });
    const pass = (signal) => child.kill(signal);
    process.on('SIGTERM', pass).on('SIGINT', pass);
    // `close` comes after the last output
    child.once('error', reject).once('close', (code, signal) => {
      process.off('SIGTERM', pass).off('SIGINT', pass);
      if (signal) process.kill(process.pid, signal);
      else resolve(code);
    });
  });
}
