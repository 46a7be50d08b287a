import type { Clock } from '../clock.ts';
import type { ReleasedQuestion, Store } from '../store/store.ts';
import { isHash } from './blobs.ts';
import { type FileHolder, holdersOf } from './canvas-files.ts';

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
   * The files among these that the canvas takes by their hash: those that its records have now, and those that it may get back. A command
   * that follows may refer to them, because their bytes stay for at least another hour. Rejects with 404 when there is no such canvas.
   */
  accepted(canvas: string, hashes: readonly string[]): Promise<AcceptedFiles>;
  /** Forgets the files whose days are over. */
  forget(): Promise<void>;
}

/** What records say of each file, by its hash. None, or no entry: the canvas does not take it. */
export type AcceptedFiles = ReadonlyMap<string, readonly FileHolder[]>;

const DAY = 86_400_000;

export function createDeletedFiles({ store, clock, days }: DeletedFilesDeps): DeletedFiles {
  const since = (): number => clock.now() - days * DAY;
  /** Without days none, whatever the date was when they were released: somebody may have set it back since. */
  const released = async (question: Omit<ReleasedQuestion, 'since'>): Promise<ReadonlyMap<string, object>> =>
    days === 0 ? new Map() : store.released({ ...question, since: since() });
  return {
    async wanted(hashes) {
      // Records first: one that is deleted between the two questions has released its file before the second
      const referred = await store.referred(hashes);
      return new Set([...referred, ...(await released({ hashes })).keys()]);
    },

    async accepted(canvas, hashes) {
      const known = hashes.filter(isHash);
      const files = new Map<string, readonly FileHolder[]>();
      if (known.length === 0) return files;
      const view = await store.load(canvas);
      for (const hash of known) files.set(hash, holdersOf(view, hash));
      const missing = known.filter((hash) => files.get(hash)!.length === 0);
      if (missing.length === 0) return files;
      for (const [hash, again] of await released({ hashes: missing, scope: canvas })) files.set(hash, [again as FileHolder]);
      return files;
    },

    forget: () => store.forgetReleased(since()),
  };
}
