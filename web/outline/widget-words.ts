import type { WidgetOf } from '../live/board.ts';

/** A field in which people write what a widget is, and how near it is to being its name: 0 is the nearest. */
export interface WidgetText {
  readonly key: string;
  readonly text: string;
  readonly rank: number;
}

/**
 * What a widget says, the likeliest name first, without empty ones. Fields are known by what they are called, so a new type of widget
 * can be read, found and announced without a word about it here.
 */
export function textsOf(widget: object): WidgetText[] {
  const found: WidgetText[] = [];
  for (const key in widget) {
    const value = (widget as Readonly<Record<string, unknown>>)[key];
    if (typeof value !== 'string' || value === '') continue;
    const rank = ranks.findIndex((is) => is(key));
    if (rank >= 0 && value.trim() !== '') found.push({ key, text: value.trim(), rank });
  }
  return found.length > 1 ? found.sort((one, other) => one.rank - other.rank) : found;
}

/** What a widget is called, in one line; `''` where nobody wrote anything. */
export function nameOf(widget: object): string {
  const [first] = textsOf(widget);
  return first ? oneLine(first.text) : '';
}

/** What it says besides its name. */
export function contentOf(widget: object): string {
  const [name, ...rest] = textsOf(widget);
  if (!name) return '';
  const whole = name.text.length > LONGEST || name.text.includes('\n') ? [name, ...rest] : rest;
  return whole.map(({ text }) => text.replace(/\s+/g, ' ')).join(' · ');
}

/** Headings of the canvas, in whose order people read it. */
export const isHeading = (widget: WidgetOf): widget is WidgetOf<'Anchor'> => 'anchor_index' in widget;
/** Lines between two widgets. */
export const isConnector = (widget: WidgetOf): widget is WidgetOf<'Connector'> => 'src' in widget && 'dst' in widget;
/** Fields of a table, which show nothing of their own. */
export const isCell = (widget: WidgetOf): widget is WidgetOf<'TableCell'> => 'row' in widget && 'column' in widget;
export const isTable = (widget: WidgetOf): widget is WidgetOf<'Table'> => 'grid_size' in widget;
/** Frames that one sees through, of both kinds of anchors. */
export const isFrame = (widget: WidgetOf): boolean => widget.widget_type.endsWith('Anchor');

const ranks: readonly ((key: string) => boolean)[] = [
  (key) => key === 'title' || key === 'name' || key.endsWith('_name'),
  (key) => key === 'text',
  (key) => key.endsWith('filename'),
  (key) => key === 'url' || key === 'source',
];

/** Longer names are cut. */
const LONGEST = 120;

function oneLine(text: string): string {
  const line = (/^[^\r\n]*/.exec(text)?.[0] ?? '').replace(/\s+/g, ' ');
  return line.length > LONGEST ? `${line.slice(0, LONGEST - 1).trimEnd()}…` : line;
}
