import type { Caption, Shape, Words } from '../../../model/looks/shapes.ts';
import type { WidgetOf } from '../../live/element.ts';

/** What a look draws of a text that is being written, and around it. */
export interface FieldShapes {
  /** Undefined: the look does not show this text. */
  readonly written: Words | Caption | undefined;
  readonly others: readonly Shape[];
}

/** A letter without width that is part of the letter before it: no layout changes by it, and no text has it at its end. */
const MARK = '\u034f';

/**
 * The shapes of a widget whose text is this. An empty text has a shape, too, where its first letter will stand.
 */
export function fieldShapes(
  shapesOf: (widget: WidgetOf) => readonly Shape[],
  widget: WidgetOf,
  field: string,
  text: string,
): FieldShapes {
  const marked = { ...widget, [field]: `${text.trimEnd()}${MARK}` } as WidgetOf;
  const shapes = shapesOf(marked);
  const written = shapes.find((shape) => (shape.kind === 'words' || shape.kind === 'caption') && shape.text.endsWith(MARK));
  return { written: written as Words | Caption | undefined, others: shapes.filter((shape) => shape !== written) };
}
