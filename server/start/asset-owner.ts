import { Canvas } from '../../model/resources/canvas.ts';
import { Server } from '../../model/resources/server.ts';
import type { Store } from '../store/store.ts';
import type { AssetPlace } from './asset-place.ts';

/**
 * The database says which files are wanted, and a sweep deletes the others. So a server must never run on the files of another
 * one, nor a new database on old files. That is why the id of the server is stored beside the files, too. Several processes on
 * one database are one server.
 */
export interface Pair {
  readonly place: Omit<AssetPlace, 'open' | 'close'>;
  /** Path of the database, for people. */
  readonly database: string;
  readonly store: Pick<Store, 'directory' | 'head'>;
}

/** Throws one line for a person when database and files do not belong together. Call it before anything looks at the files. */
export async function requireOwnAssets({ place, database, store }: Pair): Promise<void> {
  const { name, ways } = place;
  const own = serverId(store);
  const theirs = await place.readOwner();
  if (theirs === own) return;
  const there = await place.hasFiles();
  if (there && own === undefined) {
    const whose = theirs && ` of the server ${theirs}`;
    throw new Error(
      `the database ${database} is new, but ${name} holds files${whose}, which this server would delete: put their database back, or ${ways.takeAway}`,
    );
  }
  if (there && theirs !== '') {
    throw new Error(
      `${name} holds files of the server ${theirs}, and ${database} is of ${own}: put the right one back; if they do belong together: ${ways.own(own!)}`,
    );
  }
  if (!there && refersToFiles(store)) {
    throw new Error(
      `the canvases in ${database} have files, and ${name} holds none: ${ways.putBack}, or, to start without them: ${ways.own(own!)}`,
    );
  }
  // The id is that of a server without files, or empty: from now on the place is ours
  await place.removeOwner();
}

/** Throws when the files now belong to another server, for example after a restore while this one runs. */
export async function requireUnchanged({ place, store }: Pair): Promise<void> {
  const theirs = await place.readOwner();
  if (theirs !== '' && theirs !== serverId(store))
    throw new Error(`${place.name} holds files of the server ${theirs}: none is deleted`);
}

/** Writes the id beside the files, and adds it to installations from before there were ids. */
export async function claimAssets({ place, store }: Pair): Promise<void> {
  const own = serverId(store);
  if (own !== undefined && (await place.readOwner()) !== own) await place.writeOwner(own);
}

const serverId = ({ directory }: Pick<Store, 'directory'>): string | undefined => directory.get(Server, 'server')?.server_id;

const refersToFiles = (store: Pair['store']): boolean =>
  store.directory.all(Canvas).some(({ id }) => (store.head(id)?.asset_size ?? 0) > 0);
