import type { Follower, MessageFacts } from './follower.ts';

/** An element of a list stream; `deleted` means that it is no longer in the list. */
export interface Element {
  readonly state: string;
}

export interface Difference<T> {
  readonly added: readonly T[];
  readonly changed: readonly T[];
  /** The elements as they were last. */
  readonly removed: readonly T[];
  readonly told: MessageFacts;
}

export interface ListOptions<T, K> {
  /** Default: the `id`. Workspaces have an `index` instead. */
  readonly keyOf?: (element: T) => K;
  /** Messages of the path hold what changed (`changes=1`, the default) or the whole list (`changes=0`). */
  readonly form?: 'changes' | 'whole';
  /** Called after each message, also when it changed nothing: the first message of an empty list, for example. */
  readonly changed?: (difference: Difference<T>) => void;
  readonly ended?: (status: number, msg: string) => void;
}

/** Merges the messages of a list stream (interface/streaming 2.5) into a map of elements by id. */
export class FollowedList<T extends Element, K = string> implements Follower {
  readonly #options: ListOptions<T, K>;
  readonly #elements = new Map<K, T>();

  constructor(options: ListOptions<T, K> = {}) {
    this.#options = options;
  }

  get elements(): ReadonlyMap<K, T> {
    return this.#elements;
  }

  message(value: unknown, told: MessageFacts): void {
    const elements = value as readonly T[];
    const isWhole = told.sort === 'whole' || this.#options.form === 'whole';
    const missing = isWhole ? this.#missing(elements) : [];
    const added: T[] = [];
    const changed: T[] = [];
    const removed = missing.map((key) => this.#remove(key)!);
    for (const element of elements) {
      const key = this.#keyOf(element);
      const before = this.#elements.get(key);
      if (element.state === 'deleted') removed.push(...(this.#remove(key) ? [element] : []));
      else {
        this.#elements.set(key, element);
        if (!before) added.push(element);
        // A whole list repeats unchanged elements
        else if (!isWhole || JSON.stringify(before) !== JSON.stringify(element)) changed.push(element);
      }
    }
    this.#options.changed?.({ added, changed, removed, told });
  }

  ended(status: number, msg: string): void {
    this.#options.ended?.(status, msg);
  }

  #missing(elements: readonly T[]): K[] {
    const there = new Set(elements.map((element) => this.#keyOf(element)));
    return [...this.#elements.keys()].filter((key) => !there.has(key));
  }

  #remove(key: K): T | undefined {
    const before = this.#elements.get(key);
    this.#elements.delete(key);
    return before;
  }

  #keyOf(element: T): K {
    const { keyOf = ({ id }: { readonly id: K }) => id } = this.#options;
    return (keyOf as (element: T) => K)(element);
  }
}
