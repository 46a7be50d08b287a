import { useState } from 'preact/hooks';
import type { GridSize } from '../../../../model/types.ts';
import { Button } from '../../../parts/button.tsx';
import { Field } from '../../../parts/field.tsx';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { AskPopover } from '../ask/ask-popover.tsx';
import './table-size.css';

interface Props {
  readonly editing: Editing;
  readonly onClose: () => void;
}

/** The most columns and rows of a table (interface/widgets 10.1), and of the squares. */
const MOST = 100;
const SQUARES = 8;

/** How many columns and rows the next table has: by a press on a square, or in numbers. */
export function TableSize({ editing: { seat }, onClose }: Props) {
  const words = editTexts.value.kinds;
  const [grid, setGrid] = useState<GridSize>(seat.grid.peek());
  const take = (chosen: GridSize): void => {
    seat.grid.value = chosen;
    onClose();
  };
  return (
    <AskPopover label={words.tableSize} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          take(grid);
        }}
      >
        <Squares grid={grid} point={setGrid} take={take} />
        <div class="ask-row">
          <Count label={words.columns} value={grid.columns} set={(columns) => setGrid({ ...grid, columns })} />
          <Count label={words.rows} value={grid.rows} set={(rows) => setGrid({ ...grid, rows })} />
          <Button kind="primary" type="submit">
            {words.make}
          </Button>
        </div>
      </form>
    </AskPopover>
  );
}

interface SquaresProps {
  readonly grid: GridSize;
  readonly point: (grid: GridSize) => void;
  readonly take: (grid: GridSize) => void;
}

const places = Array.from({ length: SQUARES * SQUARES }, (_, at) => ({
  column: at % SQUARES,
  row: Math.floor(at / SQUARES),
}));

/** For pointers; the numbers below say the same to everybody. */
function Squares({ grid, point, take }: SquaresProps) {
  const gridAt = ({ clientX, clientY, currentTarget }: PointerEvent | MouseEvent): GridSize => {
    const { left, top, width, height } = (currentTarget as HTMLElement).getBoundingClientRect();
    const along = (share: number): number => Math.min(SQUARES, Math.max(1, Math.ceil(share * SQUARES)));
    return { columns: along((clientX - left) / width), rows: along((clientY - top) / height) };
  };
  return (
    <div
      class="table-squares"
      aria-hidden="true"
      onPointerMove={(event) => point(gridAt(event))}
      onClick={(event) => take(gridAt(event))}
    >
      {places.map(({ column, row }) => (
        <span key={`${column} ${row}`} class={column < grid.columns && row < grid.rows ? 'on' : ''} />
      ))}
    </div>
  );
}

interface CountProps {
  readonly label: string;
  readonly value: number;
  readonly set: (value: number) => void;
}

const Count = ({ label, value, set }: CountProps) => (
  <Field
    label={label}
    type="number"
    min={1}
    max={MOST}
    step={1}
    value={value}
    onInput={({ currentTarget }) => set(Math.min(MOST, Math.max(1, Math.round(Number(currentTarget.value)) || 1)))}
    onFocus={({ currentTarget }) => currentTarget.select()}
  />
);
