import type { XY } from '../../../model/looks/shapes.ts';
import { TREMBLE } from '../../view/gestures.ts';
import { kindOf, type PointerOwner } from '../../view/input.ts';
import type { BeginGesture, PointerGesture, ToolStep } from '../pointer-gesture.ts';
import type { Running, RunningGestures } from './running.ts';

export interface OnePointerContext {
  readonly running: RunningGestures;
  /** In pixels of the stage. */
  readonly placeOf: (event: PointerEvent) => XY;
  readonly toCanvas: (at: XY) => XY;
}

/**
 * A gesture of one pointer, from going down to going up. Whatever comes after its end, such as events of a pointer whose gesture Escape
 * has ended, is nobody's.
 */
export class OnePointer implements PointerOwner, Running {
  /** In pixels of the stage. */
  readonly from: XY;
  readonly begun: number;
  /** How far it has been from where it went down, in pixels. */
  farthest = 0;
  #gesture: PointerGesture | undefined;
  readonly #context: OnePointerContext;

  private constructor(event: PointerEvent, context: OnePointerContext) {
    this.#context = context;
    this.from = context.placeOf(event);
    this.begun = event.timeStamp;
  }

  /** Undefined: nobody wants the pointer. */
  static begin(event: PointerEvent, begin: BeginGesture, context: OnePointerContext): OnePointer | undefined {
    const pointer = new OnePointer(event, context);
    pointer.#gesture = begin(pointer.#step(event));
    if (!pointer.#gesture) return undefined;
    context.running.add(pointer);
    return pointer;
  }

  get isOver(): boolean {
    return this.#gesture === undefined;
  }

  take(event: PointerEvent): void {
    const gesture = this.#gesture;
    if (!gesture) return;
    if (event.type === 'pointermove') gesture.move(this.#step(event));
    else if (event.type === 'pointerup') {
      this.#end();
      gesture.up(this.#step(event));
    } else if (event.type !== 'pointerdown') {
      if (!gesture.taken) return this.cancel();
      this.#end();
      gesture.taken(event);
    }
  }

  cancel(): void {
    const gesture = this.#gesture;
    this.#end();
    gesture?.cancel();
  }

  #end(): void {
    this.#gesture = undefined;
    this.#context.running.end(this);
  }

  #step(event: PointerEvent): ToolStep {
    const at = this.#context.placeOf(event);
    const pointer = kindOf(event);
    this.farthest = Math.max(this.farthest, Math.hypot(at.x - this.from.x, at.y - this.from.y));
    return { at, point: this.#context.toCanvas(at), pointer, moved: this.farthest > TREMBLE[pointer], event };
  }
}
