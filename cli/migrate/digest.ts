import { createHash } from 'node:crypto';
import type { AssetRow, ReleasedFile, Row } from '../../server/store/drivers/driver.ts';
import type { StoredScope } from './source.ts';

/** What a scope holds, in a form in which two databases can be compared. */
export interface Content {
  readonly records: number;
  /** SHA-256 over the row of the scope, its records, its references to files and the files that it released, in their order. */
  readonly digest: string;
}

type Some<T> = Iterable<T> | AsyncIterable<T>;

/** The one rule by which both sides are compared. */
export async function contentOf(
  scope: StoredScope,
  rows: Some<Row>,
  files: Some<AssetRow>,
  released: readonly ReleasedFile[],
): Promise<Content> {
  const hash = createHash('sha256');
  const add = (...values: readonly unknown[]): void => void hash.update(`${JSON.stringify(values)}\n`);
  add(scope.id, scope.revision, scope.head, scope.dead, scope.commit_id);
  let records = 0;
  for await (const { ordinal, key, kind, version, shown, hidden } of rows) {
    add(ordinal, key, kind, version, shown, hidden);
    records++;
  }
  for await (const { ordinal, hashes } of files) add(ordinal, hashes);
  for (const { hash, at, again } of released) add(hash, at, again);
  return { records, digest: hash.digest('hex') };
}
