import { usualClock } from '../../../client/index.ts';
import { floatsOf, NODE_FLOATS } from '../../../model/types/nodes.ts';
import type { Item } from '../../live/board.ts';
import type { Editing } from '../editing.ts';
import type { InkPoint } from '../ink/curve.ts';
import { pageOf } from '../ink/ink-place.ts';
import { WetInk } from '../ink/wet.ts';
import type { WetStroke } from '../ink/wet-stroke.ts';
import type { OtherHand, ToldHand } from './other-hand.ts';

type ToldInk = NonNullable<ToldHand['ink']>;

/** Milliseconds for which a line stays after its pen was lifted, unless the board shows it sooner. */
const LANDING = 1_000;

interface Line {
  readonly id: string;
  readonly on: string;
  readonly points: InkPoint[];
  /** The number of the first of its points: whoever comes late has not heard of the earlier ones. */
  readonly first: number;
  readonly wet: WetStroke;
}

type Context = Pick<Editing, 'board' | 'camera' | 'frames' | 'layers' | 'picture'>;

/** Ink of others while they write it. */
export class OtherInk {
  readonly #board: Context['board'];
  readonly #wet: WetInk;
  readonly #lines = new Map<string, Line>();
  /** Lines whose pen was lifted, and that the board does not show yet. */
  readonly #landing = new Set<Line>();
  readonly #endWatching: () => void;

  constructor(editing: Context) {
    this.#board = editing.board;
    this.#wet = new WetInk(editing, (count) => {
      // Called once before there is anything to give back
      if (count === 0 && this.#landing) this.#wet?.freeUnused();
    });
    this.#endWatching = this.#board.onChange(() => {
      for (const line of this.#landing) if (this.#isShown(line)) this.#land(line, true);
    });
  }

  /** Shows what hands write now. The keys of hands stay the same from message to message. */
  show(hands: ReadonlyMap<string, OtherHand>): void {
    for (const [key, line] of this.#lines) if (hands.get(key)?.told.ink?.id !== line.id) this.#release(key, line);
    for (const [key, hand] of hands) {
      const { ink } = hand.told;
      const item = ink && this.#itemOf(ink);
      if (item) this.#draw(key, ink, item);
    }
  }

  close(): void {
    this.#endWatching();
    this.#landing.clear();
    this.#wet.close();
  }

  #draw(key: string, ink: ToldInk, item: Item): void {
    const nodes = nodesOf(ink);
    const line = this.#lineOf(key, ink, item);
    const isNew = nodes.slice(line.first + line.points.length - ink.from);
    if (isNew.length === 0) return;
    line.points.push(...isNew);
    const last = line.points.at(-1)!;
    // A point alone is a little line, so that it is seen
    line.wet.draw([{ ...last, x: last.x + 1e-3 }]);
  }

  /** Where too many messages were lost, the line goes on as another one. */
  #lineOf(key: string, ink: ToldInk, item: Item): Line {
    const known = this.#lines.get(key);
    if (known && ink.from <= known.first + known.points.length) return known;
    if (known) this.#release(key, known);
    const points: InkPoint[] = [];
    const wet = this.#wet.begin({ item, colour: ink.line_color, isEven: false, points });
    const line = { id: ink.id, on: ink.on, points, first: ink.from, wet };
    this.#lines.set(key, line);
    return line;
  }

  /** What is written on another page of a PDF than the shown one is not seen. */
  #itemOf({ on, page }: ToldInk): Item | undefined {
    const root = this.#board.root.peek();
    const item = root?.id === on ? root : this.#board.item(on);
    return item && (pageOf(item) ?? null) === page ? item : undefined;
  }

  #isShown({ id, on }: Line): boolean {
    const root = this.#board.root.peek();
    const item = root?.id === on ? root : this.#board.item(on);
    return item === undefined || item.strokes.some((stroke) => stroke.id === id);
  }

  #release(key: string, line: Line): void {
    this.#lines.delete(key);
    this.#landing.add(line);
    if (this.#isShown(line)) return this.#land(line, true);
    usualClock.after(LANDING, () => this.#land(line, false));
  }

  #land(line: Line, isShown: boolean): void {
    if (!this.#landing.delete(line)) return;
    if (isShown) line.wet.dry();
    else line.wet.drop();
  }
}

/** The places and widths of the nodes of a message. */
export function nodesOf({ points }: Pick<ToldInk, 'points'>): InkPoint[] {
  const floats = floatsOf(points);
  const found: InkPoint[] = [];
  for (let at = 3; at < floats.length; at += NODE_FLOATS)
    found.push({ x: floats[at]!, y: floats[at + 1]!, width: floats[at + 2]! });
  return found;
}
