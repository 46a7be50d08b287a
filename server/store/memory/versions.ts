import { jsonText } from '../../../model/json.ts';
import type { Kind, Stored } from '../../../model/resource.ts';
import type { Row } from '../drivers/driver.ts';
import { recordOf, type Version } from '../store.ts';

type FieldValues = Record<string, unknown>;

export type Keys = readonly (readonly [index: string, key: string])[];
export type IndexedNumbers = readonly (readonly [index: string, group: string, number: number])[];

/** A version with its indexed fields, so that no index ever parses its text. */
export interface Indexed extends Version {
  readonly keys: Keys;
  readonly numbers: IndexedNumbers;
}

const NONE: readonly never[] = [];

/** Makes the versions of records. One for all scopes of a store: thousands of records share their keys. */
export class Versions {
  readonly #latest = new Map<Kind, Latest>();

  /** The text of a record: shown fields in the order of the object, mirrors after their field, secrets apart. */
  of(kind: Kind, ordinal: number, record: Stored): Indexed {
    const key = kind.key(record.id);
    const keys = this.#keysOf(kind, record);
    const numbers = this.#numbersOf(kind, record);
    // Records without a secret cost nothing more: undefined is in no text
    if (kind.mirrors.length === 0 && !kind.secrets.some((name) => (record as unknown as FieldValues)[name] !== undefined)) {
      return { key, kind, ordinal, shown: jsonText(record), hidden: null, keys, numbers };
    }
    const { shown, hidden } = split(kind, record as unknown as FieldValues);
    return {
      key,
      kind,
      ordinal,
      shown: jsonText(shown),
      hidden: kind.secrets.length > 0 ? JSON.stringify(hidden) : null,
      keys,
      numbers,
    };
  }

  /** A row as it is stored; one of an older version of its kind is migrated, and stored so by the next write. */
  ofRow(kind: Kind, { key, ordinal, shown, hidden, version }: Row): Indexed {
    const stored = { key, kind, ordinal, shown, hidden, keys: NONE, numbers: NONE };
    if (version !== kind.version && kind.migrate) {
      return this.of(kind, ordinal, kind.migrate(recordOf(stored) as unknown as FieldValues, version) as unknown as Stored);
    }
    const { indexes, numbers } = this.#latestOf(kind);
    if (indexes.length === 0 && numbers.length === 0) return stored;
    const record = recordOf(stored);
    return { key, kind, ordinal, shown, hidden, keys: this.#keysOf(kind, record), numbers: this.#numbersOf(kind, record) };
  }

  /** A version as it is after it was read from the disk: what it said of display clients is long over. */
  asRead(version: Indexed): Indexed {
    const { kind, ordinal } = version;
    if (!kind.fleeting) return version;
    const record = recordOf(version) as unknown as FieldValues;
    if (Object.entries(kind.fleeting).every(([name, initial]) => record[name] === initial)) return version;
    return this.of(kind, ordinal, { ...record, ...kind.fleeting } as unknown as Stored);
  }

  /** The version with its indexed fields. Every version of this process has them, except those that callers make by hand. */
  indexed(version: Version): Indexed {
    return 'keys' in version ? (version as Indexed) : this.of(version.kind, version.ordinal, recordOf(version));
  }

  #keysOf(kind: Kind, record: Stored): Keys {
    const latest = this.#latestOf(kind);
    if (latest.indexes.length === 0) return NONE;
    const keys: (readonly [string, string])[] = [];
    for (const [index, find] of latest.indexes) {
      const found = find(record);
      if (typeof found === 'string') keys.push([index, found]);
      else if (found) for (const key of found) keys.push([index, key]);
    }
    // A copy, because an array that grew keeps room for many more
    if (!isSame(keys, latest.keys)) latest.keys = keys.slice();
    return latest.keys;
  }

  #numbersOf(kind: Kind, record: Stored): IndexedNumbers {
    const latest = this.#latestOf(kind);
    if (latest.numbers.length === 0) return NONE;
    const numbers: (readonly [string, string, number])[] = [];
    for (const [index, place] of latest.numbers) {
      const numbered = place(record);
      if (!numbered) continue;
      if (latest.group !== numbered[0]) latest.group = numbered[0];
      numbers.push([index, latest.group, numbered[1]]);
    }
    return numbers.slice();
  }

  #latestOf(kind: Kind): Latest {
    let latest = this.#latest.get(kind);
    if (!latest) this.#latest.set(kind, (latest = latestFor(kind)));
    return latest;
  }
}

/** The declarations of a kind as arrays to walk through for each record, and what the latest of its records had. */
interface Latest {
  readonly indexes: readonly (readonly [index: string, find: Kind['indexes'][string]])[];
  readonly numbers: readonly (readonly [index: string, place: Kind['numbers'][string]])[];
  /** Most widgets have the keys and the group of the one before. */
  keys: Keys;
  group: string;
}

const latestFor = ({ indexes, numbers }: Kind): Latest => ({
  indexes: Object.entries(indexes),
  numbers: Object.entries(numbers),
  keys: NONE,
  group: '',
});

/** Does the record stand under this key? An index may say too much. */
export function holds({ keys }: Indexed, index: string, key: string): boolean {
  for (const one of keys) if (one[0] === index && one[1] === key) return true;
  return false;
}

export function isSame(a: Keys | IndexedNumbers, b: Keys | IndexedNumbers): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at++) {
    const one = a[at]!;
    const other = b[at]!;
    if (one[0] !== other[0] || one[1] !== other[1] || one[2] !== other[2]) return false;
  }
  return true;
}

function split(kind: Kind, record: FieldValues): { shown: FieldValues; hidden: FieldValues } {
  const shown: FieldValues = {};
  const hidden: FieldValues = {};
  for (const key in record) {
    if (kind.secrets.includes(key)) hidden[key] = record[key];
    else {
      shown[key] = record[key];
      for (const [field, mirror] of kind.mirrors) if (field === key) shown[mirror] = record[key];
    }
  }
  return { shown, hidden };
}
