import type { Item } from '../../live/board.ts';
import { textsOf } from '../../live/widget-words.ts';
import { readingOrder } from '../../outline/reading-order.ts';

/** What widgets say, for programs that take text alone: one paragraph for each text, in the order in which people read. */
export const copyText = (items: readonly Item[]): string =>
  readingOrder(items)
    .flatMap(({ item }) => textsOf(item.widget).map(({ text }) => text))
    .join('\n');
