import type { XY } from '../../model/looks/shapes.ts';
import type { Item } from '../live/board.ts';
import { editingByType } from './by-type.ts';
import { style } from './commands/style.ts';
import type { Editing } from './editing.ts';

type Opening = (typeof editingByType)[keyof typeof editingByType]['opens'];

/** What a double click and Enter do with a widget; undefined: nothing. */
export const openingOf = ({ widget }: Item): Opening | undefined =>
  (editingByType as Readonly<Record<string, { readonly opens: Opening } | undefined>>)[widget.widget_type]?.opens;

/** Where somebody pointed who opens a widget, in pixels of the stage and of the canvas. */
interface PointedPlace {
  readonly at: XY;
  readonly point: XY;
}

/** Begins to write, use or play a widget, whatever its kind asks for. Where it cannot, its properties open. */
export function openItem(editing: Editing, item: Item, place?: PointedPlace): void {
  if (!begin(editing, item, place)) editing.panel.value = 'properties';
}

function begin(editing: Editing, item: Item, place: PointedPlace | undefined): boolean {
  const { id, widget } = item;
  switch (openingOf(item)) {
    case 'text':
      return editing.kinds.enterCell(id) || editing.text.open(id, place && { at: place.at });
    case 'cells':
      return editing.kinds.enterCell(id, place?.point);
    case 'enter':
      return editing.islands.enter(id);
    case 'play': {
      const isPlaying = 'playback_state' in widget && widget.playback_state === 'playing';
      editing.perform(style(editing.board, [id], { playback_state: isPlaying ? 'paused' : 'playing' }, 'media'));
      return true;
    }
    default:
      return false;
  }
}
