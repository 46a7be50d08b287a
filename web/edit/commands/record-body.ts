import type { WidgetElement } from '../../live/element.ts';

/** The identity of a record, and what follows from the rest of it or from the time. */
const OWN = new Set(['id', 'widget_type', 'state', 'annotations', 'column_widths', 'row_heights', 'duration', 'playing_since']);

/**
 * What a create takes to make a record again. The colour of letters is left out while it follows the paper, because no other may be sent
 * then (interface/widgets 4). @param without more fields that are left out
 */
export function bodyOf(record: WidgetElement, without: ReadonlySet<string> = nothing): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  const follows = 'auto_text_color' in record && record.auto_text_color;
  for (const field in record) {
    const isLeftOut = OWN.has(field) || without.has(field) || (follows && field === 'text_color');
    if (!isLeftOut) body[field] = record[field as keyof WidgetElement];
  }
  return body;
}

const nothing: ReadonlySet<string> = new Set();
