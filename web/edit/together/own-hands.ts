import { effect, untracked } from '@preact/signals';
import { type OwnPresence, usualClock } from '../../../client/index.ts';
import { BOXES_MAX, HANDS_MAX } from '../../../model/displays/hand-limits.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import { around } from '../../live/boxes.ts';
import { colourOf } from '../../parts/appearance/person-colours.ts';
import { session } from '../../session/session.ts';
import type { Editing } from '../editing.ts';
import type { HeldGroup } from '../held.ts';
import { shifted } from '../shift.ts';
import { createInkTeller } from './own-ink.ts';

type Hand = NonNullable<OwnPresence['hands']>[number];

type OwnHandsContext = Pick<Editing, 'board' | 'frames' | 'held' | 'ink' | 'seat' | 'teller' | 'text'>;

/** Tells others what hands of this page hold and draw, and whose text they write, whenever that changes. Returns what ends that. */
export function tellHands({ board, frames, held, ink, seat, teller, text }: OwnHandsContext): () => void {
  const inkOf = createInkTeller(usualClock.steady);
  const known = new WeakMap<HeldGroup, KnownGroup>();
  let count = 0;
  const handOf = (group: HeldGroup): Hand => {
    const { name, frame } = known.get(group) ?? { name: `hand ${++count}`, frame: frameOf(board, group) };
    known.set(group, { name, frame });
    const hand = { ...newHand(name), tool: seat.tool.peek() };
    if (frame) return { ...hand, frame: rounded(shifted(frame, group.shift)) };
    return { ...hand, boxes: [...group.ids].flatMap((id) => boxOf(id) ?? []) };
  };
  const boxOf = (id: string) => {
    const box = held.boxOf(id);
    return box && { id, ...rounded(box), zoom: board.item(id)?.zoom ?? 1 };
  };
  const tell = (): void => {
    const hands = held.groups.peek().map(handOf);
    const edits = text.opened.peek();
    if (edits !== undefined) hands.push({ ...newHand('text'), tool: 'text', edits });
    for (const stroke of ink.written.all) hands.push({ ...newHand(stroke.id), tool: 'pen', ink: inkOf(stroke) });
    teller.hold(hands.slice(0, HANDS_MAX));
  };
  let isStale = false;
  const ends = [
    effect(() => {
      held.boxes.value;
      held.groups.value;
      text.opened.value;
      untracked(tell);
    }),
    // Messages leave at most once a frame, so what a pen does many times a frame waits for that
    ink.written.onChange(() => {
      isStale = true;
      frames.request();
    }),
    frames.add(() => {
      if (isStale) tell();
      isStale = false;
    }),
  ];
  return () => {
    for (const end of ends) end();
    teller.hold([]);
  };
}

interface KnownGroup {
  readonly name: string;
  /** Around all of a group with more widgets than a message takes, as they lay at the beginning. */
  readonly frame: Box | undefined;
}

function frameOf(board: OwnHandsContext['board'], { ids }: HeldGroup): Box | undefined {
  if (ids.size <= BOXES_MAX) return undefined;
  const boxes = [...ids].flatMap((id) => board.item(id)?.box ?? []);
  return boxes.length > 0 ? boxes.reduce(around) : undefined;
}

const newHand = (id: string) => ({
  id,
  color: `${colourOf(session.peek()?.user?.id ?? 0)}ff`,
  boxes: [],
  frame: null,
  ink: null,
  edits: null,
});

/** Messages stay short. */
const rounded = ({ x, y, width, height }: Box): Box => ({
  x: hundredth(x),
  y: hundredth(y),
  width: hundredth(width),
  height: hundredth(height),
});

const hundredth = (length: number): number => Math.round(length * 100) / 100;
