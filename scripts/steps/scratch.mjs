/**
 * The folder for what tests write. Tests start many hundred servers, and each server waits for its disk at every write: in memory, where
 * there is plenty of it, a server starts and ends in half the time.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Far more than the folders of all tests that run at the same time have ever taken. */
const ROOM = 6 * 1024 ** 3;
const NAME = 'easel-tests-';

/**
 * Makes the folder, which the caller removes, and removes those of runs that were killed. `TMPDIR`, where somebody has set it, is
 * where it lies.
 */
export function makeScratchFolder(env = process.env, has = hasRoom) {
  const place = !env.TMPDIR && has(MEMORY) ? MEMORY : tmpdir();
  for (const name of readdirSync(place).filter(isLeft)) rmSync(join(place, name), { recursive: true, force: true });
  const folder = mkdtempSync(join(place, `${NAME}${process.pid}-`));
  // Servers of other accounts look for their folders in it: PostgreSQL, and those that may not do something
  chmodSync(folder, 0o755);
  return folder;
}

/** The name has the number of the process, which may still run. */
function isLeft(name) {
  const [, made] = new RegExp(`^${NAME}(\\d+)-`).exec(name) ?? [];
  if (made === undefined) return false;
  try {
    return !process.kill(Number(made), 0);
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

function hasRoom(folder) {
  if (!existsSync(folder) || freemem() < ROOM) return false;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= ROOM;
}
