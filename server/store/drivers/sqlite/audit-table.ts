import { entryHash, NO_HASH, storable } from '../../audit/chain.ts';
import { holds, lengthOf, rangeOf } from '../../audit/look.ts';
import type { AuditEnds, AuditMark, AuditPlace, AuditPortion, AuditQuestion, AuditRecord } from '../../audit/types.ts';
import { AUDIT, AUDIT_COLUMNS, auditStatements, parametersOf, type SqliteAuditStatements } from './audit-sql.ts';
import type { AuditValues } from './codec.ts';
import type { SqliteConnection } from './connection.ts';
import type { DatabaseSync } from './engine.ts';

/** One look at the log takes no longer, in milliseconds, with one stretch more at the most. */
const LOOK_MS = 5;
/** Entries of one stretch: two or three milliseconds when each text is searched. */
const STRETCH = 1000;
/** Characters of entries that one look brings, unless it is one entry. */
const LOOK_LENGTH = 256 * 1024;
/** Entries that are looked at, and that are removed, at once. */
const OLDER = 20_000;
const REMOVED = 200;

/** The audit log in its table. The caller has a transaction open where something is written. */
export class AuditTable {
  constructor(private readonly connection: SqliteConnection) {}

  /** Chains entries to the newest one: nobody else can write until the transaction ends. */
  append(entries: readonly AuditValues[]): void {
    if (entries.length === 0) return;
    let { id, hash } = this.ends().newest;
    const insert = this.connection.prepared(AUDIT.append);
    for (const values of entries) {
      const row = [++id, ...values.map((value) => (typeof value === 'string' ? storable(value) : value))];
      hash = entryHash(hash, recordOf(row));
      insert.run(...row, hash);
    }
  }

  ends(): AuditEnds {
    const removed = this.connection.prepared(AUDIT.removed).get() as AuditMark;
    return { removed, newest: (this.connection.prepared(AUDIT.newest).get() as AuditMark | undefined) ?? removed };
  }

  /** Looks at the log for a few milliseconds. */
  look(question: AuditQuestion): AuditPortion {
    const until = performance.now() + LOOK_MS;
    const look = new Look(this.connection, question);
    while (look.stretch() && performance.now() < until);
    return look.found();
  }

  /**
   * Looks at `OLDER` of the oldest entries, behind an id: how far they are all older than `createdAt`. `done`: the next one is
   * not, or there is none.
   */
  olderThan(createdAt: string, after: number): { readonly mark: AuditMark | null; readonly done: boolean } {
    const kept = this.connection.prepared(AUDIT.notOlder).get(after, OLDER, createdAt) as { id: number } | undefined;
    const last = kept ? kept.id - 1 : after + OLDER;
    const mark = (this.connection.prepared(AUDIT.mark).get(last) as AuditMark | undefined) ?? null;
    return { mark: mark && mark.id > after ? mark : null, done: kept !== undefined || (mark?.id ?? 0) < last };
  }

  /** Removes entries up to this one until the time is over; true while there are more. */
  remove(upTo: number, isOver: () => boolean): boolean {
    for (;;) {
      const mark = this.connection.prepared(AUDIT.oldest).get(upTo, REMOVED) as AuditMark | undefined;
      if (!mark) return false;
      this.connection.prepared(AUDIT.remove).run(mark.id, mark.hash);
      this.connection.prepared(AUDIT.delete).run(mark.id);
      if (isOver()) return mark.id < upTo;
    }
  }
}

/** For each connection that looks at the log. */
export function defineAuditFunctions(database: DatabaseSync): void {
  const run = (text: string, ...columns: readonly string[]): number => (holds(text, ...columns) ? 1 : 0);
  database.function('audit_holds', { deterministic: true, varargs: true }, run as never);
}

/** A database of an older version: chains its entries, one after the other, into the new table. */
export function chainAll(database: DatabaseSync, target: string): void {
  const insert = database.prepare(`INSERT INTO ${target} VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  let hash = NO_HASH;
  for (const row of database.prepare(`SELECT ${AUDIT_COLUMNS} FROM audit ORDER BY id`).iterate()) {
    const record = row as unknown as AuditRecord;
    hash = entryHash(hash, record);
    insert.run(...(Object.values(record) as AuditValues), hash);
  }
}

/** The column values of a row, `id` first. */
function recordOf(row: AuditValues): AuditRecord {
  const names = AUDIT_COLUMNS.split(', ');
  return Object.fromEntries(names.map((name, at) => [name, row[at]])) as unknown as AuditRecord;
}

/** One look: goes through the log in stretches of an index, whether entries fit or not, so that each takes about as long. */
class Look {
  readonly #statements: SqliteAuditStatements;
  readonly #filters: readonly (string | number | null)[];
  readonly #end: AuditPlace;
  readonly #entries: AuditRecord[] = [];
  #at: AuditPlace;
  #isAtEnd = false;
  #matched = 0;
  #skip: number;
  #rows: number;
  #length = 0;

  constructor(
    private readonly connection: SqliteConnection,
    private readonly question: AuditQuestion,
  ) {
    this.#statements = auditStatements(question);
    this.#filters = parametersOf(question);
    [this.#at, this.#end] = rangeOf(question);
    this.#skip = question.skip;
    this.#rows = question.rows;
  }

  /** False: the look has ended. */
  stretch(): boolean {
    const { reach, count } = this.#statements;
    const to = this.#all(reach, this.#end, [1, STRETCH - 1])[0] as AuditPlace | undefined;
    const last = to ?? this.#end;
    const { count: fitting } = this.connection.prepared(count).get(...this.#parameters(last)) as { count: number };
    if (fitting > this.#skip && this.#rows > 0 && !this.#take(last)) return false;
    this.#matched += fitting;
    this.#skip = Math.max(0, this.#skip - fitting);
    this.#at = last;
    this.#isAtEnd = to === undefined || (this.#rows === 0 && !this.question.counted);
    return !this.#isAtEnd;
  }

  found(): AuditPortion {
    return { entries: this.#entries, matched: this.#matched, reached: this.#isAtEnd ? undefined : this.#at };
  }

  /** Takes wanted entries up to there. False: they are too long for one look, which so ends behind the last that it took. */
  #take(last: AuditPlace): boolean {
    const { rows, places } = this.#statements;
    const statement = this.connection.prepared(this.question.placesOnly ? places : rows);
    let taken = 0;
    for (const row of statement.iterate(...this.#parameters(last), this.#rows, this.#skip)) {
      const entry = row as unknown as AuditRecord;
      this.#entries.push(entry);
      taken++;
      if (!this.question.placesOnly) this.#length += lengthOf(entry);
      if (this.#length < LOOK_LENGTH) continue;
      this.#matched += this.#skip + taken;
      this.#at = { created_at: entry.created_at, id: entry.id };
      return false;
    }
    this.#rows -= taken;
    return true;
  }

  #all(sql: string, last: AuditPlace, limit: readonly number[]): unknown[] {
    return this.connection.prepared(sql).all(...this.#parameters(last), ...limit);
  }

  #parameters(last: AuditPlace): (string | number | null)[] {
    return [this.#at.created_at, this.#at.id, last.created_at, last.id, ...this.#filters];
  }
}
