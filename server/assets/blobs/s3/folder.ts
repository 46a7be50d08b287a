import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { unlessGone } from '../../unless-gone.ts';
import { isMakerId, newMakerId } from './names.ts';

/**
 * Makes the folder of a server whose files are elsewhere, and removes what an earlier process was receiving. Resolves with an id of
 * the folder, by which the next process on it finds what this one leaves in the bucket. A copy of the folder has another id: a server
 * on it must not end the uploads of the first.
 */
export async function openFolder(folder: string): Promise<string> {
  const incoming = join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  for (const name of await readdir(incoming)) await rm(join(incoming, name), { force: true });
  const own = JSON.stringify([await randomId(join(folder, 'node-id')), hostname(), resolve(folder)]);
  return createHash('sha256').update(own).digest('hex').slice(0, 16);
}

async function randomId(path: string): Promise<string> {
  const known = ((await readFile(path, 'utf8').catch(unlessGone)) ?? '').trim();
  if (isMakerId(known)) return known;
  const made = newMakerId();
  await writeFile(path, `${made}\n`, { mode: 0o600 });
  return made;
}
