import { effect, type Signal } from '@preact/signals';
import type { Connection } from '../../live/connection.ts';
import { type FollowedItem, followItem } from '../../live/list.ts';
import type { ListedCanvas, ListedMark } from './listed.ts';

/** A page has more to follow over its one socket. */
const MOST = 12;

/** Marks of canvases, the one that was opened last first. */
export const lastFirst = <T extends Pick<ListedMark, 'opened_at'>>(marks: Iterable<T>): T[] =>
  [...marks].sort((a, b) => (a.opened_at < b.opened_at ? 1 : -1));

/**
 * Follows, each by itself, the last canvases that somebody opened or starred and that their list leaves out: a canvas that reaches them
 * only by its link stands in no list (interface/canvases 4.2). Shows those that they may still see.
 */
export function followLinked(
  connection: Connection,
  listed: () => ReadonlyMap<unknown, unknown> | undefined,
  marks: () => ReadonlyMap<unknown, ListedMark> | undefined,
  shown: Signal<readonly ListedCanvas[]>,
): () => void {
  const followed = new Map<string, FollowedItem<ListedCanvas>>();
  const end = effect(() => {
    const all = listed();
    if (!all) return;
    const wanted = lastFirst(marks()?.values() ?? []).filter(
      ({ item_id, starred, opened_at }) => !all.has(item_id) && (starred || opened_at !== ''),
    );
    const ids = new Set(wanted.slice(0, MOST).map(({ item_id }) => item_id));
    for (const [id, { close }] of followed) {
      if (ids.has(id)) continue;
      close();
      followed.delete(id);
    }
    for (const id of ids) if (!followed.has(id)) followed.set(id, followItem(connection, `/canvases/${id}`));
    shown.value = [...followed.values()].flatMap(({ item, state }) => {
      const one = state.value.is === 'gone' ? undefined : item.value;
      return one && !one.in_trash ? one : [];
    });
  });
  return () => {
    end();
    for (const { close } of followed.values()) close();
    shown.value = [];
  };
}
