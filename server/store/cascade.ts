import { recordOf } from './record.ts';
import type { Records } from './scope.ts';
import type { Version } from './types.ts';
import { holds } from './view.ts';

/** Steps between two pauses of long work. */
const STEPS = 200;

interface Found {
  readonly version: Version;
  readonly order: number;
  readonly depth: number;
}

/**
 * The record and all that must go with it, in the order of deletion: lower cascade orders first, within one
 * order the deepest first, the record itself last. Follows the indexes of `Kind.cascades`, in creation order.
 */
export function* cascade(records: Records, root: Version, indexes: readonly string[]): Generator<void, Version[], void> {
  const found = new Map<string, Found>([[root.key, { version: root, order: Number.POSITIVE_INFINITY, depth: 0 }]]);
  let level: Version[] = [root];
  for (let depth = 1; level.length > 0; depth++) {
    const next: Version[] = [];
    for (const [at, parent] of level.entries()) {
      if (at % STEPS === STEPS - 1) yield;
      yield* dependents(records, parent, indexes, (version, order) => {
        if (found.has(version.key)) return;
        found.set(version.key, { version, order, depth });
        next.push(version);
      });
    }
    level = next;
  }
  return [...found.values()].sort(inDeletionOrder).map((one) => one.version);
}

function* dependents(
  records: Records,
  parent: Version,
  indexes: readonly string[],
  take: (version: Version, order: number) => void,
): Generator<void, void, void> {
  let steps = 0;
  for (const index of indexes) {
    for (const key of [...records.found(index, parent.key)]) {
      if (++steps % STEPS === 0) yield;
      const version = records.newest(key);
      const order = version?.kind.cascades[index];
      if (version && order !== undefined && holds(version.kind, recordOf(version), index, parent.key)) take(version, order);
    }
  }
}

const inDeletionOrder = (a: Found, b: Found): number =>
  a.order - b.order || b.depth - a.depth || a.version.ordinal - b.version.ordinal;
