import { randomUUID } from 'node:crypto';
import type { Part } from '../parts.ts';
import type { SqliteConnection } from './connection.ts';
import { refusePlace, SQL } from './sql.ts';

/** Ordinals whose references to files are moved at once; and released files. */
const REFERENCES = 500;

interface StagedMove {
  readonly source: number;
  readonly target: number;
  /** The value of `dead` in the target's row. */
  readonly dead: number;
}

/**
 * How one commit of 100,000 rows leaves room for others. Its rows are written in short transactions into a scope of its own
 * that nobody reads (`begin`, `add`). The commit itself is short. When it makes a scope, the staged scope becomes that scope
 * (`make`). When the scope is there, it notes the move (`move`), and the rows follow in short transactions (`moveSome`).
 *
 *   staged ──commit──▶ the new scope
 *          ──commit──▶ moving ──▶ gone          rows that a process leaves staged when it ends are dead
 *
 * Until all have followed, readers of the scope must wait and other commits finish the move first (`finish`).
 */
export class Staging {
  /** False: surely nothing is moving. */
  #mayMove = true;

  /** @param shared other processes move rows, too. */
  constructor(
    private readonly connection: SqliteConnection,
    private readonly shared: boolean,
  ) {}

  /** The number of a new scope for staged rows. */
  begin(): number {
    return (this.#prepared(SQL.stage).get(`staged:${randomUUID()}`) as { no: number }).no;
  }

  add(no: number, { puts, deletes, assets, released }: Part): void {
    const put = this.#prepared(SQL.put);
    for (const row of puts) {
      refusePlace(no, row.ordinal);
      put.run(no, row.ordinal, row.key, row.kind, row.version, row.shown, row.hidden);
    }
    // A record of no kind: the one at this ordinal goes
    for (const ordinal of deletes) put.run(no, ordinal, '', '', 0, '', null);
    for (const { ordinal, hashes } of assets) {
      // No hash: the references of this ordinal go
      for (const hash of hashes.length > 0 ? hashes : ['']) this.#prepared(SQL.refer).run(hash, no, ordinal);
    }
    for (const { hash, at, again } of released) this.#prepared(SQL.keepReleased).run(hash, no, at, again);
  }

  drop(no: number): void {
    this.#prepared(SQL.unstage).run(no);
  }

  /** At the start of the only process: rows that were staged and not committed are dead. */
  dropAll(): void {
    this.#prepared(SQL.unstageAll).run();
  }

  make(no: number, id: string, head: string, commit: string): void {
    this.#prepared(SQL.makeOfStaged).run(id, head, commit, no);
  }

  move(source: number, target: number): void {
    this.#prepared(SQL.move).run(source, target);
    this.#mayMove = true;
  }

  get hasMoves(): boolean {
    return this.#mayMove && this.#moves().length > 0;
  }

  isMoving(target: number): boolean {
    return this.#moves().some((move) => move.target === target);
  }

  /** Moves rows until the time is over; true while there are more. */
  moveSome(isOver: () => boolean): boolean {
    for (const move of this.#moves()) {
      for (const _ of this.#steps(move)) if (isOver()) return true;
    }
    this.#mayMove = this.shared;
    return false;
  }

  /** For another commit to the scope, which must come behind. */
  finish(target: number): void {
    if (!this.#mayMove) return;
    for (const move of this.#moves()) if (move.target === target) for (const _ of this.#steps(move));
  }

  *#steps(move: StagedMove): Generator<void> {
    const { source, target, dead } = move;
    if (dead === 0) {
      for (const [from, last] of this.connection.portions(source, SQL.portion)) {
        this.#prepared(SQL.moveDeletes).run(source, from, last, target);
        this.#prepared(SQL.movePuts).run(source, from, last, target);
        this.#prepared(SQL.removeRows).run(source, from, last);
        yield;
      }
      for (const last of this.#lastOf<number>(SQL.assetPortion, source)) {
        this.#prepared(SQL.moveReleases).run(source, last, target);
        this.#prepared(SQL.moveReferences).run(source, last, target);
        this.#prepared(SQL.releaseTo).run(source, last);
        yield;
      }
      for (const last of this.#lastOf<string>(SQL.releasedPortion, source)) {
        this.#prepared(SQL.moveReleased).run(source, last, target);
        this.#prepared(SQL.dropReleasedTo).run(source, last);
        yield;
      }
    }
    this.#prepared(SQL.moved).run(source);
    if (dead === 0) this.#prepared(SQL.forgetStaged).run(source);
    else this.drop(source);
  }

  /** The last row of each portion; the caller removes it before it asks for the next. */
  *#lastOf<T extends number | string>(portion: string, source: number): Generator<T> {
    for (;;) {
      const { last } = this.#prepared(portion).get(source, REFERENCES) as { last: T | null };
      if (last === null) return;
      yield last;
    }
  }

  #moves(): StagedMove[] {
    return this.#prepared(SQL.moves).all() as StagedMove[];
  }

  #prepared(sql: string): ReturnType<SqliteConnection['prepared']> {
    return this.connection.prepared(sql);
  }
}
