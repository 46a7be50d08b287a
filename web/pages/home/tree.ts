import { isHome, isTrash, type Listed, type ListedFolder } from './listed.ts';

/** The folders that a person sees, by what is in what. */
export interface Tree {
  readonly folders: ReadonlyMap<string, ListedFolder>;
  /** Folders in the order of their names, as people sort them; trash folders are left out. */
  childrenOf(folder_id: string): readonly ListedFolder[];
  /** From the topmost visible folder down to this one; the root is left out. Empty: the folder is not visible. */
  pathTo(folder_id: string): readonly ListedFolder[];
  /** Whether it is the folder, or in it at any depth. */
  isWithin(folder_id: string, above: string): boolean;
  /** Folders of others at which what a person may see begins. */
  readonly shared: readonly ListedFolder[];
}

/** @param own the person's home folder */
export function treeOf(folders: ReadonlyMap<string, ListedFolder>, own: string, compare: (a: string, b: string) => number): Tree {
  const children = grouped(folders.values(), ({ folder_id }) => folder_id);
  const byName = (some: readonly ListedFolder[]) => some.toSorted((a, b) => compare(a.name, b.name));
  const pathTo = (folder_id: string): readonly ListedFolder[] => [...climb(folders, folder_id)].reverse();
  return {
    folders,
    childrenOf: (folder_id) => byName((children.get(folder_id) ?? []).filter(({ id }) => !isTrash(id))),
    pathTo,
    isWithin: (folder_id, above) => [...climb(folders, folder_id)].some(({ id }) => id === above),
    shared: byName([...folders.values()].filter((folder) => beginsShared(folder, folders, own))),
  };
}

/** Things by a key that several may have. */
export function grouped<T>(some: Iterable<T>, keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const one of some) {
    const group = groups.get(keyOf(one));
    if (group) group.push(one);
    else groups.set(keyOf(one), [one]);
  }
  return groups;
}

/** Whether something of others is seen in no folder but the list of what is shared. */
export function beginsShared(one: Listed, folders: ReadonlyMap<string, ListedFolder>, own: string): boolean {
  if (one.id === own || one.folder_id === '' || one.folder_id === own || isTrash(one.id) || one.in_trash) return false;
  const parent = folders.get(one.folder_id);
  return parent === undefined || parent.folder_id === '';
}

/** Upward to a home or to the last folder that is visible. A tree that is changing may hold a circle for a moment. */
function* climb(folders: ReadonlyMap<string, ListedFolder>, from: string): Generator<ListedFolder> {
  const seen = new Set<string>();
  for (let at = folders.get(from); at && at.folder_id !== '' && !seen.has(at.id); at = folders.get(at.folder_id)) {
    seen.add(at.id);
    yield at;
    if (isHome(at.id)) return;
  }
}
