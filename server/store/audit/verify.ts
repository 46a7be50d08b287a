import { entryHash, TRIMMED } from './chain.ts';
import type { AuditMark, AuditRecord } from './types.ts';

/** An entry as it is stored. */
export interface ChainedRecord extends AuditRecord {
  readonly hash: string;
}

type Soon<T> = T | Promise<T>;

/** A log as it is stored, of a server that runs or not. Read only. */
export interface ChainedLog {
  newest(): Soon<AuditMark>;
  /** The mark up to which entries were removed, and `most` entries behind an id, from one state of the log. */
  after(id: number, most: number): Soon<{ readonly removed: AuditMark; readonly entries: readonly ChainedRecord[] }>;
  hashAt(id: number): Soon<string | undefined>;
  close(): Soon<void>;
}

/**
 * Checks a whole log, entry by entry in the order of ids: that each fits those before it, that everything that is missing at
 * the beginning was removed by retention, and that a witness still holds. Stop at the first fault.
 */
export class ChainCheck {
  #last: AuditMark;
  #trimmed: AuditMark | undefined;
  #count = 0;

  /** @param witness a mark of this log that was kept elsewhere. */
  constructor(
    removed: AuditMark,
    private readonly witness?: AuditMark,
  ) {
    this.#last = removed;
  }

  get last(): AuditMark {
    return this.#last;
  }

  /** Entries that fitted. */
  get count(): number {
    return this.#count;
  }

  /** Retention went on while the log was read, and has overtaken the reader. */
  overtaken(removed: AuditMark): void {
    this.#last = removed;
  }

  /** Returns what is wrong with the entry. */
  add(entry: ChainedRecord): string | undefined {
    if (entryHash(this.#last.hash, entry) !== entry.hash) return this.#faultOf(entry);
    this.#last = { id: entry.id, hash: entry.hash };
    this.#count++;
    if (entry.action === TRIMMED.action && entry.target_type === TRIMMED.target_type) this.#trimmed = markIn(entry.details);
    return this.#witnessFault(this.#last);
  }

  /**
   * Returns what is wrong with the log as a whole. `removed`: as it is now; `hashAt`: the stored hash of an entry.
   */
  async end(removed: AuditMark, hashAt: ChainedLog['hashAt']): Promise<string | undefined> {
    return (await this.#removalFault(removed, hashAt)) ?? this.#witnessFault(removed) ?? this.#unseenWitness(removed);
  }

  #faultOf({ id }: ChainedRecord): string {
    const { id: before } = this.#last;
    const missing = id - before === 2 ? `entry ${before + 1} is` : `entries ${before + 1} to ${id - 1} are`;
    if (id > before + 1) return `${missing} missing, or entry ${id} was put in`;
    return `entry ${id} is not the one that was written: it was changed, or put in, or it stood behind other entries`;
  }

  /** The newest entry about a removal names an entry that is gone, or one that is still there while the removal goes on. */
  async #removalFault(removed: AuditMark, hashAt: ChainedLog['hashAt']): Promise<string | undefined> {
    if (removed.id === 0) return undefined;
    const told = this.#trimmed;
    const hash = told && (told.id > removed.id ? await hashAt(told.id) : told.id === removed.id ? removed.hash : undefined);
    if (told && hash === told.hash) return undefined;
    return `the entries up to ${removed.id} are missing, and no entry says that retention removed them`;
  }

  #witnessFault(mark: AuditMark): string | undefined {
    if (mark.id !== this.witness?.id || mark.hash === this.witness.hash) return undefined;
    return `entry ${mark.id} is not the one that was noted: it or an entry before it was changed, and what follows was written anew`;
  }

  #unseenWitness(removed: AuditMark): string | undefined {
    const { witness } = this;
    if (!witness) return undefined;
    if (witness.id > this.#last.id) {
      return `the log ends with entry ${this.#last.id}, and entry ${witness.id} was noted: the newest entries were cut off`;
    }
    if (witness.id >= removed.id) return undefined;
    return `retention has removed entry ${witness.id}, so it proves nothing any more: use a mark that was noted later`;
  }
}

function markIn(details: string): AuditMark | undefined {
  const { up_to_id: id, up_to_hash: hash } = JSON.parse(details);
  return { id, hash };
}
