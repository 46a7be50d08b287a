import type { DatabaseSync, Statement } from './engine.ts';

/** The most rows, and the most bytes unless one row has more, of one step: no step takes long. */
const PORTION_ROWS = 256;
const PORTION_BYTES = 256 * 1024;

/** One connection with its prepared statements. */
export class SqliteConnection {
  readonly #statements = new Map<string, Statement>();

  constructor(readonly database: DatabaseSync) {}

  /** Runs the work in one transaction. When it throws, nothing of it is left. */
  transaction<T>(work: () => T): T {
    this.database.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.database.exec('COMMIT');
      return result;
    } catch (cause) {
      this.rollBack();
      throw cause;
    }
  }

  /** A full disk and some other errors have ended the transaction already. */
  rollBack(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

  prepared(sql: string): Statement {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, (statement = this.database.prepare(sql)));
    return statement;
  }

  /** Ordinals of a scope's records from which (excluded) and to which (included) they are small enough for one step. */
  *portions(scope: number, sql: string): Generator<readonly [from: number, last: number]> {
    let from = 0;
    let most = PORTION_ROWS;
    for (;;) {
      const { last, bytes } = this.prepared(sql).get(scope, from, most) as { last: number | null; bytes: number };
      if (last === null) return;
      if (bytes > PORTION_BYTES && most > 1) {
        most = Math.max(1, Math.floor(most * Math.min(1 / 2, PORTION_BYTES / bytes)));
        continue;
      }
      yield [from, last];
      from = last;
      most = Math.min(PORTION_ROWS, most * 2);
    }
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }
}
