/**
 * Names a build besides its version: by the commit that it was built from.
 */
import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';

/**
 * The first 12 digits of the commit, with `-dirty` when the built files differ from the committed ones. Without
 * git, or inside the repository of another project: `files-` and the first 12 digits of the stamp of the files.
 *
 * @param files the files that are built, with paths as git names them
 */
export function buildId(stamp, files, folder = root) {
  try {
    // Prints the path of this folder in the repository (empty at its top), and then the commit
    const [prefix, commit] = git(folder, 'rev-parse', '--show-prefix', 'HEAD').split('\n');
    if (prefix !== '') throw new Error('the repository of somebody else');
    const changed = git(folder, '--no-optional-locks', 'status', '--porcelain', '--no-renames', '--', ...files);
    return `${commit.slice(0, 12)}${changed === '' ? '' : '-dirty'}`;
  } catch {
    return `files-${stamp.slice(0, 12)}`;
  }
}

/** Ignores the repository that an outer git (a hook) names in the environment, and uses that of the folder. */
function git(cwd, ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).replace(/\n$/, '');
}
