import { effect, untracked } from '@preact/signals';
import { usualClock } from '../../../client/index.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { newId } from '../../live/edits/new-id.ts';
import { isFrame, type PlacedWidget } from '../../live/forms.ts';
import type { Snapping } from '../arrange/arranging.ts';
import { movableOf } from '../commands/command-board.ts';
import { duplicate } from '../commands/duplicate.ts';
import { move } from '../commands/move.ts';
import { scale } from '../commands/scale.ts';
import { type HeldGroup, topOf } from '../held.ts';
import { isStill, rest, type Shift, scalingOf, shifted, still } from '../shift.ts';
import type { Carried } from './drops.ts';
import type { HandsContext } from './hands-context.ts';
import { GestureWriter } from './writer.ts';

/** Milliseconds between two writes of what is held. */
const WRITE_EVERY = 1000;
/** More widgets are written on release only: others would wait for them. */
const MOST_WRITTEN = 200;
/** Milliseconds between two calls for what is carried and rests. */
const REST_EVERY = 200;
/** Widgets larger than this share of the view are not raised when they are gripped. */
const LARGE = 0.5;

type Place = Omit<Carried, 'ids'>;

/** What is selected and may be moved, from the moment in which it is gripped until it is let go. */
export class Holding implements HeldGroup {
  readonly ids: ReadonlySet<string>;
  readonly isSized = false;
  readonly #context: HandsContext;
  readonly #writer: GestureWriter;
  readonly #taken: { moved(): void; end(): void };
  readonly #ends: (() => void)[];
  readonly #snapping: Snapping | undefined;
  shift = still;
  written = still;
  #raises: boolean;
  #place: Place | undefined;

  /** @param copies whether copies are held in the place of what is selected @param gone called when all that is held has been deleted, or somebody else holds it */
  constructor(context: HandsContext, copies: boolean, gone: () => void) {
    this.#context = context;
    const { editing } = context;
    this.#writer = new GestureWriter(editing, context.newRun());
    if (copies) this.#copy();
    const { movable } = movableOf(editing.board, editing.outline.selection.ids.peek());
    this.ids = new Set(
      movable.filter(({ id }) => !editing.together.isHeld(id) && editing.held.boxOf(id) === undefined).map(({ id }) => id),
    );
    this.#raises = true;
    this.#snapping = editing.arranging.snap(this.ids);
    this.#taken = editing.held.take(this);
    const writes = usualClock.every(WRITE_EVERY, () => this.#writeSome());
    const rests = usualClock.every(REST_EVERY, () => this.#over());
    this.#ends = [
      () => writes.cancel(),
      () => rests.cancel(),
      () => this.#snapping?.end(),
      effect(() => {
        if (editing.together.loses(this.ids)) untracked(gone);
      }),
      editing.board.onChange(({ whole, removed }) => {
        if ((whole || removed.length > 0) && ![...this.ids].some((id) => editing.board.item(id))) gone();
      }),
    ];
  }

  get isWriting(): boolean {
    return this.#writer.isWriting;
  }

  /** From where the board shows them to where they are. */
  get #rest(): Shift {
    return rest(this.shift, this.written);
  }

  has(id: string): boolean {
    const { board } = this.#context.editing;
    const item = board.item(id);
    return item !== undefined && topOf(board, item, this.ids) !== undefined;
  }

  boxOf({ box }: Item): Box {
    return shifted(box, this.#rest);
  }

  moved(shift: Shift, place: Place): void {
    this.shift = this.#snapping?.moved(shift, place) ?? shift;
    this.#place = place;
    this.#taken.moved();
    this.#over();
  }

  done(place: Place): void {
    this.#stop();
    this.#writer.write(this.#edit(), () => {
      this.#taken.end();
      this.#drop(place);
    });
  }

  undone(): void {
    this.#stop();
    this.#taken.end();
    this.#context.drops()?.left();
    this.#writer.takeBack();
  }

  #copy(): void {
    const { board, outline } = this.#context.editing;
    const { edit, copies } = duplicate(board, outline.selection.ids.peek(), still, newId);
    this.#writer.write(edit);
    if (copies.size > 0) outline.selection.select(...copies.values());
  }

  #stop(): void {
    for (const end of this.#ends) end();
  }

  #over(): void {
    if (this.#place) this.#context.drops()?.over({ ...this.#place, ids: this.ids });
  }

  #drop(place: Place): void {
    const drops = this.#context.drops();
    this.#writer.write(drops?.dropped({ ...place, ids: this.ids }));
    drops?.left();
  }

  #writeSome(): void {
    if (this.ids.size > MOST_WRITTEN || this.isWriting) return;
    const edit = this.#edit();
    if (!edit) return;
    // What the board shows moves now, and what is held stays where it is
    this.written = this.shift;
    this.#writer.write(edit);
    this.#taken.moved();
  }

  /** What is left to write. */
  #edit(): NewEdit | undefined {
    const { board } = this.#context.editing;
    const shift = this.#rest;
    if (isStill(shift)) return undefined;
    const scaling = scalingOf(shift);
    if (scaling) return scale(board, this.ids, scaling.factor, scaling.about);
    const raises = this.#raises ? this.#isRaised : () => false;
    this.#raises = false;
    return move(board, this.ids, shift, { raises });
  }

  /** Neither what one sees through, nor what would hide the rest. */
  readonly #isRaised = ({ widget, box }: Item<PlacedWidget>): boolean => {
    const seen = this.#context.editing.camera.seen.peek();
    return !isFrame(widget) && box.width * box.height <= LARGE * seen.width * seen.height;
  };
}
