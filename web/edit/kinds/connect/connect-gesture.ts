import type { Signal } from '@preact/signals';
import type { Item } from '../../../live/board.ts';
import type { Editing } from '../../editing.ts';
import type { PointerGesture, ToolStep } from '../../pointer-gesture.ts';
import { editTexts } from '../../texts.ts';
import { isMet } from './connectable.ts';
import type { EndPlace } from './drop-end.ts';
import { endFor, type FreeLine, type Reach, shapesOf } from './line-drag.ts';
import type { LineUnderWay } from './under-way.tsx';

/** Where a line was let go. */
export interface Drop {
  /** Undefined: on empty canvas. */
  readonly end: { readonly item: Item; readonly place: EndPlace } | undefined;
  readonly step: ToolStep;
}

interface ConnectContext {
  readonly editing: Pick<Editing, 'board' | 'camera'>;
  readonly line: FreeLine;
  /** What is shown of it. */
  readonly shown: Signal<LineUnderWay | undefined>;
  /** Whether a note is made where it is let go on empty canvas. */
  readonly makesNote: boolean;
  /** Called when it is let go after a drag; not on the widget at which it begins. */
  readonly drop: (drop: Drop) => void;
  /** Called when it is let go where it went down. */
  readonly click?: (step: ToolStep) => void;
  /** Called at its end, whatever that is. */
  readonly over?: () => void;
}

/** Pixels of the screen from a widget that still count as on it, and from the middle of a side that still count as there. */
const SLACK = { mouse: 8, pen: 8, touch: 16 } as const;
const SNAP = { mouse: 8, pen: 8, touch: 14 } as const;

export const reachOf = (pointer: ToolStep['pointer'], zoom: number): Reach => ({
  slack: SLACK[pointer] / zoom,
  snap: SNAP[pointer] / zoom,
});

/** A drag of one end of a line, until it is let go somewhere. */
export class ConnectGesture implements PointerGesture {
  readonly #context: ConnectContext;

  constructor(context: ConnectContext) {
    this.#context = context;
  }

  move(step: ToolStep): void {
    if (step.moved) this.#show(step);
  }

  up(step: ToolStep): void {
    const { drop, click } = this.#context;
    this.cancel();
    if (!step.moved) return click?.(step);
    const end = this.#endAt(step);
    if (end || !this.#isOnFixed(step)) drop({ end, step });
  }

  cancel(): void {
    this.#context.shown.value = undefined;
    this.#context.over?.();
  }

  #show(step: ToolStep): void {
    const { editing, line, shown, makesNote } = this.#context;
    const fixed = editing.board.item(line.fixed.id);
    if (!fixed) return this.cancel();
    const end = this.#endAt(step);
    const isBack = !end && this.#isOnFixed(step);
    const words = editTexts.peek().kinds;
    const hint = end
      ? end.place.auto_location
        ? { does: words.findsSide, else: words.nearSide }
        : { does: words.staysAtSide, else: words.deeper }
      : makesNote && !isBack
        ? { does: words.makesNote }
        : undefined;
    shown.value = {
      shapes: isBack ? [] : shapesOf(line, fixed.box, step.point, end),
      target: end?.item.box,
      hint: hint && { point: step.point, ...hint },
    };
  }

  #endAt(step: ToolStep): Drop['end'] {
    const { editing, line } = this.#context;
    return endFor(editing.board, line.fixed.id, step.point, reachOf(step.pointer, editing.camera.view.peek().zoom));
  }

  #isOnFixed({ point, pointer }: ToolStep): boolean {
    const { editing, line } = this.#context;
    const item = editing.board.item(line.fixed.id);
    return item !== undefined && isMet(item, point, reachOf(pointer, editing.camera.view.peek().zoom).slack);
  }
}
