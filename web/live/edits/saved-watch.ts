import { signal } from '@preact/signals';
import type { Clock, Timer } from '../../../client/index.ts';
import type { SavedState } from './edit.ts';

/** The state becomes `slow` when an edit has waited this many milliseconds. */
const SLOW_MS = 3_000;

/** What people are told of what waits. */
export class SavedWatch {
  readonly saved = signal<SavedState>('saved');
  readonly pending = signal(0);
  /** When the operation that waits longest was added, by the steady clock. */
  #since: number | undefined;
  #slow: Timer | undefined;

  /** @param again is called when time alone may have changed the state */
  constructor(
    private readonly clock: Pick<Clock, 'steady' | 'after'>,
    private readonly again: () => void,
  ) {}

  tell(pending: number, isLive: boolean, trouble: 'busy' | 'stopped' | undefined): void {
    this.pending.value = pending;
    const now = this.clock.steady();
    if (pending === 0) this.#since = undefined;
    else this.#since ??= now;
    this.saved.value = this.#state(now, isLive, trouble);
    this.#slow?.cancel();
    const left = this.#since === undefined ? 0 : this.#since + SLOW_MS - now;
    if (left > 0) this.#slow = this.clock.after(left, this.again);
  }

  /** What waits now has not waited long. */
  answered(): void {
    this.#since = undefined;
  }

  end(): void {
    this.#slow?.cancel();
    this.pending.value = 0;
  }

  #state(now: number, isLive: boolean, trouble: 'busy' | 'stopped' | undefined): SavedState {
    if (this.#since === undefined) return trouble === 'stopped' ? 'stopped' : 'saved';
    if (!isLive) return 'offline';
    return trouble ?? (now - this.#since >= SLOW_MS ? 'slow' : 'saving');
  }
}
