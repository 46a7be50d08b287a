import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { KeptFlight, KeptPiece } from './edit-store.ts';

/** Keys begin with the person and the canvas, so that nobody else sees what is kept. */
export interface KeptDatabase extends DBSchema {
  /** What waits, by tab and number; under 0 the batches without an answer, under -1 when another tab has taken all of it. */
  edits: { key: [user: number, canvas: string, tab: string, key: number]; value: KeptPiece | readonly KeptFlight[] | number };
  /** Texts that are being written, by widget and field. */
  drafts: { key: [user: number, canvas: string, widget: string, field: string]; value: object };
  /** What could not be saved. */
  kept: KeptRow;
  /** Changes that met those of others, by the id of the record. */
  conflicts: KeptRow;
  /** What was deleted. */
  deleted: KeptRow;
  /** Files on their way, by the id of the upload. */
  files: { key: [user: number, canvas: string, id: string]; value: object };
}

interface KeptRow {
  readonly key: [user: number, canvas: string, key: string];
  readonly value: object;
}

/** The stores of an earlier version of the page stay as they are. */
const VERSION = 2;

/** Opens the one database of the page. Rejects where the browser keeps nothing. */
export const openKeptDatabase = async (): Promise<IDBPDatabase<KeptDatabase>> =>
  openDB<KeptDatabase>('easel-edits', VERSION, {
    upgrade(database) {
      for (const name of ['edits', 'drafts', 'kept', 'conflicts', 'deleted', 'files'] as const)
        if (!database.objectStoreNames.contains(name)) database.createObjectStore(name);
    },
    // Another tab has a newer version of this page
    blocking: (_, __, event) => (event.target as IDBDatabase).close(),
  });

/** All keys that begin with this person and this canvas. */
export const rangeOf = (user: number, canvas_id: string): IDBKeyRange =>
  IDBKeyRange.bound([user, canvas_id], [user, canvas_id, []]);
