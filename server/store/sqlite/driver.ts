import type { Work } from '../../../model/hooks.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { Commit, Driver, Missed, Outcome, Row, ScopeRow } from '../driver.ts';
import { readOutcome, readRows, readScopeRow, times, writeCommits } from './codec.ts';
import type { Operation } from './operations.ts';
import { type PacketReader, PacketWriter } from './packet.ts';
import { DatabaseThread } from './threads.ts';

export interface SqliteOptions {
  /** The database file; made when it is not there. */
  readonly file: string;
  /** Several stores use this file: keep the change log and let reads pass the barrier. */
  readonly shared?: boolean;
  /** Threads to use instead of new ones (tests share them). */
  readonly threads?: SqliteThreads;
  /** Pages of 4096 bytes that the file may have: how tests fill a disk. */
  readonly pages?: number;
  /** The thread or the disk is broken, so what is acknowledged may not be on disk: the process must end. */
  readonly fatal: (cause: unknown) => void;
  readonly now: () => number;
  readonly scheduler: Scheduler;
}

/** Reads have a thread of their own, so that loading a canvas never stands before a commit. */
export interface SqliteThreads {
  readonly writer: DatabaseThread;
  readonly reader: DatabaseThread;
}

export const sqliteThreads = (): SqliteThreads => ({ writer: new DatabaseThread(), reader: new DatabaseThread() });

export async function openSqlite(options: SqliteOptions): Promise<Driver> {
  const driver = new SqliteDriver(options, options.threads ?? sqliteThreads());
  await driver.open();
  return driver;
}

class SqliteDriver implements Driver {
  readonly shared: boolean;
  /** All batches that are ready go in one database transaction; the next ones gather meanwhile. */
  readonly slots = 1;
  readonly #writer: number;
  readonly #reader: number;
  /** What writes waits for: a locked commit keeps the connection to itself. */
  #turn: Promise<unknown> = Promise.resolve();
  #sweeping: Promise<void> | undefined;
  #sweepAgain = false;
  #stopListening: readonly (() => void)[] = [];
  #closed = false;

  constructor(
    private readonly options: SqliteOptions,
    private readonly threads: SqliteThreads,
  ) {
    this.shared = options.shared ?? false;
    this.#writer = threads.writer.number();
    this.#reader = threads.reader.number();
  }

  async open(): Promise<void> {
    const { writer, reader } = this.threads;
    const { file, pages, fatal } = this.options;
    const opening = () =>
      new PacketWriter()
        .text(file)
        .number(this.shared ? 1 : 0)
        .number(pages ?? 0);
    await writer.call(this.#writer, 'open', opening());
    await reader.call(this.#reader, 'open', opening());
    this.#stopListening = [writer.onBroken(this.#writer, fatal), reader.onBroken(this.#reader, fatal)];
  }

  commit(commits: readonly Commit[]): Promise<readonly Outcome[]> {
    return this.#alone(async () => {
      const packet = await this.#write('commit', await this.#packet(commits));
      return commits.map(() => readOutcome(packet));
    });
  }

  commitLocked(_scopes: readonly string[], make: () => Promise<Commit | undefined>): Promise<Outcome> {
    return this.#alone(async () => {
      try {
        await this.#write('lock');
      } catch (cause) {
        return { is: 'failed', cause };
      }
      let commit: Commit | undefined;
      try {
        commit = await make();
      } finally {
        // Without a commit this only ends the transaction.
        if (!commit) await this.#write('commitLocked', await this.#packet([]));
      }
      return commit ? readOutcome(await this.#write('commitLocked', await this.#packet([commit]))) : { is: 'durable' };
    });
  }

  async scopes(): Promise<readonly ScopeRow[]> {
    const packet = await this.#write('scopes');
    return times(packet.number(), () => readScopeRow(packet));
  }

  async revisions(scopes: readonly string[]): Promise<readonly number[]> {
    const packet = new PacketWriter().text(JSON.stringify(scopes));
    return JSON.parse((await this.threads.reader.call(this.#reader, 'revisions', packet)).text()!);
  }

  /** Parts are taken in while the next ones are read, in line: they may come faster than that. */
  async load(scope: string, take: (rows: readonly Row[]) => void): Promise<ScopeRow | undefined> {
    let taken = Promise.resolve();
    const part = (packet: PacketReader): void => {
      taken = taken.then(() => this.options.scheduler.later(takeRows(packet, take)));
      // Told below, when all have come
      taken.catch(() => undefined);
    };
    const last = await this.threads.reader.call(this.#reader, 'load', new PacketWriter().text(scope), part);
    await taken;
    return JSON.parse(last.text()!) ?? undefined;
  }

  async missed(scope: string, revision: number): Promise<Missed> {
    return JSON.parse((await this.#write('missed', new PacketWriter().text(scope).number(revision))).text()!);
  }

  async committed(id: string): Promise<boolean> {
    return (await this.#write('committed', new PacketWriter().text(id))).number() === 1;
  }

  async referred(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const packet = new PacketWriter().text(JSON.stringify(hashes));
    return new Set(JSON.parse((await this.threads.reader.call(this.#reader, 'referred', packet)).text()!) as string[]);
  }

  sweep(): Promise<void> {
    this.#sweepAgain = true;
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#stopListening) stop();
    await this.#sweeping?.catch(() => undefined);
    await this.threads.reader.call(this.#reader, 'close');
    await this.threads.writer.call(this.#writer, 'close');
    if (this.options.threads) return;
    await Promise.all([this.threads.reader.end(), this.threads.writer.end()]);
  }

  async #sweep(): Promise<void> {
    while (this.#sweepAgain && !this.#closed) {
      const packet = await this.#alone(() => {
        this.#sweepAgain = false;
        return this.#write('sweep', new PacketWriter().number(this.options.now()));
      });
      if (packet.number() === 1) this.#sweepAgain = true;
    }
  }

  #packet(commits: readonly Commit[]): Promise<PacketWriter> {
    return this.options.scheduler.run(writeCommits(commits, new Date(this.options.now()).toISOString()));
  }

  #write(operation: Operation, packet?: PacketWriter): Promise<PacketReader> {
    return this.threads.writer.call(this.#writer, operation, packet);
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }
}

function* takeRows(packet: PacketReader, take: (rows: readonly Row[]) => void): Work {
  take(readRows(packet));
}
