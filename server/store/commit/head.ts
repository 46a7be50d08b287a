import type { Work } from '../../../model/hooks.ts';
import type { Kind } from '../../../model/resource.ts';
import { timestamp } from '../../clock.ts';
import { STEPS } from '../../scheduler.ts';
import type { Records } from '../memory/records.ts';
import { holds } from '../memory/versions.ts';
import { type Head, recordOf, type Version } from '../store.ts';
import type { Net } from './write-set.ts';

/**
 * The head of a scope after a command, as follows from its net changes. The same object when nothing follows. `now`: the time of
 * work on the content; undefined: the command was none.
 */
export function* headAfter(head: Head, records: Records, changes: readonly Net[], now: string | undefined): Work<Head> {
  let next = head;
  for (const [at, { kind, after }] of changes.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    if (kind.head) next = { ...next, ...kind.head(after && recordOf(after)) };
  }
  const growth = yield* assetGrowth(records, changes);
  if (growth !== 0) next = { ...next, asset_size: next.asset_size + growth };
  if (now !== undefined && changes.some(({ kind }) => kind.content))
    next = { ...next, modified_at: later(next.modified_at, now) };
  return next;
}

/** Never goes back, as the clocks of nodes differ, and moves on even when the date was set back, so that everybody sees a change. */
const later = (modified: string, now: string): string => (now >= modified ? now : timestamp(Date.parse(modified) + 1));

/** Files to which a record refers; none for no record. */
export const assetsOf = (kind: Kind, version: Version | undefined) =>
  version && kind.assets ? kind.assets(recordOf(version)) : [];

interface AssetCount {
  readonly bytes: number;
  /** A record that the command changed had it before. */
  had: boolean;
}

/** How much larger the files of the scope have become in all; each counts once, however many records have it. */
function* assetGrowth(records: Records, changes: readonly Net[]): Work<number> {
  const counted = new Map<string, AssetCount>();
  const changed = new Set<string>();
  for (const [at, { key, kind, before, after }] of changes.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    if (!kind.assets) continue;
    changed.add(key);
    for (const { hash, bytes } of assetsOf(before?.kind ?? kind, before)) counted.set(hash, { bytes, had: true });
    for (const { hash, bytes } of assetsOf(kind, after)) if (!counted.has(hash)) counted.set(hash, { bytes, had: false });
  }
  let growth = 0;
  for (const [hash, { bytes, had }] of counted) if (bytes > 0) growth += bytes * holding(records, hash, changed, had);
  return growth;
}

/** 1: the scope has the file now and had it not; -1: the other way round; else 0. `had`: a changed record had it. */
function holding(records: Records, hash: string, changed: ReadonlySet<string>, had: boolean): number {
  let has = false;
  for (const key of records.found('assets', hash)) {
    const version = records.newest(key);
    if (!version || !holds(version, 'assets', hash)) continue;
    // The scope had the file before, too: by this record, which the command left alone, or by a record that it changed
    if (had || !changed.has(key)) return 0;
    has = true;
  }
  return has ? 1 : had ? -1 : 0;
}
