import type { CreateOperation, UpdateOperation } from '../../../live/edits/edit.ts';
import type { Line } from '../../../live/forms.ts';
import { type ConnectorStyle, widthOnCanvas } from './connector-style.ts';
import type { EndPlace } from './drop-end.ts';

/** An end of a connector: a widget, and where on it. */
export interface ConnectorEndAt {
  readonly id: string;
  readonly place: EndPlace;
}

/** A new connector. @param zoom that of the view, because people choose widths on the screen */
export const connect = (
  id: string,
  src: ConnectorEndAt,
  dst: ConnectorEndAt,
  { type, line_color, width, tips }: ConnectorStyle,
  zoom: number,
): CreateOperation => ({
  op: 'create',
  id,
  type: 'Connector',
  body: {
    type,
    line_color,
    line_width: widthOnCanvas(width, zoom),
    src: { id: src.id, ...src.place, tip: tips.src },
    dst: { id: dst.id, ...dst.place, tip: tips.dst },
  },
});

/** Leads one end of a connector to another widget or place. */
export const reconnect = (id: string, end: 'src' | 'dst', to: ConnectorEndAt): UpdateOperation => ({
  op: 'update',
  id,
  body: { [end]: { id: to.id, ...to.place } },
});

/** Turns a connector round: its tips change their ends, and its line stays where it is. */
export const turnRound = ({ id, src, dst }: Pick<Line, 'id' | 'src' | 'dst'>): UpdateOperation => ({
  op: 'update',
  id,
  body: { src: placeOf(dst), dst: placeOf(src) },
});

const placeOf = ({ id, rel_location, auto_location }: Line['src']) => ({ id, rel_location, auto_location });
