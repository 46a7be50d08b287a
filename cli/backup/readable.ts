import { kinds } from '../../model/resources/index.ts';
import type { RecordLine } from './format.ts';

/** The newest version of each kind of record that this version of Easel reads, by name. */
export const kindVersions: ReadonlyMap<string, number> = new Map(kinds.map(({ name, version }) => [name, version]));

/** Why this version of Easel cannot read a stored record; undefined: it can. */
export function faultOf({ kind, version, shown }: Pick<RecordLine, 'kind' | 'version' | 'shown'>): string | undefined {
  // A kind of the store itself
  const known = kind === 'Counter' ? version : kindVersions.get(kind);
  if (known === undefined) return `is of the unknown kind ${kind}`;
  if (version > known) return `was written by a newer version of Easel (${kind} ${version})`;
  try {
    JSON.parse(shown);
    return undefined;
  } catch {
    return 'is no JSON';
  }
}
