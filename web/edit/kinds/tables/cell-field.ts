import { effect, type ReadonlySignal, signal } from '@preact/signals';
import type { Box } from '../../../../model/looks/shapes.ts';
import type { Editing } from '../../editing.ts';
import { editTexts } from '../../texts.ts';
import { screenBox } from '../connect/under-way.tsx';
import type { CellPlace } from './cells.ts';
import './cell-field.css';

/** The cell that somebody is in, as it is shown. */
export interface ShownCell {
  readonly place: CellPlace;
  /** On the canvas, in its pixels. */
  readonly box: Box;
  /** What is written in it already. */
  readonly text: string;
  /** Another field takes the letters now. */
  readonly isWritten: boolean;
}

interface Heard {
  /** Letters, or a word that an input method has finished. */
  readonly typed: (text: string) => void;
  /** False: the key means nothing in a cell. */
  readonly pressed: (event: KeyboardEvent) => boolean;
  readonly left: () => void;
}

export const cellName = ({ row, column }: CellPlace): string => editTexts.value.kinds.cell(row + 1, column + 1);

/** A ring around a cell, and in it a field that hears what is typed. Returns what takes them away. */
export function showCell(
  { layers, camera }: Pick<Editing, 'layers' | 'camera'>,
  cell: ReadonlySignal<ShownCell | undefined>,
  heard: Heard,
): () => void {
  const { ownerDocument } = layers.editors;
  const ring = Object.assign(ownerDocument.createElement('div'), { className: 'cell-ring' });
  const hint = Object.assign(ownerDocument.createElement('p'), { className: 'cell-hint' });
  const field = Object.assign(ownerDocument.createElement('textarea'), { className: 'cell-field', rows: 1, spellcheck: true });
  hint.setAttribute('aria-hidden', 'true');
  ring.append(field, hint);
  listenTo(field, heard);
  const shownAt = signal('');
  return effect(() => {
    const shown = cell.value;
    camera.view.value;
    if (!shown) {
      shownAt.value = '';
      return ring.remove();
    }
    if (!ring.isConnected) layers.editors.append(ring);
    const { x, y, width, height } = screenBox(shown.box, camera);
    ring.style.translate = `${x}px ${y}px`;
    ring.style.width = `${width}px`;
    ring.style.height = `${height}px`;
    hint.textContent = editTexts.value.kinds.cellKeys;
    field.hidden = shown.isWritten;
    ring.classList.toggle('written', shown.isWritten);
    field.setAttribute('aria-label', cellName(shown.place));
    field.setAttribute('aria-description', shown.text);
    const at = shown.isWritten ? '' : cellName(shown.place);
    if (at !== '' && at !== shownAt.peek()) {
      field.value = '';
      field.focus({ preventScroll: true });
    }
    shownAt.value = at;
  });
}

function listenTo(field: HTMLTextAreaElement, { typed, pressed, left }: Heard): void {
  const take = (): void => {
    const { value } = field;
    field.value = '';
    if (value !== '') typed(value);
  };
  field.addEventListener('input', (event) => {
    if (!(event as InputEvent).isComposing) take();
  });
  field.addEventListener('compositionend', take);
  field.addEventListener('blur', left);
  field.addEventListener('keydown', (event) => {
    // The canvas must not take it, too
    event.stopPropagation();
    if (!event.isComposing && pressed(event)) event.preventDefault();
  });
}
