/** What is selected, and from where Shift extends it. */
export interface CardSelection {
  readonly ids: ReadonlySet<string>;
  readonly from: string | undefined;
}

export const nothing: CardSelection = { ids: new Set(), from: undefined };

/** Ctrl-click and checkboxes: one more, or one less. */
export function toggled({ ids }: CardSelection, id: string): CardSelection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return { ids: next, from: id };
}

/** Shift-click: everything from the last one that was chosen to this one, in the order that is shown. */
export function extended({ ids, from }: CardSelection, to: string, order: readonly string[]): CardSelection {
  const start = from === undefined ? -1 : order.indexOf(from);
  const end = order.indexOf(to);
  if (start < 0) return { ids: new Set([...ids, to]), from: to };
  return { ids: new Set([...ids, ...order.slice(Math.min(start, end), Math.max(start, end) + 1)]), from };
}

/** Without what is not there any more. The same object when everything still is. */
export function remaining(selection: CardSelection, isThere: (id: string) => boolean): CardSelection {
  const ids = [...selection.ids].filter(isThere);
  return ids.length === selection.ids.size ? selection : { ids: new Set(ids), from: selection.from };
}
