import { type ReadonlySignal, signal } from '@preact/signals';
import type { Clock, Timer } from '../../client/index.ts';
import type { messageLevels } from '../../model/displays/commands.ts';

type Level = (typeof messageLevels)[number];

/** A message to the people in front of a wall. */
export interface WallNotice {
  readonly id: number;
  readonly text: string;
  readonly level: Level;
  /** The name of the sender; empty: the server. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Messages and the name of the wall, for as long as they are shown. */
export interface WallNotices {
  readonly shown: ReadonlySignal<readonly WallNotice[]>;
  readonly identified: ReadonlySignal<boolean>;
  /** @param notice `seconds` 0: until somebody closes it, as an alert always is */
  show(notice: Omit<WallNotice, 'id' | 'at'> & { readonly seconds: number }): void;
  drop(id: number): void;
  /** Shows for this many seconds which display this is. */
  identify(seconds: number): void;
  close(): void;
}

/** More would cover the canvas. */
const MOST = 5;
/** What goes first when there are more. */
const importance: Readonly<Record<Level, number>> = { info: 0, warning: 1, alert: 2 };

export function createNotices(clock: Pick<Clock, 'after'>, now: () => number): WallNotices {
  const shown = signal<readonly WallNotice[]>([]);
  const identified = signal(false);
  const timers = new Map<number, Timer>();
  let last = 0;
  let identifying: Timer | undefined;
  const drop = (id: number): void => {
    timers.get(id)?.cancel();
    timers.delete(id);
    shown.value = shown.value.filter((one) => one.id !== id);
  };
  return {
    shown,
    identified,
    drop,
    show({ seconds, ...notice }) {
      const id = ++last;
      shown.value = [...shown.value, { ...notice, id, at: now() }];
      if (seconds > 0 && notice.level !== 'alert')
        timers.set(
          id,
          clock.after(seconds * 1000, () => drop(id)),
        );
      if (shown.value.length > MOST) drop(leastOf(shown.value).id);
    },
    identify(seconds) {
      identifying?.cancel();
      identified.value = true;
      identifying = clock.after(seconds * 1000, () => {
        identified.value = false;
      });
    },
    close() {
      identifying?.cancel();
      for (const timer of timers.values()) timer.cancel();
    },
  };
}

/** The oldest of the least important ones. */
const leastOf = (notices: readonly WallNotice[]): WallNotice =>
  notices.reduce((least, one) => (importance[one.level] < importance[least.level] ? one : least));
