import type { Contents } from './places.ts';

/** What comes first: what was changed last, or the beginning of the alphabet. */
export type Sort = 'changed' | 'name';
export const sorts: readonly Sort[] = ['changed', 'name'];

/** Compares names as people do: `Plan 2` before `Plan 10`. */
export const comparerOf = (language: string): ((a: string, b: string) => number) =>
  new Intl.Collator(language, { numeric: true, sensitivity: 'base' }).compare;

/** Folders are always by name: they have no time of change. */
export function ordered({ folders, canvases }: Contents, sort: Sort, compare: (a: string, b: string) => number): Contents {
  const byName = (a: { readonly name: string }, b: { readonly name: string }) => compare(a.name, b.name);
  return {
    folders: folders.toSorted(byName),
    canvases: canvases.toSorted(sort === 'name' ? byName : (a, b) => later(a.modified_at, b.modified_at)),
  };
}

const later = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);

/**
 * The earlier order, as long as it holds the same things: while people work, a list by time of change would else jump under the
 * pointer of somebody who is about to click.
 */
export function calmly<T extends { readonly id: string }>(fresh: readonly T[], before: readonly string[]): readonly T[] {
  if (fresh.length !== before.length) return fresh;
  const byId = new Map(fresh.map((one) => [one.id, one]));
  const same = before.map((id) => byId.get(id)).filter((one) => one !== undefined);
  return same.length === fresh.length ? same : fresh;
}
