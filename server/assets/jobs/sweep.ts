import type { Clock } from '../../clock.ts';
import { type Job, type JobLog, type RepeatedDeps, repeated } from '../../jobs/job.ts';
import type { Blob, Blobs } from '../blobs.ts';
import type { DeletedFiles } from '../deleted-files.ts';

export interface SweepDeps {
  readonly blobs: Blobs;
  /** Returns those of the hashes that a record refers to, or that a canvas may get back. */
  readonly wanted: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  /** Called with what was deleted. */
  readonly onRemoved: (hashes: readonly string[]) => void;
}

const HOUR = 3_600_000;
/** In milliseconds: when the timer fires a little early, bytes need not wait for the next look. */
const EARLY = 1000;
/** Hashes in one query to the database. */
const ASKED = 500;

interface Deps extends RepeatedDeps {
  readonly deletedFiles: DeletedFiles;
  readonly blobs: Blobs;
  readonly clock: Clock;
  readonly log: Pick<JobLog, 'info' | 'debug'>;
  /** Rejects when the files may belong to another server. */
  readonly requireOwnFiles: () => Promise<void>;
  /** Waits for other sweeps. Resolves with what ends it; undefined: a backup copies them. */
  readonly holdFiles: () => Promise<(() => void) | undefined>;
}

/**
 * Looks at start and every hour, and forgets the files whose days are over. Removes nothing when the files may belong to another server, and
 * waits for its next hour while a backup is made.
 */
export function sweepOfFiles({ deletedFiles, blobs, clock, leases, log, requireOwnFiles, holdFiles }: Deps): Job {
  const look = createSweep({
    blobs,
    clock,
    wanted: deletedFiles.wanted,
    onRemoved(hashes) {
      log.info({ files: hashes.length }, 'files that nothing refers to were deleted');
      log.debug({ hashes }, 'deleted');
    },
  });
  const run = async (isClosing: () => boolean): Promise<void> => {
    await requireOwnFiles();
    const release = await holdFiles();
    if (!release) return log.info({}, 'files are not swept while a backup is made');
    try {
      // Before their bytes, so that a longer time, set later, brings back none without bytes
      await deletedFiles.forget();
      await look(isClosing);
    } finally {
      release();
    }
  };
  return repeated({ clock, leases }, { name: 'the sweep of files', runsOn: 'one node', everyMs: HOUR, atStart: true, run });
}

/**
 * Removes bytes that nobody has wanted for an hour: two looks an hour apart found no record and no canvas that may get them back,
 * and no upload has renewed them since. The first look also removes the bytes of uploads that were cut off when an earlier process ended. A
 * look that fails removes no more, and the next one starts over.
 */
export function createSweep(deps: SweepDeps): (isClosing: () => boolean) => Promise<void> {
  const sweep = new AssetSweep(deps);
  return (isClosing) => sweep.look(isClosing);
}

class AssetSweep {
  /** When bytes were first seen without a record, by hash, in steady time. */
  #unreferred = new Map<string, number>();
  /** Bytes that are young by the date of their file, and when a look first saw that date, in steady time. */
  #young: ReadonlyMap<string, { readonly modified: number; readonly since: number }> = new Map();

  constructor(private readonly deps: SweepDeps) {}

  async look(isClosing: () => boolean): Promise<void> {
    await this.#removeAll(await this.#withoutRecord(await this.deps.blobs.cutOff()));
    const now = this.deps.clock.steady();
    const before = this.#unreferred;
    const unreferred = new Map<string, number>();
    for await (const blobs of portions(this.deps.blobs.all(), this.#isOld(now))) {
      if (isClosing()) return;
      const free = await this.#withoutRecord(blobs);
      const due = free.filter(({ hash }) => (before.get(hash) ?? now) <= now - HOUR + EARLY);
      await this.#removeAll(due);
      for (const { hash } of free) if (!due.some((one) => one.hash === hash)) unreferred.set(hash, before.get(hash) ?? now);
    }
    this.#unreferred = unreferred;
  }

  /** True: no upload has renewed them for an hour, by their date or, because that may be set back, since a look saw the date. */
  #isOld(now: number): (blob: Blob) => boolean {
    const date = this.deps.clock.now();
    const before = this.#young;
    const young = new Map<string, { modified: number; since: number }>();
    this.#young = young;
    return ({ hash, modified }) => {
      if (modified <= date - HOUR + EARLY) return true;
      const known = before.get(hash);
      const since = known?.modified === modified ? known.since : now;
      young.set(hash, { modified, since });
      return since <= now - HOUR + EARLY;
    };
  }

  async #withoutRecord(blobs: readonly Blob[]): Promise<Blob[]> {
    if (blobs.length === 0) return [];
    const wanted = await this.deps.wanted(blobs.map(({ hash }) => hash));
    return blobs.filter(({ hash }) => !wanted.has(hash));
  }

  /** Checks again while each is set aside, because a record may have come to refer to it meanwhile. */
  async #removeAll(blobs: readonly Blob[]): Promise<void> {
    const { blobs: store, wanted, onRemoved } = this.deps;
    const removed: string[] = [];
    try {
      for (const blob of blobs) {
        if (await store.remove(blob, async () => (await wanted([blob.hash])).has(blob.hash))) removed.push(blob.hash);
      }
    } finally {
      if (removed.length > 0) onRemoved(removed);
    }
  }
}

async function* portions(blobs: AsyncIterable<Blob>, isOld: (blob: Blob) => boolean): AsyncIterable<Blob[]> {
  let portion: Blob[] = [];
  for await (const blob of blobs) {
    if (isOld(blob)) portion.push(blob);
    if (portion.length < ASKED) continue;
    yield portion;
    portion = [];
  }
  yield portion;
}
