import { jsonText } from '../../model/json.ts';
import type { Kind, Stored } from '../../model/resource.ts';
import type { Version } from './types.ts';

type Fields = Record<string, unknown>;

/** Makes the text of a record: shown fields in the order of the object, mirrors after their field, secrets apart. */
export function versionOf(kind: Kind, ordinal: number, record: Stored): Version {
  const key = kind.key(record.id);
  if (kind.secrets.length === 0 && kind.mirrors.length === 0) {
    return { key, kind, ordinal, shown: jsonText(record), hidden: null };
  }
  const { shown, hidden } = split(kind, record as unknown as Fields);
  return { key, kind, ordinal, shown: jsonText(shown), hidden: kind.secrets.length > 0 ? JSON.stringify(hidden) : null };
}

/** The record of a version as a fresh object that the caller may change. */
export function recordOf(version: Version): Stored {
  const record = JSON.parse(version.shown) as Fields;
  if (version.hidden !== null) Object.assign(record, JSON.parse(version.hidden));
  for (const [, mirror] of version.kind.mirrors) delete record[mirror];
  return record as unknown as Stored;
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
