import { accessSync, constants, existsSync, mkdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/**
 * Makes a folder and its missing parents, for this account only. Does not use `recursive`: where the system lets nobody make
 * folders and says ENOENT (`/proc`), Node would try for ever.
 */
export function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const above = dirname(path);
  if (above !== path && !existsSync(above)) makeFolder(above);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (cause) {
    // Another process may have made it meanwhile
    if (!isFolder(path)) throw cause;
  }
}

/** Throws one line for a person when this account may not use the folder, or one of `names` in it, as its own. */
export function requireUsable(folder: string, names: readonly string[]): void {
  const { R_OK, W_OK, X_OK } = constants;
  for (const path of [folder, ...names.map((name) => join(folder, name)).filter((path) => existsSync(path))]) {
    try {
      accessSync(path, isFolder(path) ? R_OK | W_OK | X_OK : R_OK | W_OK);
    } catch (cause) {
      throw unusable(folder, cause, path);
    }
  }
}

/** `path`: the file or folder in the folder that the error is about. */
export function unusable(folder: string, cause: unknown, path = folder): Error {
  const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
  return new Error(`the data folder ${folder} cannot be written (${code}): ${advice(code, folder, path)} (EASEL_DATA_DIR)`);
}

function advice(code: string, folder: string, path: string): string {
  if (code === 'ENOSPC') return 'the disk is full; make room';
  if (code === 'EROFS') return `${path} is on a file system that is read-only; mount it for writing`;
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file is in its place; remove that';
  if (code === 'EACCES' || code === 'EPERM') return rightsAdvice(folder, path);
  return 'nothing can be made there; choose another place';
}

/** Says who owns the nearest existing path, and who must own it. */
function rightsAdvice(folder: string, path: string): string {
  if (!existsSync(path)) {
    const above = dirname(path);
    if (above !== path && !existsSync(above)) return rightsAdvice(folder, above);
    return `${ownerOf(above)}; make ${path} there and give it to this account`;
  }
  const own = process.getuid?.();
  if (own === undefined) return 'let this account write there';
  if (statSync(path).uid === own) return `${ownerOf(path)} and is closed to it: run chmod -R u+rwX ${realpathSync(path)}`;
  // `assets` may be a link to another disk, which a chown of the folder would not follow
  const isOutside = relative(realpathSync(folder), realpathSync(path)).startsWith('..');
  return `${ownerOf(path)}: run chown -R ${accountName(own)} ${isOutside ? realpathSync(path) : folder}`;
}

/** Whose the path is, and which account this is, for a person. */
export function ownerOf(path: string): string {
  const own = process.getuid?.();
  const { uid } = statSync(path);
  if (own === undefined) return `${path} is closed to this account`;
  if (own === uid) return `${path} belongs to this account (${accountName(uid)})`;
  return `${path} belongs to ${accountName(uid)}, and this process runs as ${accountName(own)}`;
}

/** `easel`, or `uid 1001` for an account without a name here (containers). */
function accountName(uid: number): string {
  try {
    const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
    return lines.find((line) => line.split(':')[2] === String(uid))?.split(':')[0] || `uid ${uid}`;
  } catch {
    return `uid ${uid}`;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
