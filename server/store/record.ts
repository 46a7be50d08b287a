import { jsonText } from '../../model/json.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import type { Row } from './driver.ts';
import type { Version } from './types.ts';

type Fields = Record<string, unknown>;

export type Keys = readonly (readonly [index: string, key: string])[];
export type Ranks = readonly (readonly [rank: string, group: string, number: number])[];

/** A version with its indexed fields, so that no index ever parses its text. */
export interface Indexed extends Version {
  readonly keys: Keys;
  readonly ranks: Ranks;
}

const NONE: readonly never[] = [];

/** Makes the text of a record: shown fields in the order of the object, mirrors after their field, secrets apart. */
export function versionOf(kind: Kind, ordinal: number, record: Stored): Indexed {
  const key = kind.key(record.id);
  const keys = keysOf(kind, record);
  const ranks = ranksOf(kind, record);
  // Secrets that most records do not have cost those nothing: undefined is in no text
  if (kind.mirrors.length === 0 && !kind.secrets.some((name) => (record as unknown as Fields)[name] !== undefined)) {
    return { key, kind, ordinal, shown: jsonText(record), hidden: null, keys, ranks };
  }
  const { shown, hidden } = split(kind, record as unknown as Fields);
  return {
    key,
    kind,
    ordinal,
    shown: jsonText(shown),
    hidden: kind.secrets.length > 0 ? JSON.stringify(hidden) : null,
    keys,
    ranks,
  };
}

/** A row as it is stored; one of an older version of its kind is lifted, and stored so by the next write. */
export function versionOfRow(kind: Kind, { key, ordinal, shown, hidden, version }: Row): Indexed {
  const stored = { key, kind, ordinal, shown, hidden, keys: NONE, ranks: NONE };
  if (version !== kind.version && kind.lift) {
    return versionOf(kind, ordinal, kind.lift(recordOf(stored) as unknown as Fields, version) as unknown as Stored);
  }
  const { indexes, ranks } = planOf(kind);
  if (indexes.length === 0 && ranks.length === 0) return stored;
  const record = recordOf(stored);
  return { key, kind, ordinal, shown, hidden, keys: keysOf(kind, record), ranks: ranksOf(kind, record) };
}

/** The version with its indexed fields, which every version of this process has but those that others make by hand. */
export function indexed(version: Version): Indexed {
  return 'keys' in version ? (version as Indexed) : versionOf(version.kind, version.ordinal, recordOf(version));
}

/** The record of a version as a fresh object that the caller may change. */
export function recordOf(version: Version): Stored {
  const record = JSON.parse(version.shown) as Fields;
  if (version.hidden !== null) Object.assign(record, JSON.parse(version.hidden));
  for (const [, mirror] of version.kind.mirrors) delete record[mirror];
  return record as unknown as Stored;
}

/** Does the record stand under this key? An index may say too much. */
export function holds({ keys }: Indexed, index: string, key: string): boolean {
  for (const one of keys) if (one[0] === index && one[1] === key) return true;
  return false;
}

export function isSame(a: Keys | Ranks, b: Keys | Ranks): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    const one = a[at]!;
    const other = b[at]!;
    if (one[0] !== other[0] || one[1] !== other[1] || one[2] !== other[2]) return false;
  }
  return true;
}

function split(kind: Kind, record: Fields): { shown: Fields; hidden: Fields } {
  const shown: Fields = {};
  const hidden: Fields = {};
  for (const key in record) {
    if (kind.secrets.includes(key)) hidden[key] = record[key];
    else {
      shown[key] = record[key];
      for (const [field, mirror] of kind.mirrors) if (field === key) shown[mirror] = record[key];
    }
  }
  return { shown, hidden };
}

function keysOf(kind: Kind, record: Stored): Keys {
  const plan = planOf(kind);
  if (plan.indexes.length === 0) return NONE;
  const keys: (readonly [string, string])[] = [];
  for (const [index, find] of plan.indexes) {
    const found = find(record);
    if (typeof found === 'string') keys.push([index, found]);
    else if (found) for (const key of found) keys.push([index, key]);
  }
  // An array that grew has room for many more
  if (!isSame(keys, plan.keys)) plan.keys = keys.slice();
  return plan.keys;
}

function ranksOf(kind: Kind, record: Stored): Ranks {
  const plan = planOf(kind);
  if (plan.ranks.length === 0) return NONE;
  const ranks: (readonly [string, string, number])[] = [];
  for (const [rank, place] of plan.ranks) {
    const ranked = place(record);
    if (ranked) ranks.push([rank, sharedGroup(plan, ranked[0]), ranked[1]]);
  }
  return ranks.slice();
}

/** What a kind declares, ready to be gone through for each record. */
interface Plan {
  readonly indexes: readonly (readonly [index: string, find: Kind['indexes'][string]])[];
  readonly ranks: readonly (readonly [rank: string, place: Kind['ranks'][string]])[];
  /** The last keys and group of a record: most widgets have those of the one before, and thousands share them. */
  keys: Keys;
  group: string;
}

function sharedGroup(plan: Plan, group: string): string {
  if (plan.group !== group) plan.group = group;
  return plan.group;
}

const plans = new WeakMap<Kind, Plan>();

const planFor = ({ indexes, ranks }: Kind): Plan => ({
  indexes: Object.entries(indexes),
  ranks: Object.entries(ranks),
  keys: NONE,
  group: '',
});

function planOf(kind: Kind): Plan {
  let plan = plans.get(kind);
  if (!plan) plans.set(kind, (plan = planFor(kind)));
  return plan;
}
