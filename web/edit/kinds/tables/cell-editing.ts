import type { XY } from '../../../../model/looks/shapes.ts';

/** Writing into the cells of tables. */
export interface CellEditing {
  /** Goes into a cell of a table: the one at a point of the canvas, else the first; or begins to write a note that lies in a cell. */
  readonly enter: (id: string, at?: XY) => void;
  readonly close: () => void;
}
