import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Canvas } from '../../model/resources/canvas.ts';
import { Server } from '../../model/resources/server.ts';
import type { Store } from '../store/store.ts';
import { writePrivate } from './private-file.ts';

/**
 * The database says which files are wanted, and a sweep deletes the others. So a server must never run on the files of another
 * one, nor a new database on old files. That is why the id of the server is stored in the folder of the files, too.
 */
export interface Pair {
  /** The folder of the files; it may be missing. */
  readonly assets: string;
  /** Path of the database, for people. */
  readonly database: string;
  readonly store: Pick<Store, 'directory' | 'head'>;
}

/** Throws one line for a person when database and files do not belong together. Call it before anything looks at the files. */
export function requireOwnAssets(pair: Pair): void {
  const { assets, database, store } = pair;
  const [own, theirs] = [serverId(store), read(ownerFile(assets))];
  if (theirs === own) return;
  const there = hasFiles(assets);
  if (there && own === undefined) {
    const whose = theirs && ` of the server ${theirs}`;
    throw new Error(
      `the database ${database} is new, but ${assets} holds files${whose}, which this server would delete: put their database back, or move that folder away`,
    );
  }
  if (there && theirs !== '') {
    throw new Error(
      `${assets} holds files of the server ${theirs}, and ${database} is of ${own}: put the right one back; if they do belong together: echo ${own} > ${ownerFile(assets)}`,
    );
  }
  if (!there && refersToFiles(store)) {
    throw new Error(
      `the canvases in ${database} have files, and ${assets} holds none: put that folder back (is its disk mounted?), or, to start without them: mkdir -p ${assets} && echo ${own} > ${ownerFile(assets)}`,
    );
  }
  // The id is that of a server without files, or empty: from now on the folder is ours
  rmSync(ownerFile(assets), { force: true });
}

/** Throws when the files now belong to another server, for example after a restore while this one runs. */
export function requireUnchanged({ assets, store }: Pair): void {
  const theirs = read(ownerFile(assets));
  if (theirs !== '' && theirs !== serverId(store))
    throw new Error(`${assets} holds files of the server ${theirs}: none is deleted`);
}

/** Writes the id into the folder of the files, and adds it to installations from before there were ids. */
export function claimAssets({ assets, store }: Pair): void {
  const own = serverId(store);
  if (own !== undefined && read(ownerFile(assets)) !== own) writePrivate(ownerFile(assets), `${own}\n`);
}

const ownerFile = (assets: string): string => join(assets, 'server-id');

const serverId = ({ directory }: Pick<Store, 'directory'>): string | undefined => directory.get(Server, 'server')?.server_id;

function hasFiles(assets: string): boolean {
  if (!existsSync(assets)) return false;
  const folders = readdirSync(assets).filter((name) => /^[0-9a-f]{2}$/.test(name));
  return folders.some((name) => readdirSync(join(assets, name)).length > 0);
}

const refersToFiles = (store: Pair['store']): boolean =>
  store.directory.all(Canvas).some(({ id }) => (store.head(id)?.asset_size ?? 0) > 0);

/** `''`: the file does not exist. */
function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8').trim() : '';
}
