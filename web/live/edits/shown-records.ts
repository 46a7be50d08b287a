import type { LaidOverlay } from '../board.ts';
import type { Element } from '../element.ts';

/** What is shown of a canvas, as a prediction reads it. */
export interface ShownRecords extends Pick<LaidOverlay, 'childrenOf' | 'ordinalOf' | 'linesAt' | 'strokesOn'> {
  readonly canvas_id: string;
  /** The surface of the canvas. */
  root(): Element | undefined;
  /** The record of a widget or a stroke as it is shown; undefined: it is not there. */
  shown(id: string): Element | undefined;
  /** All widgets, without the root. For what is asked rarely. */
  widgets(): readonly Element[];
  /** `YYYY-MM-DDTHH:mm:ss.sssZ`, by the server's clock. */
  now(): string;
}
