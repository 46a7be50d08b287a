import { computed, effect, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Clock, EaselClient, OtherPresence, Timer } from '../../client/index.ts';
import type { Box } from '../../model/looks/shapes.ts';
import { texts } from '../texts.ts';
import { type PresentPerson, peopleOf } from './people.ts';

/** The other people on one canvas. */
export interface Presence {
  readonly people: ReadonlySignal<readonly PresentPerson[]>;
  /** The views of the other people, for a minimap. */
  readonly others: ReadonlySignal<readonly { readonly colour: string; readonly box: Box }[]>;
  /** The person whose view is followed; undefined: nobody's. */
  readonly followed: ReadonlySignal<PresentPerson | undefined>;
  /** Whether the own cursor is kept to oneself; kept in this browser. */
  readonly shy: Signal<boolean>;
  /** Shows what this person sees from now on. */
  follow(key: string): void;
  unfollow(): void;
  close(): void;
}

/** What the presence of others needs of the connection. */
export interface PresenceConnection {
  readonly presence: Pick<EaselClient['presence'], 'watch' | 'others'>;
  /** Tells of every message about somebody else. Returns what ends that. */
  onPresence(listener: { readonly seen: () => void; readonly gone: () => void }): () => void;
}

export interface PresenceContext {
  readonly canvas_id: string;
  readonly connection: PresenceConnection;
  /** What moves the view. */
  readonly motion: {
    follow(box: ReadonlySignal<Box | undefined>): void;
    stop(): void;
    readonly following: ReadonlySignal<boolean>;
  };
  readonly kept: Pick<Storage, 'getItem' | 'setItem'>;
  readonly say: (text: string) => void;
  readonly clock: Pick<Clock, 'after'>;
}

const KEY = 'easel-shy';
/** Milliseconds in which messages gather: fifty people send a thousand in a second. */
const GATHER = 30;

export function createPresence(context: PresenceContext): Presence {
  const { canvas_id, motion, kept, clock } = context;
  const { presence } = context.connection;
  const heardOf = signal<readonly OtherPresence[]>([]);
  const people = computed(() =>
    peopleOf(heardOf.value, (number) => texts.value.presence.numbered(texts.value.presence.guest, number)),
  );
  const wanted = signal<string | undefined>(undefined);
  const followed = computed(() => people.value.find(({ key }) => key === wanted.value));
  const shy = signal(kept.getItem(KEY) === 'yes');
  let timer: Timer | undefined;
  const read = (): void => {
    timer = undefined;
    heardOf.value = presence.others(canvas_id);
  };
  const heard = (): void => {
    timer ??= clock.after(GATHER, read);
  };
  const unfollow = (): void => {
    if (wanted.peek() === undefined) return;
    wanted.value = undefined;
    motion.stop();
  };
  presence.watch([canvas_id]);
  read();
  const ends = [
    context.connection.onPresence({ seen: heard, gone: heard }),
    () => timer?.cancel(),
    effect(() => kept.setItem(KEY, shy.value ? 'yes' : 'no')),
    // Whatever else moves the view ends the following, as does the person who leaves
    effect(() => {
      if (!motion.following.value) wanted.value = undefined;
    }),
    effect(() => {
      if (wanted.value !== undefined && !followed.value) unfollow();
    }),
    tellComings(people, context),
  ];
  return {
    people,
    followed,
    shy,
    unfollow,
    others: computed(() => people.value.flatMap(({ viewport, colour }) => (viewport ? { colour, box: viewport } : []))),
    follow(key) {
      const box = computed(() => people.value.find((person) => person.key === key)?.viewport);
      motion.follow(box);
      wanted.value = key;
    },
    close() {
      unfollow();
      for (const end of ends) end();
      presence.watch([]);
    },
  };
}

/** Milliseconds in which those who were here before oneself are heard of; they are not announced. */
const ARRIVAL = 3_000;

/** Says politely who comes and goes. */
function tellComings(
  people: ReadonlySignal<readonly PresentPerson[]>,
  { say, clock }: Pick<PresenceContext, 'say' | 'clock'>,
): () => void {
  let before: ReadonlyMap<string, string> | undefined;
  const names = (): Map<string, string> => new Map(people.value.map(({ key, name }) => [key, name]));
  const timer = clock.after(ARRIVAL, () => {
    before = names();
  });
  const end = effect(() => {
    const now = names();
    if (!before) return;
    const { came, went } = texts.peek().presence;
    const told = [
      ...[...now].filter(([key]) => !before!.has(key)).map(([, name]) => came(name)),
      ...[...before].filter(([key]) => !now.has(key)).map(([, name]) => went(name)),
    ];
    before = now;
    if (told.length > 0) say(`${told.slice(0, 3).join('. ')}.`);
  });
  return () => {
    timer.cancel();
    end();
  };
}
