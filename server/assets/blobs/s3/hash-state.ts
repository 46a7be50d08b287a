import type { Bucket } from './bucket.ts';
import { filesOf, keptIn, removingIn, type StoredBlob } from './names.ts';

/** Everything that the bucket says about one hash. */
export interface HashState {
  /** Newest first; several when it was kept again, or by two processes at the same moment. */
  readonly kept: readonly StoredBlob[];
  /** Ids of bytes that a sweep may be about to delete. */
  readonly doomed: ReadonlySet<string>;
  /** Names of all objects that say it. */
  readonly names: readonly string[];
}

/** Asks the bucket, in one listing. */
export async function lookAt(bucket: Pick<Bucket, 'list'>, hash: string): Promise<HashState> {
  const names: string[] = [];
  for await (const { name } of bucket.list(filesOf(hash))) names.push(name);
  return stateOf(names);
}

/** @param names in the order of a listing */
export function stateOf(names: readonly string[]): HashState {
  const kept = names.flatMap((name) => keptIn(name) ?? []).sort((a, b) => b.modified - a.modified);
  return { kept, doomed: new Set(names.flatMap((name) => removingIn(name) ?? [])), names };
}

/** The bytes to read, best first: those that a sweep has set aside are still there, and others may hold on to them. */
export const readable = ({ kept, doomed }: HashState): StoredBlob[] => [
  ...kept.filter(({ id }) => !doomed.has(id)),
  ...kept.filter(({ id }) => doomed.has(id)),
];

/** When it was last kept. 0: nothing says when, because a sweep was ended in the middle of a removal. */
export const modifiedOf = ({ kept }: HashState): number => kept[0]?.modified ?? 0;

/** Whether both listings show the same bytes, kept at the same times. */
export const isSameKept = (a: HashState, b: HashState): boolean => textOf(a) === textOf(b);

const textOf = ({ names }: HashState): string => names.filter((name) => keptIn(name)).join();
