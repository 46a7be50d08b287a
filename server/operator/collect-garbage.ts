import type { Blob, Blobs } from '../assets/blobs.ts';
import type { DeletedFiles } from '../assets/deleted-files.ts';
import { type Clock, timestamp } from '../clock.ts';

interface Deps {
  readonly blobs: Blobs;
  readonly deletedFiles: Pick<DeletedFiles, 'wanted' | 'forget'>;
  readonly clock: Pick<Clock, 'now'>;
}

export interface StrayFile {
  readonly hash: string;
  readonly bytes: number;
  /** When it was last uploaded. */
  readonly since: string;
  readonly why: string;
}

/** Bytes may arrive before the record that names them; the sweep of the server waits as long. */
const YOUNG_MS = 3_600_000;
/** Hashes in one question to the database. */
const ASKED = 500;

/** Removes the files that no record names, that no canvas may get back, and that came more than an hour ago. Returns them. */
export async function collectGarbage(deps: Deps, isOnlyLooking: boolean): Promise<StrayFile[]> {
  const { blobs, deletedFiles, clock } = deps;
  if (!isOnlyLooking) await deletedFiles.forget();
  const stray: StrayFile[] = [];
  for await (const some of portions(blobs.all(), clock.now() - YOUNG_MS)) {
    const wanted = await deletedFiles.wanted(some.map(({ hash }) => hash));
    for (const blob of some.filter(({ hash }) => !wanted.has(hash))) {
      const bytes = (await blobs.size(blob.hash)) ?? 0;
      const isWanted = async (): Promise<boolean> => (await deletedFiles.wanted([blob.hash])).has(blob.hash);
      if (!isOnlyLooking && !(await blobs.remove(blob, isWanted))) continue;
      stray.push({ hash: blob.hash, bytes, since: timestamp(blob.modified), why: 'no record names it' });
    }
  }
  return stray;
}

async function* portions(all: AsyncIterable<Blob>, before: number): AsyncIterable<readonly Blob[]> {
  let some: Blob[] = [];
  for await (const blob of all) {
    if (blob.modified < before) some.push(blob);
    if (some.length < ASKED) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
