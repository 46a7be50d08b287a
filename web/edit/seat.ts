import { type Signal, signal } from '@preact/signals';
import type { XY } from '../../model/looks/shapes.ts';
import type { GridSize } from '../../model/types.ts';
import { type ConnectorStyle, firstConnectorStyle } from './kinds/connect/connector-style.ts';

export type ToolId =
  | 'select'
  | 'hand'
  | 'pen'
  | 'highlighter'
  | 'eraser'
  | 'note'
  | 'text'
  | 'connector'
  | 'table'
  | 'anchor'
  | 'browser'
  | 'file';

/** The person who edits on this page: the chosen tool, and what was chosen with it last. */
export interface Seat {
  readonly tool: Signal<ToolId>;
  /** Chosen twice in a row: it stays after it has made something. */
  readonly isLocked: Signal<boolean>;
  /** The paper of the next note. */
  readonly noteColour: Signal<string>;
  /** The last duplicate: a copy, and where its original lay, in pixels of the canvas. */
  duplicated?: { readonly copy: string; readonly from: XY };
  /** How many columns and rows the next table has. */
  readonly grid: Signal<GridSize>;
  /** Which web page is placed next. */
  readonly address: Signal<string>;
  /** How the next connector looks. */
  readonly connector: Signal<ConnectorStyle>;
}

export const createSeat = (): Seat => ({
  tool: signal('select'),
  isLocked: signal(false),
  noteColour: signal('#ffdb6eff'),
  connector: signal(firstConnectorStyle),
  grid: signal({ columns: 3, rows: 3 }),
  address: signal(''),
});
