import { effect, signal, untracked } from '@preact/signals';
import type { XY } from '../../../../model/looks/shapes.ts';
import { cellId } from '../../../../model/widgets/table-cell.ts';
import type { Item } from '../../../live/board.ts';
import { newId } from '../../../live/edits/new-id.ts';
import type { WidgetOf } from '../../../live/element.ts';
import { isPart } from '../../../live/forms.ts';
import type { Editing } from '../../editing.ts';
import type { CellEditing } from './cell-editing.ts';
import { cellName, type ShownCell, showCell } from './cell-field.ts';
import { noteInCell } from './cell-fit.ts';
import { type CellPlace, type CellStep, cellAt, steppedCell, type Table } from './cells.ts';

export const createCellEditing = (editing: Editing): CellEditing => new CanvasCells(editing);

interface Inside {
  readonly table: string;
  readonly place: CellPlace;
}

class CanvasCells implements CellEditing {
  readonly #editing: Editing;
  readonly #inside = signal<Inside | undefined>(undefined);
  /** The note whose text is open. */
  readonly #writing = signal<string | undefined>(undefined);
  readonly #shown = signal<ShownCell | undefined>(undefined);
  readonly #ends: (() => void)[];

  constructor(editing: Editing) {
    this.#editing = editing;
    const heard = {
      typed: (text: string) => this.#write(text),
      pressed: (event: KeyboardEvent) => this.#pressed(event),
      left: () => this.#left(),
    };
    this.#ends = [
      effect(() => {
        this.#inside.value;
        this.#writing.value;
        untracked(() => this.#show());
      }),
      effect(() => {
        const opened = editing.text.opened.value;
        untracked(() => this.#opened(opened));
      }),
      editing.board.onChange(() => this.#inside.peek() && this.#show()),
      showCell(editing, this.#shown, heard),
    ];
  }

  enter = (id: string, at?: XY): void => {
    const item = this.#editing.board.item(id);
    if (item?.widget.widget_type === 'Table') {
      const place = at ? cellAt(item.box, item.widget, at) : { column: 0, row: 0 };
      return this.#goTo({ table: id, place });
    }
    const cell = item?.widget.widget_type === 'Note' ? this.#editing.board.item(item.widget.parent_id) : undefined;
    if (!item || cell?.widget.widget_type !== 'TableCell') return;
    const { parent_id, column, row } = cell.widget;
    this.#goTo({ table: parent_id, place: { column, row } });
    this.#open(item, undefined);
  };

  close = (): void => {
    this.#inside.value = undefined;
    for (const end of this.#ends) end();
  };

  #goTo(inside: Inside): void {
    this.#inside.value = inside;
  }

  #show(): void {
    const inside = this.#inside.peek();
    const cell = this.#cell();
    if (inside && !cell) this.#inside.value = undefined;
    const note = cell && this.#noteIn(cell);
    this.#shown.value = inside &&
      cell && {
        place: inside.place,
        box: cell.box,
        text: note?.widget.widget_type === 'Note' ? note.widget.text : '',
        isWritten: this.#writing.peek() !== undefined,
      };
  }

  #cell(): Item | undefined {
    const { board } = this.#editing;
    const inside = this.#inside.peek();
    if (!inside) return undefined;
    const { table, place } = inside;
    const cell = board.item(cellId(table, place));
    if (cell && isPart(cell.widget) && cell.widget.parent_id === table) return cell;
    // Tables of older servers have cells with other ids
    const box = board.item(table)?.box;
    const isHere = ({ widget }: Item): boolean =>
      widget.widget_type === 'TableCell' &&
      widget.parent_id === table &&
      widget.column === place.column &&
      widget.row === place.row;
    return box && board.itemsIn(box).find(isHere);
  }

  /** The topmost one. */
  #noteIn(cell: Item): Item | undefined {
    const items = this.#editing.board.itemsIn(cell.box);
    return items.findLast(({ widget }) => widget.widget_type === 'Note' && widget.parent_id === cell.id);
  }

  #pressed(event: KeyboardEvent): boolean {
    const step = stepOf(event);
    if (step) this.#step(step);
    else if (event.key === 'Escape') this.#leave();
    else if (event.key === 'F2') this.#write('');
    else if (event.key === 'Delete' || event.key === 'Backspace') this.#empty();
    return step !== undefined || ['Escape', 'F2', 'Delete', 'Backspace'].includes(event.key);
  }

  /** Keys of the text that is being written: those that lead to another cell, and out. */
  #pressedInText(event: KeyboardEvent): boolean {
    if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      this.#editing.stage.ownerDocument.execCommand('insertText', false, '\n');
      return true;
    }
    const step = event.key.startsWith('Arrow') ? undefined : stepOf(event);
    if (!step && event.key !== 'Escape') return false;
    event.preventDefault();
    const inside = this.#inside.peek();
    this.#closeText();
    if (inside) this.#goTo(inside);
    if (step) this.#step(step);
    else this.#leave();
    return true;
  }

  #step(step: CellStep): void {
    const inside = this.#inside.peek();
    const table = inside && this.#editing.board.item(inside.table)?.widget;
    const place = inside && table && steppedCell(inside.place, step, table as Table);
    if (place) this.#goTo({ table: inside.table, place });
  }

  #leave(): void {
    const { outline, stage } = this.#editing;
    const inside = this.#inside.peek();
    this.#inside.value = undefined;
    if (inside) outline.selection.select(inside.table);
    stage.focus({ preventScroll: true });
  }

  /** The focus went elsewhere, but not to the text of the cell. */
  #left(): void {
    if (this.#writing.peek() === undefined && this.#shown.peek()?.isWritten === false) {
      const inside = this.#inside.peek();
      queueMicrotask(() => {
        const isBack = this.#editing.stage.ownerDocument.activeElement?.classList.contains('cell-field');
        if (!isBack && this.#writing.peek() === undefined && this.#inside.peek() === inside) this.#inside.value = undefined;
      });
    }
  }

  /** Writes into the cell: on after what is there, or in a new note that fills it. */
  #write(typed: string): void {
    const cell = this.#cell();
    if (!cell) return;
    const note = this.#noteIn(cell);
    if (note) this.#open(note, typed);
    else if (typed !== '') this.#make(cell, typed);
  }

  #open(note: Item, typed: string | undefined): void {
    const { text } = note.widget as { readonly text: string };
    this.#begin(note.id, typed ? { typed: text + typed } : {});
  }

  #make(cell: Item, typed: string): void {
    const { edits } = this.#editing;
    const id = newId();
    const body = { ...noteInCell((cell.widget as WidgetOf<'TableCell'>).size), parent_id: cell.id };
    const made = edits.add({ label: 'text', operations: [{ op: 'create', id, type: 'Note', body }] });
    this.#begin(id, { typed, isNew: true, made });
  }

  #begin(id: string, options: object): void {
    const inside = this.#inside.peek();
    if (!inside) return;
    this.#writing.value = id;
    const pressed = (event: KeyboardEvent): boolean => this.#pressedInText(event);
    if (!this.#editing.text.open(id, { ...options, label: cellName(inside.place), pressed })) this.#writing.value = undefined;
  }

  #closeText(): void {
    this.#editing.text.close();
  }

  /** A text that was closed by somebody else ends the stay in the cell. */
  #opened(id: string | undefined): void {
    const writing = this.#writing.peek();
    if (writing === undefined || id === writing) return;
    this.#writing.value = undefined;
    this.#inside.value = undefined;
    const note = this.#editing.board.item(writing)?.widget;
    if (note?.widget_type === 'Note' && note.text === '' && note.title === '') this.#delete(writing);
  }

  #empty(): void {
    const cell = this.#cell();
    const note = cell && this.#noteIn(cell);
    if (note) this.#delete(note.id);
  }

  #delete(id: string): void {
    this.#editing.perform({ label: 'delete', operations: [{ op: 'delete', id }] });
  }
}

/** Where a key leads while nothing is being written. */
function stepOf({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent): CellStep | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Tab') return shiftKey ? 'previous' : 'next';
  return shiftKey ? undefined : steps[key];
}

const steps: Readonly<Record<string, CellStep>> = {
  Enter: 'below',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'above',
  ArrowDown: 'below',
};
