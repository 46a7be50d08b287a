import type { ReadonlySignal } from '@preact/signals';
import type { Box } from '../../../model/looks/shapes.ts';

/** What hands on other pages do, what others see of the own ones, and the layers on which all of them are shown. */
export interface Together {
  /** Whether the code is loaded. Before that, nobody is seen to hold anything; a grip asks for it again. */
  readonly isLoaded: ReadonlySignal<boolean>;
  /** Where a widget is shown that somebody else moves or sizes, in pixels of the canvas; undefined: where the board says. */
  boxOf(id: string): Box | undefined;
  /** Whether a hand on another page holds a widget, or something that it lies on. Nobody else can grip it then. */
  isHeld(id: string): boolean;
  /** The name of somebody on another page who writes the text of a widget; undefined: nobody. */
  writerOf(id: string): string | undefined;
  /** Whether another page has gripped one of these widgets at the same time, and keeps it. Reads a signal that tells of each change. */
  loses(ids: Iterable<string>): boolean;
  close(): void;
}
