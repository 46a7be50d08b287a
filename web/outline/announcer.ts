import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals';
import type { Clock, Timer } from '../../client/index.ts';
import type { Board, BoardChange, Item } from '../live/board.ts';
import { headingNumber, isPart } from '../live/forms.ts';
import { inSlices } from '../live/slices.ts';
import { nameOf } from '../live/widget-words.ts';
import { holds } from '../selection/hit-test.ts';
import { texts } from '../texts.ts';
import type { Speech } from './speech.tsx';
import { summarise, Tally, type WidgetEvent } from './summary.ts';

/** Whether changes by others are announced; kept in this browser. */
export function createAnnouncing(kept: Pick<Storage, 'getItem' | 'setItem'>): Signal<boolean> {
  const wanted = signal(kept.getItem(KEY) !== 'no');
  effect(() => kept.setItem(KEY, wanted.value ? 'yes' : 'no'));
  return wanted;
}

const KEY = 'easel-announce';

export interface AnnouncerContext {
  readonly board: Pick<Board, 'state' | 'items' | 'itemsIn' | 'onChange'>;
  readonly speech: Pick<Speech, 'say'>;
  readonly wanted: ReadonlySignal<boolean>;
  readonly clock: Pick<Clock, 'after' | 'steady'>;
}

/** Milliseconds between two announcements at least. */
const PACE = 5_000;
/** Milliseconds after a first change in which what belongs to it comes, too. */
const GATHER = 1_000;

/** Tells screen readers politely what others change, and that the connection is lost or back. Returns what ends it. */
export function createAnnouncer({ board, speech, wanted, clock }: AnnouncerContext): () => void {
  const tally = new Tally();
  const known = new Map<string, object>();
  let timer: Timer | undefined;
  let last = Number.NEGATIVE_INFINITY;
  const tell = (): void => {
    timer = undefined;
    const happenings = tally.take();
    if (happenings.length === 0) return;
    last = clock.steady();
    speech.say(summarise(happenings, texts.peek().outline));
  };
  let giveUp = (): void => undefined;
  const learn = (): void => {
    giveUp();
    known.clear();
    // Each part of a first list is such a change, and nothing is told before it ends
    if (board.state.peek().is !== 'loading') giveUp = inSlices(learnAll(known, board.items()), clock);
  };
  const isLoaded = computed(() => board.state.value.is !== 'loading');
  const forget = board.onChange((change) => {
    // A first list arrives in parts, of which nobody is told
    if (change.whole || !isLoaded.peek()) return learn();
    const happenings = remember(known, change, board);
    if (!wanted.peek()) return;
    for (const one of happenings) tally.note(one);
    if (tally.size > 0) timer ??= clock.after(Math.max(GATHER, last + PACE - clock.steady()), tell);
  });
  const ends = [
    tellConnection(board, speech),
    effect(() => {
      if (isLoaded.value) untracked(learn);
    }),
  ];
  return () => {
    timer?.cancel();
    giveUp();
    forget();
    for (const end of ends) end();
  };
}

/** Widgets between two looks at the time. */
const STEP = 256;

function* learnAll(known: Map<string, object>, items: readonly Item[]): Generator<void, void, void> {
  for (const [at, { id, widget }] of items.entries()) {
    // What has changed since is known already
    if (!known.has(id)) known.set(id, widget);
    if (at % STEP === 0) yield;
  }
}

/** What a change means to a person. Widgets that only moved because their parent did, or a line's end did, have the record they had. */
function remember(known: Map<string, object>, change: BoardChange, board: AnnouncerContext['board']): WidgetEvent[] {
  const told: WidgetEvent[] = [];
  const tell = (did: WidgetEvent['did'], item: Item): void => {
    if (!isPart(item.widget)) told.push(happeningOf(did, item, board));
  };
  for (const item of change.removed) {
    known.delete(item.id);
    tell('removed', item);
  }
  for (const item of change.added) {
    known.set(item.id, item.widget);
    tell('added', item);
  }
  for (const item of change.changed) {
    if (known.get(item.id) !== item.widget) tell('changed', item);
    known.set(item.id, item.widget);
  }
  return told;
}

const happeningOf = (did: WidgetEvent['did'], { id, widget, box }: Item, board: Pick<Board, 'itemsIn'>): WidgetEvent => ({
  id,
  did,
  widget_type: widget.widget_type,
  name: nameOf(widget),
  under: headingNumber(widget) !== undefined ? '' : sectionName(box, board),
});

/** The name of the smallest anchor around the middle of a box. */
function sectionName({ x, y, width, height }: Item['box'], board: Pick<Board, 'itemsIn'>): string {
  const across = x + width / 2;
  const down = y + height / 2;
  const around = board.itemsIn({ x: across, y: down, width: 0, height: 0 });
  // Strokes reach beyond their anchor
  const anchors = around.filter(({ widget, box }) => headingNumber(widget) !== undefined && holds(box, { x: across, y: down }));
  const [smallest] = anchors.sort((one, other) => one.box.width * one.box.height - other.box.width * other.box.height);
  return smallest ? nameOf(smallest.widget) : '';
}

function tellConnection({ state }: Pick<Board, 'state'>, speech: Pick<Speech, 'say'>): () => void {
  let wasLost = false;
  return effect(() => {
    const { is } = state.value;
    const { lost, live } = texts.peek().outline;
    if (is === 'waiting' && !wasLost) speech.say(lost);
    if (is === 'live' && wasLost) speech.say(live);
    wasLost = is === 'waiting' || (wasLost && is !== 'live');
  });
}
