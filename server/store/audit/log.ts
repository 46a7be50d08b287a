import type { AuditDriver, AuditEnds, AuditMark, AuditPortion, AuditQuestion, AuditRecord } from './types.ts';

/** The wanted entries of a question, all from one state of the log, because entries never change. */
export interface AuditPage {
  readonly entries: readonly AuditRecord[];
  /** The entries have only their places, because all together are longer than `most`: read them with `portions`. */
  readonly isLong: boolean;
  /** How many entries fit, those included that were passed over or only counted. */
  readonly matched: number;
}

export interface AuditReadOptions {
  /** Characters of the entries that are kept. */
  readonly most: number;
  /** Called between two looks. Throws to end the reading, such as when nobody waits for it any more. */
  readonly goOn: () => void;
}

/**
 * Reads the audit log in short looks, however much of it a question goes through, so that loads of canvases and the event
 * loop go on. A commit waits for none of them.
 */
export class AuditLog {
  readonly #driver: AuditDriver;
  #holds = 0;
  /** Entries up to it are on their way out, so nobody is shown them any more. */
  #removing: AuditMark | undefined;

  constructor(driver: AuditDriver) {
    this.#driver = driver;
  }

  async ends(): Promise<AuditEnds> {
    const { removed, newest } = await this.#driver.auditEnds();
    return { removed: this.#removing && this.#removing.id > removed.id ? this.#removing : removed, newest };
  }

  async read(question: AuditQuestion, { most, goOn }: AuditReadOptions): Promise<AuditPage> {
    const entries: AuditRecord[] = [];
    let length = 0;
    let matched = 0;
    for await (const portion of this.#looks(question, () => length > most)) {
      goOn();
      for (const entry of portion.entries) {
        // Entries count nothing where only their places were asked for
        length += entry.details === undefined ? 0 : entry.details.length + entry.target_name.length + 200;
        entries.push(entry);
      }
      matched += portion.matched;
    }
    return { entries, isLong: length > most, matched };
  }

  /** The wanted entries in parts, each read when it is asked for. Hold the log meanwhile, so that they stay. */
  async *portions(question: AuditQuestion, goOn: AuditReadOptions['goOn']): AsyncGenerator<readonly AuditRecord[]> {
    for await (const { entries } of this.#looks(question, () => false)) {
      goOn();
      if (entries.length > 0) yield entries;
    }
  }

  /** Keeps entries from being removed until the function that this returns is called. Knows only of this process. */
  hold(): () => void {
    this.#holds++;
    let isHeld = true;
    return () => {
      if (isHeld) this.#holds--;
      isHeld = false;
    };
  }

  /** The last of the oldest entries of which each was made before this time; undefined: there is none. */
  olderThan(createdAt: string): Promise<AuditMark | undefined> {
    return this.#driver.auditOlderThan(createdAt);
  }

  /**
   * Removes all entries up to this one, in short transactions, until `isClosing`; whoever begins to read from now on does not see
   * them. False: somebody holds the log, and nothing was done. `tell`: makes an entry that says so durable, before anything goes.
   */
  async remove(upTo: AuditMark, tell: () => Promise<void>, isClosing: () => boolean): Promise<boolean> {
    if (this.#holds > 0) return false;
    const before = this.#removing;
    this.#removing = upTo;
    try {
      await tell();
      while (!isClosing() && (await this.#driver.removeAudit(upTo)));
      return true;
    } catch (cause) {
      // What is left, such as on a full disk, is there for the next attempt
      this.#removing = before;
      throw cause;
    }
  }

  async *#looks(question: AuditQuestion, isLong: () => boolean): AsyncGenerator<AuditPortion> {
    let rest: AuditQuestion | undefined = question;
    while (rest) {
      const portion: AuditPortion = await this.#driver.lookAtAudit(isLong() ? { ...rest, placesOnly: true } : rest);
      yield portion;
      rest = portion.reached && restOf(rest, portion);
    }
  }
}

function restOf(question: AuditQuestion, { entries, matched, reached }: AuditPortion): AuditQuestion | undefined {
  const rows = question.rows - entries.length;
  if (rows === 0 && !question.counted) return undefined;
  return { ...question, from: reached, skip: Math.max(0, question.skip - matched), rows };
}
