import { type Signal, signal } from '@preact/signals';
import { usualClock } from '../../../client/index.ts';
import type { Box, XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import { around } from '../../live/boxes.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { heldKeys } from '../../view/input.ts';
import type { Snapping } from '../arrange/arranging.ts';
import { resize } from '../commands/resize.ts';
import type { HeldGroup } from '../held.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';
import { type Shift, still } from '../shift.ts';
import type { HandsContext } from './hands-context.ts';
import type { Sizable } from './sizable.ts';
import { carried, type HandleSide, sized } from './sized.ts';
import { GestureWriter } from './writer.ts';

/** Milliseconds between two writes. */
const WRITE_EVERY = 1000;
/** More widgets are written on release only. */
const MOST_WRITTEN = 200;
/** Up to this many widgets are painted anew in each frame; more are stretched until they are let go. */
const MOST_PAINTED = 40;

/** Widgets whose handle somebody drags. */
export class Sizing implements HeldGroup, PointerGesture {
  readonly ids: ReadonlySet<string>;
  readonly isSized: boolean;
  /** The box around them, as it is now. */
  readonly box: Signal<Box>;
  readonly #context: HandsContext;
  readonly #sizable: Sizable;
  readonly #side: HandleSide;
  readonly #from: XY;
  readonly #whole: Box;
  readonly #boxes: ReadonlyMap<string, Box>;
  readonly #writer: GestureWriter;
  readonly #taken: { moved(): void; end(): void };
  readonly #ends: (() => void)[];
  readonly #ended: () => void;
  readonly #snapping: Snapping | undefined;
  #hasMoved = false;
  written = still;

  constructor(sizable: Sizable, side: HandleSide, step: ToolStep, context: HandsContext, ended: () => void) {
    const { items } = sizable;
    const { editing } = context;
    this.#context = context;
    this.#sizable = sizable;
    this.#side = side;
    this.#from = step.point;
    this.#ended = ended;
    this.#boxes = new Map(items.map(({ id, box }) => [id, box]));
    this.#whole = items.map(({ box }) => box).reduce(around);
    this.box = signal(this.#whole);
    this.ids = new Set(this.#boxes.keys());
    this.isSized = items.length <= MOST_PAINTED;
    this.#writer = new GestureWriter(editing, context.newRun());
    this.#taken = editing.held.take(this);
    const writes = usualClock.every(WRITE_EVERY, () => this.#writeSome());
    this.#snapping = editing.arranging.snap(this.ids);
    this.#ends = [() => writes.cancel(), () => this.#snapping?.end()];
  }

  get isWriting(): boolean {
    return this.#writer.isWriting;
  }

  /** From the box around them at the beginning to that of now. */
  get shift(): Shift {
    const { x, y, width } = this.box.peek();
    const scale = this.#whole.width > 0 ? width / this.#whole.width : 1;
    return { scale, x: x - this.#whole.x * scale, y: y - this.#whole.y * scale };
  }

  boxOf({ id, box }: Item, top: string): Box {
    const whole = this.#boxOfTop(top);
    if (id === top) return whole;
    const from = this.#context.editing.board.item(top)?.box ?? whole;
    return { ...box, x: box.x + whole.x - from.x, y: box.y + whole.y - from.y };
  }

  move({ point, pointer, event, moved }: ToolStep): void {
    this.#hasMoved ||= moved;
    if (!this.#hasMoved) return;
    const { shift, alt, mod } = heldKeys(event);
    const by = { x: point.x - this.#from.x, y: point.y - this.#from.y };
    const isSeveral = this.ids.size > 1;
    const rules = { keepsRatio: isSeveral || this.#sizable.keepsRatio !== shift, fromMiddle: alt };
    const box = sized(this.#whole, this.#side, by, rules);
    this.box.value = this.#snapping?.sized(box, this.#side, rules, { point, pointer, mod }) ?? box;
    this.#taken.moved();
  }

  up(step: ToolStep): void {
    this.move(step);
    this.#stop();
    this.#writer.write(this.#edit(), () => this.#taken.end());
  }

  cancel(): void {
    this.#stop();
    this.#taken.end();
    this.#writer.takeBack();
  }

  #stop(): void {
    for (const end of this.#ends) end();
    this.#ended();
  }

  #boxOfTop(top: string): Box {
    return carried(this.#boxes.get(top)!, this.#whole, this.box.peek());
  }

  #writeSome(): void {
    if (!this.#hasMoved || this.ids.size > MOST_WRITTEN || this.isWriting) return;
    this.written = this.shift;
    this.#writer.write(this.#edit());
  }

  #edit(): NewEdit | undefined {
    if (!this.#hasMoved) return undefined;
    return resize(this.#context.editing.board, new Map([...this.ids].map((id) => [id, this.#boxOfTop(id)])));
  }
}
