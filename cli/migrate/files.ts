import { createReadStream, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Blobs } from '../../server/assets/blobs.ts';
import type { Progress } from '../progress.ts';

/** Files that are on their way at once: each waits for an answer from far away. */
const AT_ONCE = 4;

export interface CopiedFiles {
  readonly copied: number;
  /** Files that an earlier run had copied. */
  readonly there: number;
  /** Hashes of files that were not in the folder any more. */
  readonly missing: readonly string[];
}

/** Copies files that are not there yet from the asset folder of a stopped server, and compares their hashes on the way. */
export async function copyFiles(
  hashes: readonly string[],
  folder: string,
  blobs: Blobs,
  progress: Progress,
): Promise<CopiedFiles> {
  const count = { copied: 0, there: 0, missing: [] as string[] };
  const waiting = [...hashes].reverse();
  const copyNext = async (hash: string): Promise<void> => {
    progress.step(() => `copied ${count.copied + count.there} of ${hashes.length} files`);
    const path = join(folder, hash.slice(0, 2), hash);
    if ((await blobs.size(hash)) !== undefined) count.there++;
    else if (!existsSync(path)) count.missing.push(hash);
    else {
      await copy(path, hash, blobs);
      count.copied++;
    }
  };
  const copySome = async (): Promise<void> => {
    try {
      for (let hash = waiting.pop(); hash !== undefined; hash = waiting.pop()) await copyNext(hash);
    } finally {
      // After an error the others end what they have begun
      waiting.length = 0;
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, copySome));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return count;
}

async function copy(path: string, hash: string, blobs: Blobs): Promise<void> {
  const received = await blobs.receive(createReadStream(path), statSync(path).size);
  try {
    if (received.hash !== hash) throw new Error(`the file ${path} is damaged: its content has the hash ${received.hash}`);
    await blobs.keep(received);
  } finally {
    await blobs.discard(received);
  }
}
