import type { OtherPresence } from '../../../client/index.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Board, Item } from '../../live/board.ts';
import type { Held, HeldGroup } from '../held.ts';
import { type Shift, shifted, still } from '../shift.ts';

/** What a presence message says of one hand. */
export type ToldHand = OtherPresence['hands'][number];

/** Milliseconds after which a hand that does not move holds nothing back any more. */
const IDLE = 10_000;
/** Widgets whose width and height change by factors that differ by more than this are sized, else scaled. */
const ALIKE = 0.001;
/** Messages round places to a hundredth of a pixel, and records may be rounded, too. */
const NEAR = 0.5;

interface HandContext {
  readonly board: Pick<Board, 'item'>;
  readonly held: Pick<Held, 'take'>;
  /** The id of the session whose presence shows the hand. */
  readonly session: string;
}

/** A hand on another page, and what it holds. */
export class OtherHand implements HeldGroup {
  readonly ids: ReadonlySet<string>;
  readonly session: string;
  readonly isWriting = false;
  readonly #board: HandContext['board'];
  readonly #taken: { moved(): void; end(): void } | undefined;
  /** Where the first of the widgets lay when the hand was heard of. */
  readonly #first: Item | undefined;
  #told: ToldHand;
  #boxes: ReadonlyMap<string, Box>;
  #movedAt: number;

  /** @param now steady time in milliseconds */
  constructor(told: ToldHand, { board, held, session }: HandContext, now: number) {
    this.session = session;
    this.#board = board;
    this.#told = told;
    this.#boxes = boxesOf(told);
    this.#movedAt = now;
    this.ids = new Set([...this.#boxes.keys()].filter((id) => board.item(id)));
    this.#first = board.item([...this.ids][0] ?? '');
    this.#taken = this.#first && held.take(this);
  }

  /** The hand as its latest message shows it. */
  get told(): ToldHand {
    return this.#told;
  }

  get isSized(): boolean {
    const from = this.#first?.box;
    const to = this.#first && this.#boxes.get(this.#first.id);
    return from !== undefined && to !== undefined && Math.abs(to.width / from.width - to.height / from.height) > ALIKE;
  }

  get shift(): Shift {
    return shiftTo(this.#first, this.#first && this.#boxes.get(this.#first.id));
  }

  get written(): Shift {
    return shiftTo(this.#first, this.#first && this.#board.item(this.#first.id)?.box);
  }

  boxOf(item: Item, top: string): Box {
    const told = this.#boxes.get(top);
    if (!told || item.id === top) return told ?? item.box;
    const { scale, x, y } = shiftTo(this.#board.item(top), told);
    return shifted(
      item.box,
      this.isSized ? { scale: 1, x: x + item.box.x * (scale - 1), y: y + item.box.y * (scale - 1) } : { scale, x, y },
    );
  }

  /** Whether it still holds the same widgets, so that `tell` is enough. */
  goesOn({ boxes }: ToldHand): boolean {
    return (
      boxes.length === this.#boxes.size &&
      boxes.every(({ id }) => this.#boxes.has(id)) &&
      boxes.filter(({ id }) => this.#board.item(id)).length === this.ids.size
    );
  }

  /** @param now steady time in milliseconds */
  tell(told: ToldHand, now: number): void {
    const before = this.#boxes;
    this.#told = told;
    this.#boxes = boxesOf(told);
    if ([...this.#boxes].every(([id, box]) => isNear(box, before.get(id)!, 0))) return;
    this.#movedAt = now;
    this.#taken?.moved();
  }

  /** Whether nobody else can grip what it holds. */
  isHolding(now: number): boolean {
    return now - this.#movedAt < IDLE;
  }

  /** Whether the board shows everything where the latest message puts it. */
  get isShown(): boolean {
    return [...this.ids].every((id) => {
      const item = this.#board.item(id);
      return !item || isNear(item.box, this.#boxes.get(id)!, NEAR);
    });
  }

  end(): void {
    this.#taken?.end();
  }
}

const boxesOf = ({ boxes }: ToldHand): Map<string, Box> =>
  new Map(boxes.map(({ id, x, y, width, height }) => [id, { x, y, width, height }]));

function shiftTo(from: Pick<Item, 'box'> | undefined, to: Box | undefined): Shift {
  if (!from || !to) return still;
  const scale = from.box.width > 0 ? to.width / from.box.width : 1;
  return { scale, x: to.x - from.box.x * scale, y: to.y - from.box.y * scale };
}

const isNear = (one: Box, other: Box, slack: number): boolean =>
  Math.abs(one.x - other.x) <= slack &&
  Math.abs(one.y - other.y) <= slack &&
  Math.abs(one.width - other.width) <= slack &&
  Math.abs(one.height - other.height) <= slack;
