import type { ReadonlySignal } from '@preact/signals';
import type { XY } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import type { PointerGesture, ToolStep } from '../pointer-gesture.ts';
import type { Table } from './tables/cells.ts';
import type { GridLine } from './tables/may-grow.ts';

/** What connectors, tables and parents do that other widgets do not. */
export interface Kinds {
  /** Whether the code is loaded that takes pointers and keys. Pointers that come earlier make up for their steps then. */
  readonly isLoaded: ReadonlySignal<boolean>;
  /** A drag from a widget. A press that stays in its place chooses where the next connector begins, or ends it. */
  beginConnector(step: ToolStep): PointerGesture | undefined;
  /** Begins a connector at a point of the canvas, or ends there the one that is begun. */
  placeConnector(point: XY): void;
  /** Connects two widgets, wherever the nearest pair of their sides is. */
  join(src: string, dst: string): void;
  /**
   * Goes into a cell of a table: the one at a point of the canvas, else the first; or begins to write a note that lies in a cell. False: the
   * widget is neither.
   */
  readonly enterCell: (id: string, at?: XY) => boolean;
  /** Gives a table one more column or row, and selects what it becomes. */
  grow(table: Item<Table>, line: GridLine): void;
  /** Takes a key before the selection does. False: it means what it means everywhere. */
  press(event: KeyboardEvent): boolean;
  /** What a dialog asks for; undefined: nothing. */
  readonly asked: ReadonlySignal<KindQuestion | undefined>;
  /** Opens a dialog. Returns what closes it, if it is still open. */
  ask(question: KindQuestion): () => void;
  /** What was asked is settled, or given up. */
  answered(): void;
  close(): void;
}

/**
 * `connect`: where a connector from the selected widget leads. `put`: on which widget the selected ones lie. `table`: how many columns
 * and rows the next table has. `address`: which web page is placed next.
 */
export type KindQuestion = 'address' | 'connect' | 'put' | 'table';
