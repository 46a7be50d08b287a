import { type ReadonlySignal, signal } from '@preact/signals';

/** A gesture that is not over. */
export interface Running {
  /** Takes back all that it did. */
  cancel(): void;
}

/** All gestures that are not over. */
export interface RunningGestures {
  readonly count: ReadonlySignal<number>;
  add(gesture: Running): void;
  /** Forgets a gesture that is over. */
  end(gesture: Running): void;
  /** Takes all back. False: there were none. */
  cancelAll(): boolean;
}

export function createRunning(): RunningGestures {
  const running = new Set<Running>();
  const count = signal(0);
  const tell = (): void => {
    count.value = running.size;
  };
  return {
    count,
    add(gesture) {
      running.add(gesture);
      tell();
    },
    end(gesture) {
      running.delete(gesture);
      tell();
    },
    cancelAll() {
      const all = [...running];
      running.clear();
      tell();
      for (const gesture of all) gesture.cancel();
      return all.length > 0;
    },
  };
}
