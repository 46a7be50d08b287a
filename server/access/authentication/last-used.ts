import type { Clock } from '../../clock.ts';

/** The last use of a permanent token. */
export interface Use {
  /** The id of the token. */
  readonly id: string;
  /** In UTC, `2026-03-14`. */
  readonly day: string;
  readonly address: string;
}

/** When and from where permanent tokens were used last, as far as it is to be written (interface/auth 6.1). */
export interface LastUsed {
  /** `id`: of a permanent token, or `''`. Called for every request, so it costs next to nothing when nothing is new. */
  note(id: string, address: string): void;
  /** The uses that are to be written now. */
  due(): Use[];
  /** Reports that these uses were written. */
  wrote(uses: readonly Use[]): void;
}

interface LastUse {
  readonly day: number;
  readonly address: string;
  /** Undefined: of this day nothing was written. Steady time. */
  readonly wroteAt: number | undefined;
}

const dayMs = 86_400_000;
/** A token that is used from two addresses in turn is written once in this time. */
const betweenWritesMs = 3_600_000;

export function createLastUsed(clock: Clock): LastUsed {
  const known = new Map<string, LastUse>();
  const unwritten = new Set<string>();
  let day = 0;

  const begin = (today: number): void => {
    day = today;
    // The tokens may be gone by now
    for (const id of known.keys()) if (!unwritten.has(id)) known.delete(id);
  };
  const isDue = ({ wroteAt }: LastUse): boolean => wroteAt === undefined || clock.steady() - wroteAt >= betweenWritesMs;

  return {
    note(id, address) {
      if (id === '') return;
      const today = Math.floor(clock.now() / dayMs);
      if (today !== day) begin(today);
      const before = known.get(id);
      const isOfToday = before?.day === today;
      if (isOfToday && before.address === address) return;
      known.set(id, { day: today, address, wroteAt: isOfToday ? before.wroteAt : undefined });
      unwritten.add(id);
    },
    due: () =>
      [...unwritten]
        .map((id) => ({ id, ...known.get(id)! }))
        .filter(isDue)
        .map((use) => ({ id: use.id, day: dayOf(use.day), address: use.address })),
    wrote(uses) {
      for (const use of uses) {
        const now = known.get(use.id);
        if (now === undefined || dayOf(now.day) !== use.day) continue;
        known.set(use.id, { ...now, wroteAt: clock.steady() });
        if (now.address === use.address) unwritten.delete(use.id);
      }
    },
  };
}

const dayOf = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);
