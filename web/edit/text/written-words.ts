import { captionShapes } from '../../../model/looks/captions.ts';
import { opacityOf } from '../../../model/looks/colours.ts';
import { measure } from '../../../model/looks/measure.ts';
import type { Caption, Words } from '../../../model/looks/shapes.ts';
import type { Size } from '../../../model/types.ts';
import type { Item } from '../../live/board.ts';
import type { Looks } from '../../paint/looked.ts';
import { scale } from '../../parts/appearance/scale.ts';
import { boxFor } from './box-for.ts';
import { layOutDraft } from './draft-layout.ts';
import { fieldShapes } from './field-shapes.ts';

/** Pixels of the screen for one of a caption. */
export const pageScale = (): number => Number(scale.peek());

/** No name is longer, in pixels of a caption. */
const LONGEST = 4000;

/**
 * Where a text is written, in pixels of the widget, or for the name of a frame in those of captions. Undefined: there is no room for it.
 * @param zoom pixels of the stage for one of the widget
 */
export function wordsOf(written: Words | Caption, zoom: number): Words | undefined {
  if (written.kind === 'words') return written;
  const found = captionShapes(written, zoom / pageScale(), measure).findLast((shape): shape is Words => shape.kind === 'words');
  return found && (written.place === 'above' ? { ...found, box: { ...found.box, width: LONGEST } } : found);
}

export const sizeOf = ({ widget, box }: Item): Size => ('size' in widget ? (widget.size as Size) : box);

/** Sizes that differ less are one, as a share. */
const SAME = 0.01;

/**
 * The height of the letters of a text without paper whose box is the one that it needs. Undefined: it has paper, or a person has given it
 * another size, which stays.
 */
export function lettersOfText(item: Item, field: string, looks: Looks): number | undefined {
  const { widget } = item;
  if (widget.widget_type !== 'Note' || field !== 'text' || widget.title !== '' || widget.auto_text_color) return undefined;
  if (opacityOf(widget.background_color) > 0) return undefined;
  const { written } = fieldShapes((one) => looks.shapesOf({ ...item, widget: one }), widget, field, widget.text);
  if (written?.kind !== 'words') return undefined;
  const { size } = layOutDraft(written, widget.text, measure);
  const wanted = boxFor(widget.text, size, measure);
  const isSame = (one: number, other: number): boolean => Math.abs(one / other - 1) < SAME;
  return isSame(wanted.width, widget.size.width) && isSame(wanted.height, widget.size.height) ? size : undefined;
}
