import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock, Timer } from '../../client/index.ts';

/** `asking`: "Still here?" is shown. `resting`: the wall has gone back to its resting state. */
export type IdleState = 'no' | 'asking' | 'resting';

interface Context {
  readonly clock: Pick<Clock, 'after'>;
  /** Seconds without a touch after which people are asked; 0: never. */
  readonly after: () => number;
  /** Whether people at the wall have changed what it shows since it rested. */
  readonly isChanged: () => boolean;
  /** Whether something keeps the wall as it is, such as a file on its way. */
  readonly isKept: () => boolean;
  /** Goes back to the resting state. */
  readonly rest: () => void;
}

/** Milliseconds in which somebody may say that they are still here. */
export const ASKING_MS = 30_000;

/**
 * Brings a wall back to what it showed before people came. A wall that only programs steer is never reset.
 *
 *   no ──no touch for a while──▶ asking ──30 s──▶ resting
 *   ▲                              │                │
 *   └──────────── touch ───────────┴────────────────┘
 */
export class Idle {
  readonly #state = signal<IdleState>('no');
  readonly #context: Context;
  #timer: Timer | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  get state(): ReadonlySignal<IdleState> {
    return this.#state;
  }

  /** Somebody touched the wall, or the time after which it is idle is another. */
  touched(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#state.value = 'no';
    const seconds = this.#context.after();
    if (seconds > 0) this.#wait(seconds * 1000, () => this.#ask());
  }

  close(): void {
    this.#timer?.cancel();
  }

  #wait(ms: number, then: () => void): void {
    this.#timer = this.#context.clock.after(ms, then);
  }

  #ask(): void {
    const { isChanged, isKept, after } = this.#context;
    if (!isChanged()) return;
    if (isKept()) return this.#wait(after() * 1000, () => this.#ask());
    this.#state.value = 'asking';
    this.#wait(ASKING_MS, () => {
      this.#context.rest();
      this.#state.value = 'resting';
    });
  }
}
