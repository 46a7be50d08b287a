/**
 * What a build is called besides its version: the commit that it was built from.
 */
import { execFileSync } from 'node:child_process';
import { root } from './run.mjs';

/**
 * The first 12 digits of the commit, with `-dirty` when what is built is not what was committed. Where there is no git, or
 * the repository is somebody else's around ours: `files-` and the first 12 digits of the stamp of the files.
 *
 * @param files what is built, as git names paths
 */
export function buildId(stamp, files, folder = root) {
  try {
    // The folder in which we are in the repository, empty at its top, and then the commit
    const [prefix, commit] = git(folder, 'rev-parse', '--show-prefix', 'HEAD').split('\n');
    if (prefix !== '') throw new Error('the repository of somebody else');
    const changed = git(folder, '--no-optional-locks', 'status', '--porcelain', '--no-renames', '--', ...files);
    return `${commit.slice(0, 12)}${changed === '' ? '' : '-dirty'}`;
  } catch {
    return `files-${stamp.slice(0, 12)}`;
  }
}

/** A git that calls us (a hook) says in its environment which repository it works on; ours is the one around us. */
function git(cwd, ...args) {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));
  return execFileSync('git', args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).replace(/\n$/, '');
}
