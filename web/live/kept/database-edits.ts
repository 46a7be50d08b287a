import type { IDBPDatabase } from 'idb';
import { type KeptDatabase, openKeptDatabase, rangeOf } from './database.ts';
import type { EditChanges, KeptEdits, KeptFlight, KeptPiece, WriteOutcome } from './edit-store.ts';
import { renumbered } from './restored.ts';

/** The person, the canvas and the tab to which changes belong. */
export interface KeptScope {
  readonly user: number;
  readonly canvas_id: string;
  readonly tab: string;
}

/** The store of changes of one tab in the database of the browser. */
export interface DatabaseEdits {
  /** Rejects when the browser refuses. */
  write(changes: EditChanges): Promise<WriteOutcome>;
  /** What was taken is given up here, and what comes now is kept again. */
  clearTaken(): Promise<void>;
  /** Whether any other tab has left something. */
  hasOthers(): Promise<boolean>;
  /** Takes what these tabs have not, in one step, so that no two tabs take the same. @param alive tabs that keep theirs */
  adopt(alive: ReadonlySet<string>, from: number): Promise<KeptEdits>;
  /** Ends the connection, which a browser otherwise keeps as long as the page. Transactions that have begun end first. */
  close(): void;
}

/** The key of batches without an answer; pieces begin at 1. */
const FLIGHTS = 0;
/** The key under which stands when another tab has taken over. */
const TAKEN = -1;
/** A tab that was frozen for longer is not waited for, in ms. */
const FROZEN_MS = 30 * 24 * 3_600_000;

export async function openDatabaseEdits(scope: KeptScope): Promise<DatabaseEdits> {
  return new ScopedEdits(await openKeptDatabase(), scope);
}

class ScopedEdits implements DatabaseEdits {
  constructor(
    private readonly database: IDBPDatabase<KeptDatabase>,
    private readonly scope: KeptScope,
  ) {}

  async write({ put, remove, flights }: EditChanges): Promise<WriteOutcome> {
    const { store, done } = this.#begin();
    const isTaken = (await store.getKey(this.#key(TAKEN))) !== undefined;
    if (!isTaken) {
      for (const piece of put) void store.put(piece, this.#key(piece.key));
      for (const key of remove) void store.delete(this.#key(key));
      if (flights.length > 0) void store.put(flights, this.#key(FLIGHTS));
      else void store.delete(this.#key(FLIGHTS));
    }
    await done;
    return isTaken ? 'taken' : 'kept';
  }

  async hasOthers(): Promise<boolean> {
    const keys = await this.database.getAllKeys('edits', this.#range());
    return keys.some(([, , tab, key]) => tab !== this.scope.tab && key !== TAKEN);
  }

  async clearTaken(): Promise<void> {
    await this.database.delete('edits', this.#key(TAKEN));
  }

  async adopt(alive: ReadonlySet<string>, from: number): Promise<KeptEdits> {
    const { store, done } = this.#begin();
    const left = new Map<string, { pieces: KeptPiece[]; flights: readonly KeptFlight[] }>();
    for (let cursor = await store.openCursor(this.#range()); cursor; cursor = await cursor.continue()) {
      const [, , tab, key] = cursor.key;
      if (tab === this.scope.tab || alive.has(tab)) continue;
      if (key === TAKEN) {
        if ((cursor.value as number) < Date.now() - FROZEN_MS) void cursor.delete();
        continue;
      }
      const part = left.get(tab) ?? { pieces: [], flights: [] };
      left.set(tab, part);
      if (key === FLIGHTS) part.flights = cursor.value as readonly KeptFlight[];
      else part.pieces.push(cursor.value as KeptPiece);
      void cursor.delete();
    }
    for (const tab of left.keys()) void store.put(Date.now(), [this.scope.user, this.scope.canvas_id, tab, TAKEN]);
    const adopted = renumbered([...left.values()], from);
    for (const piece of adopted.pieces) void store.put(piece, this.#key(piece.key));
    const own = ((await store.get(this.#key(FLIGHTS))) ?? []) as readonly KeptFlight[];
    if (adopted.flights.length > 0) void store.put([...own, ...adopted.flights], this.#key(FLIGHTS));
    await done;
    return adopted;
  }

  close(): void {
    this.database.close();
  }

  /** Relaxed: what is written outlives the page, if not a loss of power, and takes 2 ms. */
  #begin() {
    const { store, done } = this.database.transaction('edits', 'readwrite', { durability: 'relaxed' });
    // Told by `done`, too
    done.catch(() => undefined);
    return { store, done };
  }

  #key = (key: number): [number, string, string, number] => [this.scope.user, this.scope.canvas_id, this.scope.tab, key];

  #range = () => rangeOf(this.scope.user, this.scope.canvas_id);
}
