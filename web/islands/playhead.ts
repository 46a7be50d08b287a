import { type Playback, positionAt } from '../../model/widgets/playback.ts';

/** Where a video should be. */
export interface PlayTarget {
  /** Seconds. */
  readonly at: number;
  readonly runs: boolean;
}

/** What an element does. */
export interface ElementState {
  readonly at: number;
  readonly isPaused: boolean;
  readonly isSeeking: boolean;
}

/** What it should do now. */
export interface PlayStep {
  readonly runs: boolean;
  readonly rate: number;
  /** Where to jump; undefined: nowhere. */
  readonly seek?: number;
}

/** Playing faster or slower by this much is neither seen nor heard (the pitch stays). */
const MOST_RATE = 0.06;
/** An error is made up for within this many seconds, where the rate allows it. */
const MAKE_UP = 1;
/** Farther off than this, a jump is less of a disturbance than minutes at another rate; in seconds. */
const FAR = 0.5;
/** After a jump nobody has begun to watch, so it is corrected by jumps as long as these help. */
const NEAR = 0.08;
const FINE_SEEKS = 3;
/** A still frame may be this far off: half a frame of fast videos. */
const STILL = 0.008;
/** A jump is taken to last no longer, in seconds: after one that did, the network was slow, and the next may be fast. */
const LONGEST_SEEK = 3;
/** Short of the end by this much, so that the last frame is shown and the element does not begin anew. */
const LAST_FRAME = 0.04;

/** @param now by the server's clock @param length of the file in seconds, as the browser found it; NaN: it does not know yet */
export function targetOf(playback: Playback, now: number, length: number): PlayTarget {
  const { playback_state, playback_position } = playback;
  const end = Number.isFinite(length) && length > 0 ? Math.max(0, length - LAST_FRAME) : Number.POSITIVE_INFINITY;
  const runs = playback_state === 'playing';
  const at = runs ? positionAt(now, playback) : playback_position;
  return { at: Math.min(at, end), runs: runs && at < end };
}

/** Keeps one element at the server's clock. It remembers how long jumps take there. */
export class Playhead {
  /** How long the last jumps took, in seconds. */
  #lead = 0.1;
  #sought: number | undefined;
  #fine = FINE_SEEKS;

  /** The next steps may be jumps, because what is to be shown has changed. */
  restart(): void {
    this.#fine = FINE_SEEKS;
  }

  /** @param steady now, in seconds of a clock that nobody sets */
  step({ at, runs }: PlayTarget, seen: ElementState, steady: number): PlayStep {
    if (seen.isSeeking) return { runs, rate: 1 };
    this.#arrived(steady);
    const error = at - seen.at;
    if (!runs) return Math.abs(error) > STILL ? { runs, rate: 1, seek: at } : { runs, rate: 1 };
    if (Math.abs(error) > (this.#fine > 0 ? NEAR : FAR)) return this.#seek(at, steady);
    // Near enough once is near enough until the next change
    if (!seen.isPaused) this.#fine = 0;
    return { runs, rate: 1 + Math.max(-MOST_RATE, Math.min(MOST_RATE, error / MAKE_UP)) };
  }

  /** The element has found the frame, and goes on from there. */
  arrived(steady: number): void {
    this.#arrived(steady);
  }

  #seek(at: number, steady: number): PlayStep {
    this.#fine = Math.max(0, this.#fine - 1);
    this.#sought = steady;
    return { runs: true, rate: 1, seek: at + this.#lead };
  }

  #arrived(steady: number): void {
    if (this.#sought === undefined) return;
    this.#lead = Math.min(LONGEST_SEEK, steady - this.#sought);
    this.#sought = undefined;
  }
}
