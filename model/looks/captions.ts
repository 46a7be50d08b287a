import type { Measure } from './look.ts';
import type { Box, Caption, Shape, Words } from './shapes.ts';

/** In pixels of the screen: the letters of a name, its row, the gap between this and the frame. */
const LETTERS = 13;
const ROW = 19;
const GAP = 7;
/** How far above its frame a name is painted, in pixels of the screen. */
export const CAPTION_REACH = ROW + GAP;
/** Names of narrower frames are hidden, in pixels of the screen. */
export const NARROWEST = 60;
/** From the left edge of the frame. */
const INDENT = 2;
const MARK = { letters: 11.5, radius: 6, padding: 5, gap: 7 };
/** No frame is wide enough for more. */
const MOST_TEXT = 300;

const named: ReadonlySet<string> = /* @__PURE__ */ new Set(['Anchor', 'Table']);

/** Whether something of a widget of this type is painted above its box. */
export const hasCaption = (widget_type: string): boolean => named.has(widget_type);

/**
 * What a caption is made of, in pixels of the screen, relative to the top-left corner of its frame; nothing where that is too narrow.
 * @param zoom pixels of the screen for one of the widget
 */
export function captionShapes({ box, place, text, colour, mark }: Caption, zoom: number, measure: Measure): Shape[] {
  const width = box.width * zoom;
  const height = box.height * zoom;
  if (width < NARROWEST) return [];
  const shown = text.slice(0, MOST_TEXT).trim();
  if (place === 'middle') {
    const row = { x: INDENT, y: 0, width: width - 2 * INDENT, height };
    return height < ROW || shown === '' ? [] : [letters(row, shown, colour, { across: 'middle' })];
  }
  const row = { x: INDENT, y: -CAPTION_REACH, width: width - INDENT, height: ROW };
  if (!mark) return shown === '' ? [] : [letters(row, shown, colour)];
  const wide = Math.max(ROW, measure(mark.text, 600) * MARK.letters + 2 * MARK.padding);
  const tile = { ...row, width: Math.min(wide, row.width) };
  const rest = { ...row, x: row.x + wide + MARK.gap, width: row.width - wide - MARK.gap };
  return [
    { kind: 'area', box: tile, colour: mark.tile, radius: MARK.radius },
    letters(tile, mark.text, mark.colour, { most: MARK.letters, across: 'middle' }),
    ...(shown === '' || rest.width < LETTERS ? [] : [letters(rest, shown, colour)]),
  ];
}

const letters = (box: Box, text: string, colour: string, more: Partial<Words> = {}): Words => ({
  kind: 'words',
  box,
  text,
  colour,
  most: LETTERS,
  weight: 600,
  down: 'middle',
  ...more,
});
