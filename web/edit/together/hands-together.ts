import { effect, signal } from '@preact/signals';
import { type OtherPresence, usualClock } from '../../../client/index.ts';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Editing } from '../editing.ts';
import { createHeld, type Held, topOf } from '../held.ts';
import { createLift } from '../lift/lift.ts';
import { markHands, nameOf } from './hand-marks.ts';
import { OtherHand } from './other-hand.ts';
import { OtherInk } from './other-ink.ts';
import { tellHands } from './own-hands.ts';

/** Milliseconds for which what others let go stays where they let it go, unless the board shows it there sooner. */
const LANDING = 500;

/** Shows what all hands hold, and tells others of the own ones. */
export class HandsTogether {
  readonly #editing: Editing;
  readonly #held: Held;
  /** Hands of others by session, workspace and id of the hand. */
  readonly #hands = signal<ReadonlyMap<string, OtherHand>>(new Map());
  /** Hands that were let go, and that the board does not show yet. */
  readonly #landing = new Set<OtherHand>();
  readonly #ink: OtherInk;
  readonly #ends: (() => void)[];

  constructor(editing: Editing) {
    const { board, connection } = editing;
    this.#editing = editing;
    this.#held = createHeld(board);
    this.#ink = new OtherInk(editing);
    const { camera, frames, islands, layers, picture, presence } = editing;
    this.#ends = [
      connection.onPresence({
        seen: (other) => this.#hear(other),
        gone: ({ canvas_id, session_id }) => {
          if (canvas_id === board.canvas_id) this.#releaseAll(session_id);
        },
      }),
      createLift(editing),
      createLift({ board, camera, frames, held: this.#held, islands, layers, picture }, 'held by others'),
      markHands({ board, camera, frames, layers, presence, held: this.#held, hands: this.#hands }),
      board.onChange(() => {
        for (const hand of this.#landing) if (hand.isShown) this.#land(hand);
      }),
      tellHands(editing),
      effect(() => {
        editing.stage.dataset.others = String(this.#held.boxes.value.size);
      }),
      () => this.#ink.close(),
    ];
    for (const other of connection.presence.others(board.canvas_id)) this.#hear(other);
  }

  boxOf = (id: string): Box | undefined => this.#held.boxOf(id);

  isHeld(id: string): boolean {
    const { board } = this.#editing;
    const item = board.item(id);
    return item !== undefined && this.#holding().some(({ ids }) => topOf(board, item, ids) !== undefined);
  }

  /** The page with the smaller session id keeps what two pages have gripped at the same time. */
  loses(ids: Iterable<string>): boolean {
    this.#hands.value;
    const own = this.#editing.connection.client.sessionId ?? '';
    const others = this.#holding().filter(({ session }) => session < own);
    return others.length > 0 && [...ids].some((id) => others.some((hand) => hand.ids.has(id)));
  }

  writerOf(id: string): string | undefined {
    const writing = [...this.#hands.peek().values()].find(({ told }) => told.edits === id);
    return writing && nameOf(this.#editing.presence, writing.session);
  }

  close(): void {
    for (const end of this.#ends) end();
    for (const hand of [...this.#hands.peek().values(), ...this.#landing]) hand.end();
  }

  #holding(): OtherHand[] {
    const now = usualClock.steady();
    return [...this.#hands.peek().values()].filter((hand) => hand.isHolding(now));
  }

  #hear({ canvas_id, workspace, from, hands: told }: OtherPresence): void {
    const { board } = this.#editing;
    if (canvas_id !== board.canvas_id) return;
    const before = this.#hands.peek();
    const place = `${from.session_id} ${workspace} `;
    const after = new Map([...before].filter(([key]) => !key.startsWith(place)));
    const now = usualClock.steady();
    for (const one of told) {
      const known = before.get(place + one.id);
      const goesOn = known?.goesOn(one);
      if (goesOn) known!.tell(one, now);
      const hand = goesOn ? known! : new OtherHand(one, { board, held: this.#held, session: from.session_id }, now);
      after.set(place + one.id, hand);
    }
    if (before.size + after.size > 0) this.#set(after);
  }

  #releaseAll(session: string): void {
    this.#set(new Map([...this.#hands.peek()].filter(([, hand]) => hand.session !== session)));
  }

  #set(hands: ReadonlyMap<string, OtherHand>): void {
    const stay = new Set(hands.values());
    for (const hand of this.#hands.peek().values()) if (!stay.has(hand)) this.#release(hand);
    this.#hands.value = hands;
    this.#ink.show(hands);
  }

  #release(hand: OtherHand): void {
    this.#landing.add(hand);
    if (hand.isShown) return this.#land(hand);
    usualClock.after(LANDING, () => this.#land(hand));
  }

  #land(hand: OtherHand): void {
    if (this.#landing.delete(hand)) hand.end();
  }
}
