import type { Clock } from '../clock.ts';
import type { Scheduler } from '../scheduler.ts';
import { type ChangeSet, isCanvas, type Store } from '../store/store.ts';

/** What happened on a canvas in the last minute, as this process saw it. */
export interface Beat {
  readonly changes: number;
  /** Parts of the minute, the oldest first. */
  readonly history: readonly number[];
  /** Milliseconds from the moment at which the last change was on disk until it was sent to everybody who follows; null: none yet. */
  readonly sent_ms: number | null;
}

export interface Pulse {
  of(canvas: string): Beat;
}

const PARTS = 24;
const PART_MS = 60_000 / PARTS;
/** Canvases that are counted; of more, those that changed last. */
const MOST = 1000;

interface PulseCounts {
  /** The index is the number of the part since the clock began, modulo the parts. */
  readonly counts: Uint32Array;
  /** Number of the part that was counted last. */
  part: number;
  sent: number | null;
  isMeasuring: boolean;
}

interface Deps {
  readonly store: Pick<Store, 'feed'>;
  readonly clock: Pick<Clock, 'steady'>;
  readonly scheduler: Pick<Scheduler, 'later'>;
}

/** Counts what is published. Costs an addition for each change set, and one work in line for each that is measured. */
export function createPulse({ store, clock, scheduler }: Deps): Pulse {
  const canvases = new Map<string, PulseCounts>();
  const part = (): number => Math.floor(clock.steady() / PART_MS);

  const take = ({ scope, changes, dead }: ChangeSet): void => {
    if (!isCanvas(scope)) return;
    const counted = canvases.get(scope) ?? { counts: new Uint32Array(PARTS), part: part(), sent: null, isMeasuring: false };
    canvases.delete(scope);
    if (dead) return;
    canvases.set(scope, counted);
    if (canvases.size > MOST) canvases.delete(canvases.keys().next().value!);
    forgetPast(counted, part());
    counted.counts[counted.part % PARTS]! += changes.length;
    measure(counted);
  };

  /** Streams are served in line, too, so those that were waiting have been served when this has its turn. */
  const measure = (counted: PulseCounts): void => {
    if (counted.isMeasuring) return;
    counted.isMeasuring = true;
    const began = clock.steady();
    void scheduler.later(nothing()).finally(() => {
      counted.isMeasuring = false;
      counted.sent = clock.steady() - began;
    });
  };

  store.feed.follow(take);
  return {
    of(canvas) {
      const counted = canvases.get(canvas);
      if (!counted) return { changes: 0, history: Array<number>(PARTS).fill(0), sent_ms: null };
      forgetPast(counted, part());
      const history = Array.from({ length: PARTS }, (_, at) => counted.counts[(counted.part + 1 + at) % PARTS]!);
      return { changes: history.reduce((sum, one) => sum + one, 0), history, sent_ms: counted.sent };
    },
  };
}

/** Empties the parts that have come since. */
function forgetPast(counted: PulseCounts, now: number): void {
  const from = Math.max(counted.part + 1, now - PARTS + 1);
  for (let at = from; at <= now; at++) counted.counts[at % PARTS] = 0;
  counted.part = Math.max(counted.part, now);
}

function* nothing(): Generator<void, void> {}
