import type { Item } from '../../live/board.ts';
import type { PointerStep } from '../../view/gestures.ts';
import { heldKeys, kindOfStep, type PointerOwner, rulesOfScreen, stepOf } from '../../view/input.ts';
import type { Carried } from './drops.ts';
import type { HandsContext } from './hands-context.ts';
import { createHoldMachine } from './hold-machine.ts';
import { Holding } from './holding.ts';
import type { Running } from './running.ts';

/** Pointers on one widget: they tap it, ask for its menu, or hold it with whatever else is selected. */
export class Hold implements PointerOwner, Running {
  readonly #context: HandsContext;
  readonly #pressed: Item;
  readonly #ended: () => void;
  readonly #machine: ReturnType<typeof createHoldMachine>;
  #event!: PointerEvent;
  #holding: Holding | undefined;

  /** @param pressed what the first pointer went down on */
  constructor(pressed: Item, context: HandsContext, ended: () => void) {
    this.#context = context;
    this.#pressed = pressed;
    this.#ended = ended;
    this.#machine = createHoldMachine(rulesOfScreen, {
      toCanvas: context.toCanvas,
      begin: () => this.#begin(),
      moved: (shift, step) => this.#holding?.moved(shift, this.#carried(step)),
      done: (step) => this.#holding?.done(this.#carried(step)),
      undone: () => this.#holding?.undone(),
      tapped: (at, pointer) => void context.tapped({ at, pointer, shift: this.#event.shiftKey }),
      asked: context.askMenu,
    });
    context.running.add(this);
  }

  /** Whether a widget is among what it holds, or will be once a pointer moves. */
  has(id: string): boolean {
    return this.#holding?.has(id) ?? this.#pressed.id === id;
  }

  take(event: PointerEvent): void {
    this.#event = event;
    this.#machine.take(stepOf(kindOfStep(event), event, this.#context.editing.stage));
    if (this.#machine.isIdle) this.#end();
  }

  cancel(): void {
    this.#machine.cancel();
    this.#end();
  }

  /** What is not selected is selected first, with Shift besides the others. */
  #begin(): void {
    const { selection } = this.#context.editing.outline;
    const { id } = this.#pressed;
    if (!selection.ids.peek().has(id)) {
      if (this.#event.shiftKey) selection.toggle(id);
      else selection.select(id);
    }
    this.#holding = new Holding(this.#context, heldKeys(this.#event).alt, () => this.cancel());
  }

  #carried(step: PointerStep): Omit<Carried, 'ids'> {
    return { point: this.#context.toCanvas(step), pointer: step.pointer, mod: heldKeys(this.#event).mod };
  }

  #end(): void {
    this.#context.running.end(this);
    this.#ended();
  }
}
