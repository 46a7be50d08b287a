import type { Clock } from '../clock.ts';
import type { Blob, Blobs } from './blobs.ts';

export interface SweepParts {
  readonly blobs: Blobs;
  /** Those of the hashes to which a record refers. */
  readonly referred: (hashes: readonly string[]) => Promise<ReadonlySet<string>>;
  readonly clock: Clock;
  readonly onFailure: (cause: unknown) => void;
}

export interface Sweep {
  /** Looks through everything now. */
  look(): Promise<void>;
  /** No look begins any more; resolves when the one under way has ended. */
  close(): Promise<void>;
}

const HOUR = 3_600_000;
/** A timer that runs a little early must not make it wait for the next one. */
const EARLY = 1000;
/** Hashes in one question to the database. */
const ASKED = 500;

/**
 * Removes bytes to which nothing has referred for an hour: those that no record refers to in two looks an hour apart and
 * that no upload has renewed since. What uploads left behind that were cut off with the last process is removed at once.
 * Looks at start and every hour; a failed look is told, and the next one begins anew.
 */
export function startSweep(parts: SweepParts): Sweep {
  const sweep = new AssetSweep(parts);
  const timer = parts.clock.every(HOUR, () => void sweep.look());
  void sweep.begin();
  return {
    look: () => sweep.look(),
    close: () => {
      timer.cancel();
      return sweep.end();
    },
  };
}

class AssetSweep {
  /** When bytes were first seen without a record, by hash, in steady time. */
  #unreferred = new Map<string, number>();
  /** What the date of its file calls young, and when a look first saw that date, in steady time. */
  #young: ReadonlyMap<string, { readonly modified: number; readonly since: number }> = new Map();
  #under: Promise<void> = Promise.resolve();
  #ended = false;

  constructor(private readonly parts: SweepParts) {}

  begin(): Promise<void> {
    return this.#run(async () => {
      await this.#removeAll(await this.#withoutRecord(await this.parts.blobs.cutOff()));
      await this.#lookThrough();
    });
  }

  look(): Promise<void> {
    return this.#run(() => this.#lookThrough());
  }

  end(): Promise<void> {
    this.#ended = true;
    return this.#under;
  }

  /** One at a time. */
  #run(work: () => Promise<void>): Promise<void> {
    this.#under = this.#under.then(() => (this.#ended ? undefined : work())).catch((cause) => this.parts.onFailure(cause));
    return this.#under;
  }

  async #lookThrough(): Promise<void> {
    const now = this.parts.clock.steady();
    const before = this.#unreferred;
    const unreferred = new Map<string, number>();
    for await (const blobs of portions(this.parts.blobs.all(), this.#isOld(now))) {
      if (this.#ended) return;
      const free = await this.#withoutRecord(blobs);
      const due = free.filter(({ hash }) => (before.get(hash) ?? now) <= now - HOUR + EARLY);
      await this.#removeAll(due);
      for (const { hash } of free) if (!due.some((one) => one.hash === hash)) unreferred.set(hash, before.get(hash) ?? now);
    }
    this.#unreferred = unreferred;
  }

  /** No upload has renewed it for an hour: by its date, or since a look saw this date, as that may have been set back. */
  #isOld(now: number): (blob: Blob) => boolean {
    const date = this.parts.clock.now();
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
    const referred = await this.parts.referred(blobs.map(({ hash }) => hash));
    return blobs.filter(({ hash }) => !referred.has(hash));
  }

  /** Asked again when they are set aside: a record may have come to refer to them meanwhile. */
  async #removeAll(blobs: readonly Blob[]): Promise<void> {
    const { blobs: store, referred } = this.parts;
    for (const blob of blobs) await store.remove(blob, async () => (await referred([blob.hash])).has(blob.hash));
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
