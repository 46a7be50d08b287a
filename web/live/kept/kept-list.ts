import { type ReadonlySignal, signal } from '@preact/signals';
import type { IDBPDatabase } from 'idb';
import { type KeptDatabase, openKeptDatabase, rangeOf } from './database.ts';

export interface KeptValue {
  /** When it came, `YYYY-MM-DDTHH:mm:ss.sssZ`; they are listed in this order. */
  readonly at: string;
}

export interface KeptEntry<Value> {
  readonly key: string;
  readonly value: Value;
}

/** Values that the browser keeps for a person on a canvas until somebody takes them out. All tabs have the same. */
export interface KeptList<Value> {
  readonly list: ReadonlySignal<readonly KeptEntry<Value>[]>;
  /** Resolves once the values of earlier pages are among them. */
  readonly loaded: Promise<void>;
  /** False: the browser does not have all of it, so it may go with the page. */
  readonly isWritten: ReadonlySignal<boolean>;
  /** In the place of the one with this key. */
  put(key: string, value: Value): void;
  remove(key: string): void;
}

type ListStore = 'kept' | 'conflicts' | 'deleted';

interface ListScope {
  readonly user: number;
  readonly canvas_id: string;
}

/** Lists stay while the page is open: where the browser keeps nothing, who leaves a canvas and comes back finds them. */
const lists = new Map<string, KeptList<never>>();

/** The one list of a kind. @param store whose values all have one type */
export function keptList<Value extends KeptValue>(store: ListStore, scope: ListScope): KeptList<Value> {
  const place = `${store} ${scope.user} ${scope.canvas_id}`;
  const list = (lists.get(place) as KeptList<Value> | undefined) ?? new BrowserList<Value>(store, scope, place);
  lists.set(place, list as KeptList<never>);
  return list;
}

class BrowserList<Value extends KeptValue> implements KeptList<Value> {
  readonly list = signal<readonly KeptEntry<Value>[]>([]);
  readonly isWritten = signal(true);
  readonly loaded: Promise<void>;
  readonly #store: ListStore;
  readonly #scope: ListScope;
  readonly #place: string;
  readonly #opening = openKeptDatabase();
  readonly #channel = new BroadcastChannel('easel-kept');
  /** What the browser does not have yet, and never where it keeps nothing. Undefined: taken out. */
  readonly #unwritten = new Map<string, Value | undefined>();

  constructor(store: ListStore, scope: ListScope, place: string) {
    this.#store = store;
    this.#scope = scope;
    this.#place = place;
    this.loaded = this.#read();
    this.#channel.onmessage = ({ data }: MessageEvent<string>) => {
      if (data === place) void this.#read();
    };
  }

  put(key: string, value: Value): void {
    this.#change(key, value, (database) => database.put(this.#store, value, this.#key(key)));
  }

  remove(key: string): void {
    this.#change(key, undefined, (database) => database.delete(this.#store, this.#key(key)));
  }

  async #read(): Promise<void> {
    this.#show(await this.#readKept().catch(() => this.list.peek()));
  }

  async #readKept(): Promise<KeptEntry<Value>[]> {
    const { store } = (await this.#opening).transaction(this.#store);
    const range = rangeOf(this.#scope.user, this.#scope.canvas_id);
    const [keys, values] = await Promise.all([store.getAllKeys(range), store.getAll(range)]);
    return keys.map((key, at) => ({ key: key[2], value: values[at] as Value }));
  }

  #show(entries: readonly KeptEntry<Value>[]): void {
    const all = new Map<string, Value | undefined>(entries.map(({ key, value }) => [key, value]));
    for (const [key, value] of this.#unwritten) all.set(key, value);
    const shown = [...all].flatMap(([key, value]) => (value ? [{ key, value }] : []));
    this.list.value = shown.sort((a, b) => (a.value.at < b.value.at ? -1 : 1));
  }

  /** Other tabs hear of it once it is written. */
  #change(key: string, value: Value | undefined, write: (database: IDBPDatabase<KeptDatabase>) => Promise<unknown>): void {
    this.#unwritten.set(key, value);
    this.isWritten.value = false;
    this.#show(this.list.peek());
    this.#opening
      .then(write)
      .then(() => {
        if (this.#unwritten.get(key) === value) this.#unwritten.delete(key);
        this.isWritten.value = this.#unwritten.size === 0;
        this.#channel.postMessage(this.#place);
      })
      .catch(() => undefined);
  }

  #key = (key: string): [number, string, string] => [this.#scope.user, this.#scope.canvas_id, key];
}
