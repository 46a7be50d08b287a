import type { Colour } from '../../../model/looks/shapes.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';

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
  /** Undefined: there is nothing to write on. */
  write(step: ToolStep, style: InkStyle): PointerGesture | undefined;
  erase(step: ToolStep): PointerGesture;
  close(): void;
}
