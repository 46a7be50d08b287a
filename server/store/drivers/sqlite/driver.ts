import type { Work } from '../../../../model/hooks.ts';
import type { Scheduler } from '../../../scheduler.ts';
import type { AuditEnds, AuditMark, AuditPortion, AuditQuestion } from '../../audit/types.ts';
import type { ReleasedQuestion } from '../../store.ts';
import type { Commit, Driver, LargeOutcome, MissedCommands, Outcome, Row, ScopeRow } from '../driver.ts';
import { NOTHING, type PartSize, partsOf } from '../parts.ts';
import { readOutcome, readRows, readScopeRow, type StagedScopes, times, writeCommits, writePart } from './codec.ts';
import type { Operation } from './operations.ts';
import { type PacketReader, PacketWriter } from './packet.ts';
import { DatabaseThread } from './threads.ts';
import { damageOf } from './write-ahead-log.ts';

export interface SqliteOptions {
  /** The database file; made when it is not there. */
  readonly file: string;
  /** Several stores use this file: keep the change log and let reads pass the barrier. */
  readonly shared?: boolean;
  /** Threads to use instead of new ones (tests share them). */
  readonly threads?: SqliteThreads;
  /** Pages of 4096 bytes that the file may have: how tests fill a disk. */
  readonly pages?: number;
  /** A thread or the disk is broken, so acknowledged commits may not be on disk: the process must end. */
  readonly fatal: (cause: unknown) => void;
  /** Called at the opening, with one line for a person, when an earlier process left something that cannot be read any more. */
  readonly warn?: (text: string) => void;
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

/** Rows of one scope that go in one transaction with the others of their commit. */
const STAGED_ROWS = 1000;
/** Rows, and bytes of their texts, that are staged at once. */
const PART: PartSize = { rows: 200, bytes: 1024 ** 2 };

class SqliteDriver implements Driver {
  readonly shared: boolean;
  /** All batches that are ready go in one database transaction; the next ones gather meanwhile. */
  readonly slots = 1;
  readonly #writer: number;
  readonly #reader: number;
  /** Writes wait for it: a locked commit keeps the connection to itself. */
  #turn: Promise<unknown> = Promise.resolve();
  /** One look at the audit log at a time: a canvas that is loaded meanwhile waits for one at the most. */
  #auditTurn: Promise<unknown> = Promise.resolve();
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
    const { file, pages, fatal, warn } = this.options;
    // Nobody else writes to it now: another process's write would look like damage
    const damage = this.shared ? undefined : damageOf(`${file}-wal`);
    if (damage !== undefined) warn?.(damage);
    const opening = () =>
      new PacketWriter()
        .text(file)
        .number(this.shared ? 1 : 0)
        .number(pages ?? 0);
    await writer.call(this.#writer, 'open', opening());
    await reader.call(this.#reader, 'open', opening());
    // No other process is at work: commits that an earlier one left half done are dropped, or finished before anybody reads
    if (!this.shared) await writer.call(this.#writer, 'begin');
    await this.#settle();
    this.#stopListening = [writer.onBroken(this.#writer, fatal), reader.onBroken(this.#reader, fatal)];
  }

  commit(commits: readonly Commit[]): Promise<readonly Outcome[]> {
    return this.#alone(async () => {
      const packet = await this.#write('commit', await this.#packet(commits));
      return commits.map(() => readOutcome(packet));
    });
  }

  /** The commit is staged in short transactions, committed in one, and moved to its place in short ones again. */
  async commitLarge(commit: Commit): Promise<LargeOutcome> {
    const staged = new Map<string, number>();
    const failure = await this.#stageAll(commit, staged);
    const rest = { ...commit, scopes: commit.scopes.map((scope) => (staged.has(scope.id) ? { ...scope, ...NOTHING } : scope)) };
    const outcome = failure ?? (await this.#alone(() => this.#commitStaged(rest, staged)));
    if (outcome.is !== 'durable') await this.#unstage(staged.values());
    return { outcome, settled: outcome.is === 'durable' ? this.#settle() : Promise.resolve() };
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

  /** Each part is taken in while the next ones are read, one after the other, as they may come faster. */
  async load(scope: string, take: (rows: readonly Row[]) => void): Promise<ScopeRow | undefined> {
    let taken = Promise.resolve();
    const part = (packet: PacketReader): void => {
      taken = taken.then(() => this.options.scheduler.later(takeRows(packet, take)));
      // The error is thrown below, when all parts have come
      taken.catch(() => undefined);
    };
    const last = await this.threads.reader.call(this.#reader, 'load', new PacketWriter().text(scope), part);
    await taken;
    const row = JSON.parse(last.text()!) as ScopeRow | 'moving' | null;
    if (row !== 'moving') return row ?? undefined;
    await this.#settle();
    return this.load(scope, take);
  }

  async missed(scope: string, revision: number): Promise<MissedCommands> {
    return JSON.parse((await this.#write('missed', new PacketWriter().text(scope).number(revision))).text()!);
  }

  async committed(id: string): Promise<boolean> {
    return (await this.#write('committed', new PacketWriter().text(id))).number() === 1;
  }

  async referred(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    const packet = new PacketWriter().text(JSON.stringify(hashes));
    return new Set(JSON.parse((await this.threads.reader.call(this.#reader, 'referred', packet)).text()!) as string[]);
  }

  async released({ hashes, since, scope }: ReleasedQuestion): Promise<ReadonlyMap<string, string>> {
    const packet = new PacketWriter()
      .text(JSON.stringify(hashes))
      .number(since)
      .text(scope ?? null);
    return new Map(JSON.parse((await this.threads.reader.call(this.#reader, 'released', packet)).text()!) as [string, string][]);
  }

  async forgetReleased(until: number): Promise<void> {
    for (let more = true; more && !this.#closed; ) {
      const packet = await this.#alone(() => this.#write('forgetReleased', new PacketWriter().number(until)));
      more = packet.number() === 1;
    }
  }

  auditEnds(): Promise<AuditEnds> {
    return this.#lookAtAudit('auditEnds', new PacketWriter());
  }

  lookAtAudit(question: AuditQuestion): Promise<AuditPortion> {
    return this.#lookAtAudit('lookAtAudit', new PacketWriter().text(JSON.stringify(question)));
  }

  async auditOlderThan(createdAt: string): Promise<AuditMark | undefined> {
    type Older = { readonly mark: AuditMark | null; readonly done: boolean };
    let last: AuditMark | undefined;
    let after = (await this.auditEnds()).removed.id;
    for (;;) {
      const packet = new PacketWriter().text(createdAt).number(after);
      const { mark, done } = await this.#lookAtAudit<Older>('auditOlderThan', packet);
      last = mark ?? last;
      if (done || !mark) return last;
      after = mark.id;
    }
  }

  async removeAudit({ id }: AuditMark): Promise<boolean> {
    const packet = await this.#alone(() => this.#write('removeAudit', new PacketWriter().number(id)));
    return packet.number() === 1;
  }

  sweep(): Promise<void> {
    this.#sweepAgain = true;
    this.#sweeping ??= this.#sweep().finally(() => {
      this.#sweeping = undefined;
    });
    return this.#sweeping;
  }

  async probe(): Promise<void> {
    await this.#alone(() => this.#write('probe'));
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#stopListening) stop();
    await this.#sweeping?.catch(() => undefined);
    // Operations that were asked for before
    await this.#turn;
    await this.#auditTurn;
    await this.threads.reader.call(this.#reader, 'close');
    await this.threads.writer.call(this.#writer, 'close');
    if (this.options.threads) return;
    // Statements keep a connection until their thread ends, and the last connection removes the log beside the file. Of two that end at
    // once each takes the other for one that is left.
    await this.threads.reader.end();
    await this.threads.writer.end();
  }

  /** Undefined: all is staged; else why it is not. */
  async #stageAll({ scopes }: Commit, staged: Map<string, number>): Promise<Outcome | undefined> {
    for (const scope of scopes) {
      if (scope.puts.length + scope.deletes.length < STAGED_ROWS) continue;
      for (const part of partsOf(scope, PART)) {
        const packet = new PacketWriter().number(staged.get(scope.id) ?? 0);
        await this.options.scheduler.run(writePart(packet, part));
        const answer = await this.#alone(() => this.#write('stage', packet));
        const outcome = readOutcome(answer);
        if (outcome.is !== 'durable') return outcome;
        staged.set(scope.id, answer.number());
      }
    }
    return undefined;
  }

  async #commitStaged(commit: Commit, staged: StagedScopes): Promise<Outcome> {
    const packet = await this.options.scheduler.run(writeCommits([commit], new Date(this.options.now()).toISOString(), staged));
    return readOutcome(await this.#write('commit', packet));
  }

  async #unstage(staged: Iterable<number>): Promise<void> {
    for (const no of staged) await this.#alone(() => this.#write('unstage', new PacketWriter().number(no)));
    void this.sweep().catch(() => undefined);
  }

  /** Goes on until all rows are in their place, or the server ends: then the next start goes on. */
  async #settle(): Promise<void> {
    for (let more = true; more && !this.#closed; ) {
      const packet = await this.#alone(() => this.#write('settle'));
      more = packet.number() === 1;
    }
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

  #lookAtAudit<T>(operation: Operation, packet: PacketWriter): Promise<T> {
    const look = async (): Promise<T> => JSON.parse((await this.threads.reader.call(this.#reader, operation, packet)).text()!);
    const turn = this.#auditTurn.then(look);
    this.#auditTurn = turn.catch(() => undefined);
    return turn;
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
