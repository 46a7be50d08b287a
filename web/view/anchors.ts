import { type ReadonlySignal, signal } from '@preact/signals';
import type { Board, BoardChange, Item, WidgetOf } from '../live/board.ts';
import { headingNumber } from '../live/forms.ts';

export type AnchorItem = Item<WidgetOf<'Anchor'>>;

/** The anchors of a canvas in the order in which people walk them: by index, then by name. */
export interface Anchors {
  readonly list: ReadonlySignal<readonly AnchorItem[]>;
  close(): void;
}

/** Looks at what changes only, because a canvas has far more widgets than anchors. */
export function createAnchors(board: Pick<Board, 'items' | 'onChange'>): Anchors {
  const byId = new Map<string, AnchorItem>();
  const list = signal<readonly AnchorItem[]>([]);
  const sort = (): void => {
    list.value = [...byId.values()].sort(inOrder);
  };
  const fill = (): void => {
    byId.clear();
    for (const item of board.items()) if (isAnchor(item)) byId.set(item.id, item);
    sort();
  };
  const close = board.onChange((change) => {
    if (change.whole) return fill();
    if (takes(byId, change)) sort();
  });
  fill();
  return { list, close };
}

/** The one after or before another in the list, around its ends; without another the first or last. */
export function besideAnchor(list: readonly AnchorItem[], id: string | undefined, step: 1 | -1): AnchorItem | undefined {
  const at = list.findIndex((anchor) => anchor.id === id);
  if (at < 0) return step === 1 ? list[0] : list.at(-1);
  return list[(at + step + list.length) % list.length];
}

const isAnchor = (item: Item): item is AnchorItem => headingNumber(item.widget) !== undefined;

/** Whether any anchor was in it. */
function takes(byId: Map<string, AnchorItem>, { added, changed, removed }: BoardChange): boolean {
  const there = [...added, ...changed].filter(isAnchor);
  const gone = removed.filter(isAnchor);
  for (const { id } of gone) byId.delete(id);
  for (const item of there) byId.set(item.id, item);
  return there.length + gone.length > 0;
}

function inOrder({ id, widget }: AnchorItem, other: AnchorItem): number {
  const byIndex = widget.anchor_index - other.widget.anchor_index;
  return byIndex || widget.anchor_name.localeCompare(other.widget.anchor_name) || (id < other.id ? -1 : 1);
}
