/**
 * Lists files of the repository, and computes a stamp of them: a hash of names and contents, but not of times, because
 * a checkout or a copy gives new times to old contents.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Names that are never part of the sources, anywhere or at the top. */
const skipped = (path, name) => name === 'node_modules' || (path === '.' && ['.git', 'dist', 'data'].includes(name));

/** Files at or below a path of the repository, sorted, with `/`; none when there is no such path. */
export function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  const names = readdirSync(full).filter((name) => !skipped(path, name));
  return names.sort().flatMap((name) => filesBelow(path === '.' ? name : `${path}/${name}`));
}

/** Hex, 64 characters. `extra`: texts that count besides the files. */
export function stampOf(files, ...extra) {
  const hash = createHash('sha256');
  for (const file of files) {
    const content = readFileSync(join(root, file));
    hash.update(`${file}\0${content.length}\0`).update(content);
  }
  for (const text of extra) hash.update(`\0${text}`);
  return hash.digest('hex');
}

/** The stamp that a step left when it was done; `''` when it was never done. */
export function stampAt(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8').trim() : '';
}
