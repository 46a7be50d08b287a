import type { Body } from '../../../../model/field.ts';
import type { Box, XY } from '../../../../model/looks/shapes.ts';
import type { Item } from '../../../live/board.ts';

export interface NoteMeasures {
  /** The side of a new note whose source is no note, in pixels of the canvas. */
  readonly side: number;
  /** The paper of that note. */
  readonly colour: string;
}

/**
 * A note where a connector ends on empty canvas: as large and of the same colours as the source, if that is a note. The point is the
 * middle of the side that faces the source.
 */
export function noteBeyond(source: Item, point: XY, { side, colour }: NoteMeasures): Body {
  const { widget, zoom } = source;
  const isNote = widget.widget_type === 'Note';
  const size = isNote ? widget.size : { width: side, height: side };
  const scale = isNote ? zoom : 1;
  const location = besidePoint(source.box, point, size.width * scale, size.height * scale);
  if (!isNote) return { location, size, scale, background_color: colour };
  const { background_color, auto_text_color, text_color } = widget;
  const colours = { background_color, auto_text_color };
  return { location, size, scale, ...(auto_text_color ? colours : { ...colours, text_color }) };
}

function besidePoint(source: Box, { x, y }: XY, width: number, height: number): XY {
  const across = x - (source.x + source.width / 2);
  const down = y - (source.y + source.height / 2);
  const isBeside = Math.abs(across) / source.width >= Math.abs(down) / source.height;
  if (isBeside) return { x: across < 0 ? x - width : x, y: y - height / 2 };
  return { x: x - width / 2, y: down < 0 ? y - height : y };
}
