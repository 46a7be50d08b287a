import type { Colour } from '../../../model/looks/shapes.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';
import type { Seat } from '../seat.ts';

/** How a tool writes. */
export interface InkStyle {
  readonly colour: Colour;
  /** In pixels of the screen. */
  readonly width: number;
  /** Where the pointer has any. */
  readonly followsPressure: boolean;
}

/** Writing and erasing. The pointers that it takes are no palms. */
export interface Drawing {
  /** Undefined: there is nothing to write on. @param by whose stroke it is */
  write(step: ToolStep, style: InkStyle, by: Seat): PointerGesture | undefined;
  erase(step: ToolStep, by: Seat): PointerGesture;
  close(): void;
}
