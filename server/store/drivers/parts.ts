import type { Row, ScopeCommit } from './driver.ts';

/** Rows of one scope that are written together. */
export type Part = Pick<ScopeCommit, 'puts' | 'deletes' | 'assets' | 'released'>;

export const NOTHING: Part = { puts: [], deletes: [], assets: [], released: [] };

/** The most rows of a part; the row whose text reaches `bytes` is the last. */
export interface PartSize {
  readonly rows: number;
  readonly bytes: number;
}

/** Deletions before puts, puts before references, released files last. No two parts concern the same row. */
export function* partsOf({ puts, deletes, assets, released }: Part, { rows, bytes: most }: PartSize): Generator<Part> {
  for (let at = 0; at < deletes.length; at += rows) yield { ...NOTHING, deletes: deletes.slice(at, at + rows) };
  let part: Row[] = [];
  let bytes = 0;
  for (const row of puts) {
    part.push(row);
    bytes += row.shown.length;
    if (part.length < rows && bytes < most) continue;
    yield { ...NOTHING, puts: part };
    part = [];
    bytes = 0;
  }
  if (part.length > 0) yield { ...NOTHING, puts: part };
  for (let at = 0; at < assets.length; at += rows) yield { ...NOTHING, assets: assets.slice(at, at + rows) };
  for (let at = 0; at < released.length; at += rows) yield { ...NOTHING, released: released.slice(at, at + rows) };
}
