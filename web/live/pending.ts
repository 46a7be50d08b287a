import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { type Clock, usualClock } from '../../client/index.ts';

/** Makes of a thing what somebody wants it to be; undefined: there is none. Applied to every state that the stream brings. */
export type Wish<T> = (now: T | undefined) => T | undefined;

type Things<T> = ReadonlyMap<string, T>;

interface Entry<T> {
  readonly id: string;
  wish: Wish<T>;
  isAnswered: boolean;
}

/** No stream is behind its answers for this long: somebody else has changed the thing meanwhile. */
const LATEST_MS = 3_000;

/**
 * What a person has asked for and the stream does not show yet: shown is what the stream has confirmed, and on it the wishes in
 * their order. A wish is shown at once. It ends when its request is refused, or, once answered, as soon as the stream shows it or a
 * later wish for the same thing.
 */
export class Pending<T> {
  /** Undefined: nothing is confirmed yet. The confirmed map itself while nothing is pending. */
  readonly shown: ReadonlySignal<Things<T> | undefined>;
  readonly #confirmed: ReadonlySignal<Things<T> | undefined>;
  readonly #clock: Pick<Clock, 'after'>;
  /** A new array with each change. */
  readonly #entries = signal<readonly Entry<T>[]>([]);

  constructor(confirmed: ReadonlySignal<Things<T> | undefined>, clock: Pick<Clock, 'after'> = usualClock) {
    this.#confirmed = confirmed;
    this.#clock = clock;
    this.shown = computed(() => confirmed.value && over(confirmed.value, this.#entries.value));
    effect(() => this.#endConfirmed());
  }

  /**
   * Shows the wish while the request runs, and until the stream shows it. Resolves and rejects as the request does.
   * @param became what the wish is once the answer is known; default: as it was
   */
  async ask<R>(id: string, wish: Wish<T>, request: () => Promise<R>, became?: (answer: R) => Wish<T>): Promise<R> {
    const entry: Entry<T> = { id, wish, isAnswered: false };
    this.#entries.value = [...this.#entries.peek(), entry];
    try {
      const answer = await request();
      if (became) entry.wish = became(answer);
      entry.isAnswered = true;
      this.#clock.after(LATEST_MS, () => this.#end([entry]));
      this.#entries.value = [...this.#entries.peek()];
      return answer;
    } catch (cause) {
      this.#end([entry]);
      throw cause;
    }
  }

  /** The server executes in the order of its answers, so what is confirmed confirms the answered wishes before it. */
  #endConfirmed(): void {
    const answered = this.#entries.value.filter(({ isAnswered }) => isAnswered);
    if (answered.length === 0) return;
    const confirmed = this.#confirmed.value;
    const ids = new Set<string>();
    const ended = answered.reverse().filter((entry) => {
      if (isConfirmed(entry, confirmed?.get(entry.id))) ids.add(entry.id);
      return ids.has(entry.id);
    });
    if (ended.length > 0) this.#end(ended);
  }

  #end(ended: readonly Entry<T>[]): void {
    this.#entries.value = this.#entries.peek().filter((entry) => !ended.includes(entry));
  }
}

function over<T>(confirmed: Things<T>, entries: readonly Entry<T>[]): Things<T> {
  if (entries.length === 0) return confirmed;
  const shown = new Map(confirmed);
  for (const { id, wish } of entries) {
    const next = wish(shown.get(id));
    if (next === undefined) shown.delete(id);
    else shown.set(id, next);
  }
  return shown;
}

/** A confirmed wish changes nothing any more. */
const isConfirmed = <T>({ wish }: Entry<T>, now: T | undefined): boolean => JSON.stringify(wish(now)) === JSON.stringify(now);
