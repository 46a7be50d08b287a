import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock, Timer } from '../../client/index.ts';

/** Why the page of a wall loads itself again: somebody asked for it, the server has another version, or too much went wrong. */
export type ReloadReason = 'asked' | 'version' | 'faults';

export interface ReloadWish {
  readonly reason: ReloadReason;
  /** `idle`: when nobody has touched the wall for a minute. `now`: within seconds. Either waits for what is not saved yet. */
  readonly when: 'idle' | 'now';
}

interface Context {
  readonly clock: Pick<Clock, 'after' | 'steady'>;
  /** Steady milliseconds of the last touch. */
  readonly touchedAt: () => number;
  /** Milliseconds since the page loaded itself last; Infinity: it never has. */
  readonly sinceLast: () => number;
  /** Whether something that people did would be lost: an open editor, a change on its way, a hand on the canvas. */
  readonly isBusy: () => boolean;
  /** Loads the page again. Called once. */
  readonly load: (reason: ReloadReason) => void;
}

/** Nobody has touched the wall for this long. */
const IDLE_MS = 60_000;
/** A wall that is touched all day is loaded again as soon as nothing is unsaved. */
const PATIENCE_MS = 12 * 3_600_000;
/** A page that loads itself again and again shows nothing. Whoever asks for it knows what they do. */
const ONCE_IN_MS = 600_000;
const LOOK_MS = 500;

/** The one place that decides when a wall loads its page again. */
export class Reloading {
  /** The reason that waits; empty: none. */
  readonly #waiting = signal<ReloadReason | ''>('');
  readonly #context: Context;
  #wish: (ReloadWish & { readonly since: number }) | undefined;
  #timer: Timer | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  get waiting(): ReadonlySignal<ReloadReason | ''> {
    return this.#waiting;
  }

  wish(wish: ReloadWish): void {
    const before = this.#wish;
    const since = before?.since ?? this.#context.clock.steady();
    // The more urgent one counts
    this.#wish = {
      ...(before && (before.when === 'now' || before.reason === 'asked') && wish.when === 'idle' ? before : wish),
      since,
    };
    this.#waiting.value = this.#wish.reason;
    this.#timer ??= this.#context.clock.after(0, () => this.#look());
  }

  close(): void {
    this.#timer?.cancel();
  }

  #look(): void {
    this.#timer = undefined;
    const wish = this.#wish!;
    if (this.#isDue(wish)) return this.#context.load(wish.reason);
    this.#timer = this.#context.clock.after(LOOK_MS, () => this.#look());
  }

  #isDue({ reason, when, since }: ReloadWish & { readonly since: number }): boolean {
    const { clock, touchedAt, sinceLast, isBusy } = this.#context;
    const now = clock.steady();
    if (isBusy() || (reason !== 'asked' && sinceLast() < ONCE_IN_MS)) return false;
    return when === 'now' || now - touchedAt() >= IDLE_MS || now - since >= PATIENCE_MS;
  }
}
