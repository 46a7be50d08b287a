import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Colour } from '../../../model/looks/shapes.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';
import type { Seat } from '../seat.ts';
import type { InkStyle } from './drawing.ts';
import type { InkOptions } from './ink-options.ts';
import type { Written } from './written.ts';

/** What pens, fingers and mice share when they write on a canvas. */
export interface Inking {
  readonly options: InkOptions;
  /** Whether the code is loaded that writes. Pointers that come earlier make up for their steps then. */
  readonly isLoaded: ReadonlySignal<boolean>;
  /** What is offered: the colours of ink, then those of the canvas. */
  readonly colours: ReadonlySignal<readonly Colour[]>;
  /** The colour with which the pen writes. */
  readonly penColour: ReadonlySignal<Colour>;
  /** What is being written now, for those who tell others. */
  readonly written: Written;
  /** A pen has been here, so fingers do not write any more. */
  readonly hasPen: ReadonlySignal<boolean>;
  /** Somebody wants fingers to write all the same. */
  readonly drawsWithFingers: Signal<boolean>;
  /** Whether a touch that goes down is a palm and means nothing, until it is over. */
  ignoresTouch(event: PointerEvent): boolean;
  /** Whether a pointer writes with the tools of ink. What does not moves the view. */
  writesWith(event: PointerEvent): boolean;
  /** Begins to write with one pointer. Undefined: this one does not write, or there is nothing to write on. @param by whose stroke it is */
  write(step: ToolStep, style: InkStyle, by?: Seat): PointerGesture | undefined;
  /** Begins to erase with one pointer. Undefined: this one does not. */
  erase(step: ToolStep, by?: Seat): PointerGesture | undefined;
  close(): void;
}
