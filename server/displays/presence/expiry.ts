import type { Work } from '../../../model/hooks.ts';
import type { Clock, Timer } from '../../clock.ts';
import { type Scheduler, sleeper } from '../../scheduler.ts';

/** A participant that has been silent for this long counts as gone, on this node as on others. */
const EXPIRY_MS = 10_000;

/** An entry with the steady time of the last message about it, in milliseconds. */
interface Dated {
  readonly at: number;
}

export interface ExpiryDeps<E extends Dated> {
  readonly clock: Pick<Clock, 'steady' | 'after'>;
  readonly scheduler: Pick<Scheduler, 'later'>;
  /** The entry that has been silent for longest; undefined: there is none. */
  readonly oldest: () => E | undefined;
  /** Removes the entry, so that `oldest` is another one. */
  readonly remove: (entry: E) => void;
  readonly failed: (cause: unknown) => void;
}

/** Removes the entries of a collection that have been silent for too long, in steps, and sleeps while there is none. */
export class Expiry<E extends Dated> {
  readonly #deps: ExpiryDeps<E>;
  readonly #expire: () => void;
  #next: Timer | undefined;

  constructor(deps: ExpiryDeps<E>) {
    this.#deps = deps;
    this.#expire = sleeper(deps.scheduler, () => this.#removeExpired(), deps.failed);
  }

  /** Call it whenever an entry has come: the timer is set to the oldest one. */
  follow(): void {
    const oldest = this.#deps.oldest();
    if (this.#next || !oldest) return;
    const { clock } = this.#deps;
    this.#next = clock.after(oldest.at + EXPIRY_MS - clock.steady(), () => {
      this.#next = undefined;
      this.#expire();
    });
  }

  close(): void {
    this.#next?.cancel();
  }

  *#removeExpired(): Work {
    const { oldest, remove, clock } = this.#deps;
    for (let entry = oldest(); entry && entry.at <= clock.steady() - EXPIRY_MS; entry = oldest()) {
      remove(entry);
      yield;
    }
    this.follow();
  }
}
