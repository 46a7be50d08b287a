import type { FileFacts } from '../../model/widgets/file.ts';
import type { Clock } from '../clock.ts';
import type { Store } from '../store/store.ts';
import { findFile } from './find-asset.ts';
import type { NewFile } from './uploads.ts';

export interface DeletedFilesDeps {
  readonly store: Pick<Store, 'load' | 'referred' | 'released' | 'forgetReleased'>;
  readonly clock: Pick<Clock, 'now'>;
  /** For this many days a canvas may get a file back; 0: not at all. */
  readonly days: number;
}

/**
 * The one rule about files that were deleted: for some days after the last record of a canvas gave a file up, the bytes stay, and
 * that canvas may make records with the file by its hash. Nobody can read the bytes before it does.
 */
export interface DeletedFiles {
  /** The hashes among these whose bytes must stay: a record refers to them, or a canvas may get them back. */
  wanted(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /**
   * The files that the canvas takes by their hash: those that it has now, and those that it may get back. From then on their bytes
   * stay for at least an hour, so a command that follows may refer to them. Rejects with 404 when there is no such canvas.
   */
  accepted(canvas: string, hashes: readonly string[]): Promise<ReadonlyMap<string, NewFile>>;
  /** Forgets the files whose days are over. */
  forget(): Promise<void>;
}

const DAY = 86_400_000;

export function createDeletedFiles({ store, clock, days }: DeletedFilesDeps): DeletedFiles {
  const since = (): number => clock.now() - days * DAY;
  return {
    async wanted(hashes) {
      // Records first: one that is deleted between the two questions has released its file before the second
      const referred = await store.referred(hashes);
      const released = await store.released({ hashes, since: since() });
      return new Set([...referred, ...released.keys()]);
    },

    async accepted(canvas, hashes) {
      const view = await store.load(canvas);
      const found = hashes.flatMap((hash) => findFile(view, hash) ?? []);
      const files = new Map(found.map((file) => [file.hash, file]));
      const missing = hashes.filter((hash) => !files.has(hash));
      if (missing.length === 0) return files;
      const released = await store.released({ hashes: missing, since: since(), scope: canvas });
      for (const [hash, again] of released) files.set(hash, { hash, ...(again as FileFacts) });
      return files;
    },

    forget: () => store.forgetReleased(since()),
  };
}
