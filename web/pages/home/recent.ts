import { lastFirst } from './linked.ts';
import type { ListedCanvas, ListedMark } from './listed.ts';

/** Canvases that the person opened, the last one first; what is in the trash waits there. */
export const recentOf = (
  canvases: ReadonlyMap<string, ListedCanvas>,
  marks: ReadonlyMap<string, Pick<ListedMark, 'item_id' | 'opened_at'>>,
): readonly ListedCanvas[] =>
  lastFirst(marks.values())
    .filter(({ opened_at }) => opened_at !== '')
    .flatMap(({ item_id }) => canvases.get(item_id) ?? [])
    .filter(({ in_trash }) => !in_trash);
