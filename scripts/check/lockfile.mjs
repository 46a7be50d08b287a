/**
 * Nothing in the repository says where packages come from: the machine that installs them decides that.
 * An address in a lock file breaks `npm ci` behind a mirror.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '../steps/files.mjs';
import { root } from '../steps/run.mjs';

const rules = [
  [/"resolved": *"(https?|git)/, 'carries download addresses: write it anew with omit-lockfile-registry-resolved=true'],
  [/https?:\/\/[\w.-]*(registry|npmmirror)[\w.-]*/i, 'names a package registry'],
  [/^ *(@[\w-]+:)?registry *=/m, 'sets a package registry'],
];

export async function check() {
  return trackedFiles().flatMap((file) => wrongLines(file, readFileSync(join(root, file), 'utf8')));
}

export function wrongLines(file, text) {
  return rules.filter(([pattern]) => pattern.test(text)).map(([, says]) => `${file} ${says}`);
}

/** Includes files that are not committed yet; outside a checkout, all files. */
function trackedFiles() {
  try {
    const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
      cwd: root,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    return list.split('\0').flatMap((file) => filesBelow(file || 'none'));
  } catch {
    return filesBelow('.');
  }
}
