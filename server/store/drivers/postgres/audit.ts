import { holds, lengthOf, rangeOf } from '../../audit/look.ts';
import type {
  AuditDriver,
  AuditEnds,
  AuditMark,
  AuditPlace,
  AuditPortion,
  AuditQuestion,
  AuditRecord,
} from '../../audit/types.ts';
import {
  AUDIT,
  type AuditStatement,
  auditStatements,
  ENTRY,
  isExact,
  type PostgresAuditStatements,
  parametersOf,
} from './audit-sql.ts';

/** Runs a statement, and resolves with its rows as arrays. */
export type AuditAsk = (query: AuditStatement & { readonly values: readonly unknown[] }) => Promise<readonly unknown[][]>;

/** One look at the log takes no longer, in milliseconds, with one stretch more at the most. */
const LOOK_MS = 10;
/** Entries of one stretch, for which the database works some milliseconds when each text is searched. */
const STRETCH = 2000;
/** Characters of entries that one stretch brings, unless it is one entry. */
const LOOK_LENGTH = 256 * 1024;
/** Entries that are looked at, and that are removed, at once. */
const OLDER = 20_000;
const REMOVED = 500;

/** The audit log of an installation. Entries are added by `append_audit` in the transactions of commits. */
export class PostgresAudit implements AuditDriver {
  /**
   * @param read for statements that only read, and may be tried again
   * @param write for the others, each a transaction of its own
   */
  constructor(
    private readonly read: AuditAsk,
    private readonly write: AuditAsk,
  ) {}

  async auditEnds(): Promise<AuditEnds> {
    const [row] = await this.read({ ...AUDIT.ends, values: [] });
    const [id, hash, newestId, newestHash] = row as [number, string, number, string];
    return { removed: { id, hash }, newest: { id: newestId, hash: newestHash } };
  }

  async lookAtAudit(question: AuditQuestion): Promise<AuditPortion> {
    const until = performance.now() + LOOK_MS;
    const look = new Look(this.read, question);
    while ((await look.stretch()) && performance.now() < until);
    return look.found();
  }

  async auditOlderThan(createdAt: string): Promise<AuditMark | undefined> {
    let mark: AuditMark | undefined;
    for (let after = (await this.auditEnds()).removed.id; ; after = mark!.id) {
      const [row] = await this.read({ ...AUDIT.older, values: [after, OLDER, createdAt] });
      if (!row) return mark;
      const [id, hash, isDone] = row as [number, string, boolean];
      mark = { id, hash };
      if (isDone) return mark;
    }
  }

  async removeAudit({ id }: AuditMark): Promise<boolean> {
    const [row] = await this.write({ ...AUDIT.remove, values: [id, REMOVED] });
    return row![0] as boolean;
  }
}

/**
 * One look: goes through the log in stretches of an index, whether entries fit or not, so that each takes about as long. Between
 * two of them entries may be added or removed: the question says which ids count.
 */
class Look {
  readonly #statements: PostgresAuditStatements;
  readonly #filters: readonly unknown[];
  readonly #isExact: boolean;
  readonly #end: AuditPlace;
  readonly #entries: AuditRecord[] = [];
  #at: AuditPlace;
  #isAtEnd = false;
  #matched = 0;
  #skip: number;
  #rows: number;
  #length = 0;

  constructor(
    private readonly ask: AuditAsk,
    private readonly question: AuditQuestion,
  ) {
    this.#statements = auditStatements(question);
    this.#filters = parametersOf(question);
    this.#isExact = isExact(question.filter);
    [this.#at, this.#end] = rangeOf(question);
    this.#skip = question.skip;
    this.#rows = question.rows;
  }

  /** False: the look has ended. */
  async stretch(): Promise<boolean> {
    const [row] = await this.#run(this.#statements.count, this.#end, [STRETCH]);
    const [, fitting, created_at, id] = row as [number, number, string | null, number];
    const last = created_at === null ? this.#end : { created_at, id };
    const isWhole = this.#isExact ? await this.#take(last, fitting) : await this.#search(last, fitting);
    if (isWhole) this.#at = last;
    this.#isAtEnd = (isWhole && created_at === null) || (this.#rows === 0 && !this.question.counted);
    return !this.#isAtEnd && this.#length < LOOK_LENGTH;
  }

  found(): AuditPortion {
    return { entries: this.#entries, matched: this.#matched, reached: this.#isAtEnd ? undefined : this.#at };
  }

  /** Takes wanted entries up to there. False: they are too long for one stretch, which so ends behind the last that it took. */
  async #take(last: AuditPlace, fitting: number): Promise<boolean> {
    const wanted = Math.max(0, Math.min(this.#rows, fitting - this.#skip));
    const taken = wanted > 0 ? await this.#read(last, wanted, this.#skip, this.question.placesOnly) : [];
    const isWhole = taken.length === wanted;
    if (!isWhole) this.#at = placeOf(taken.at(-1)!);
    this.#count(isWhole ? fitting : this.#skip + taken.length, taken);
    return isWhole;
  }

  /** Like `#take`, for searches where the database only narrows down the candidates. */
  async #search(last: AuditPlace, candidates: number): Promise<boolean> {
    if (candidates === 0) return true;
    const text = this.question.filter.text!;
    const found = await this.#read(last, candidates, 0);
    const isWhole = found.length === candidates;
    if (!isWhole) this.#at = placeOf(found.at(-1)!);
    const fitting = found.filter((one) => holds(text, one.action, one.details, one.author_name, one.target_name));
    const taken = fitting.slice(this.#skip, this.#skip + this.#rows);
    this.#count(fitting.length, this.question.placesOnly ? taken.map((entry) => placeOf(entry) as AuditRecord) : taken);
    return isWhole;
  }

  #count(fitting: number, taken: readonly AuditRecord[]): void {
    this.#matched += fitting;
    this.#skip = Math.max(0, this.#skip - fitting);
    this.#rows -= taken.length;
    for (const entry of taken) {
      this.#entries.push(entry);
      if (!this.question.placesOnly) this.#length += lengthOf(entry);
    }
  }

  async #read(last: AuditPlace, most: number, skip: number, placesOnly = false): Promise<AuditRecord[]> {
    const { places, rows } = this.#statements;
    if (!placesOnly) return (await this.#run(rows, last, [most, skip, LOOK_LENGTH])).map(entryOf);
    return (await this.#run(places, last, [most, skip])).map(([created_at, id]) => ({ created_at, id }) as AuditRecord);
  }

  #run(statement: AuditStatement, last: AuditPlace, more: readonly number[]): Promise<readonly unknown[][]> {
    const between = [this.#at.created_at, this.#at.id, last.created_at, last.id];
    return this.ask({ ...statement, values: [...between, ...this.#filters, ...more] });
  }
}

const entryOf = (row: readonly unknown[]): AuditRecord =>
  Object.fromEntries(ENTRY.map((name, at) => [name, row[at]])) as unknown as AuditRecord;

const placeOf = ({ created_at, id }: AuditPlace): AuditPlace => ({ created_at, id });
