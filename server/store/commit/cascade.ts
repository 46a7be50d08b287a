import type { Work } from '../../../model/hooks.ts';
import { STEPS } from '../../scheduler.ts';
import type { Records } from '../memory/records.ts';
import { holds, type Indexed } from '../memory/versions.ts';

interface CascadedVersion {
  readonly version: Indexed;
  readonly order: number;
  readonly depth: number;
}

/**
 * The record and all that must go with it, in the order of deletion: lower cascade orders first, within one
 * order the deepest first, the record itself last. Follows the indexes of `Kind.cascades`, in creation order.
 */
export function* cascade(records: Records, root: Indexed, indexes: readonly string[]): Work<Indexed[]> {
  const found = new Map<string, CascadedVersion>([[root.key, { version: root, order: Number.POSITIVE_INFINITY, depth: 0 }]]);
  let steps = 0;
  for (const { version, depth } of found.values()) {
    if (++steps % STEPS === 0) yield;
    for (const index of indexes) {
      for (const key of [...records.found(index, version.key)]) {
        if (++steps % STEPS === 0) yield;
        const dependent = records.newest(key);
        const order = dependent?.kind.cascades[index];
        if (order === undefined || found.has(key) || !holds(dependent!, index, version.key)) continue;
        found.set(key, { version: dependent!, order, depth: depth + 1 });
      }
    }
  }
  return yield* inDeletionOrder(found.values());
}

/** Each group is sorted by itself: most records of one group were found in creation order, which sorts fast. */
function* inDeletionOrder(found: Iterable<CascadedVersion>): Work<Indexed[]> {
  const groups = new Map<string, CascadedVersion[]>();
  let steps = 0;
  for (const one of found) {
    const name = `${one.order} ${one.depth}`;
    const group = groups.get(name);
    if (group) group.push(one);
    else groups.set(name, [one]);
    if (++steps % STEPS === 0) yield;
  }
  const ordered: Indexed[] = [];
  for (const group of [...groups.values()].sort(([a], [b]) => a!.order - b!.order || b!.depth - a!.depth)) {
    group.sort((a, b) => a.version.ordinal - b.version.ordinal);
    yield;
    for (const { version } of group) if (ordered.push(version) % STEPS === 0) yield;
  }
  return ordered;
}
