import { randomBytes } from 'node:crypto';
import { type Clock, timestamp } from '../clock.ts';
import type { JobLog } from '../jobs/job.ts';
import { DIRECTORY, SERVER, type Store } from '../store/store.ts';
import type { BackupProcesses, EndedCommand } from './backup-process.ts';

/** A finished backup, as `easel backup list --json` prints it. */
export interface FinishedBackup {
  readonly id: string;
  /** The moment whose state it holds. */
  readonly at: string;
  readonly started_at: string;
  readonly finished_at: string;
  readonly records: number;
  readonly files: number;
  readonly new_bytes: number;
  /** Files that were gone or damaged. */
  readonly missing: number;
}

/** What was made of a backup: `incomplete`: done, but for files that were gone or damaged. */
export type BackupOutcome = 'done' | 'incomplete' | 'failed';
export const backupOutcomes = ['done', 'incomplete', 'failed'] as const satisfies readonly BackupOutcome[];

/** What a look into the backups found. */
export interface BackupReading {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly findings: number;
}

interface Deps {
  readonly processes: BackupProcesses;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: JobLog;
  readonly store: Pick<Store, 'submit'>;
}

/** The backups of this server: what is there, and the making of the next one. */
export class Backups {
  /** Finished ones, the newest first. */
  list: readonly FinishedBackup[] = [];
  reading: BackupReading | undefined;
  readonly outcomes: Record<BackupOutcome, number> = { done: 0, incomplete: 0, failed: 0 };
  #failures = 0;
  #underWay: Promise<void> | undefined;
  #isStopped = false;

  constructor(private readonly deps: Deps) {}

  /** Makes one; while another is being made, waits for that. */
  make(): Promise<void> {
    this.#underWay ??= this.#make().finally(() => {
      this.#underWay = undefined;
    });
    return this.#underWay;
  }

  /** Looks what is in the place. */
  async look(): Promise<void> {
    const { value, told } = await this.deps.processes.run(['backup', 'list']);
    if (this.#isStopped) return;
    if (value === undefined) this.deps.log.info({ told }, 'no backups are known');
    else this.list = value as readonly FinishedBackup[];
  }

  /** Reads a seventh of what is in the place, another one each day. */
  async read(): Promise<void> {
    const { processes, clock, log } = this.deps;
    if (this.list.length === 0) return;
    const { value, told } = await processes.run(['verify', '--read', '1/7']);
    if (this.#isStopped) return;
    if (value === undefined) return log.error({ told }, 'the backups cannot be read');
    const { findings } = value as { readonly findings: readonly string[] };
    this.reading = { at: clock.now(), findings: findings.length };
    if (findings.length > 0) log.error({ findings: findings.slice(0, TOLD) }, 'backups are damaged');
  }

  stop(): void {
    this.#isStopped = true;
    this.deps.processes.stop();
  }

  async #make(): Promise<void> {
    const id = `${timestamp(this.deps.clock.now()).replace(/[-:]|\.\d+/g, '')}-${randomBytes(2).toString('hex')}`;
    const ended = await this.deps.processes.run(['backup', 'now', '--id', id]);
    if (this.#isStopped) return;
    const made = ended.value as FinishedBackup | undefined;
    if (made) this.#made(made, ended);
    else await this.#failed(ended);
    await this.look();
  }

  #made(made: FinishedBackup, { code, told }: EndedCommand): void {
    this.#failures = 0;
    this.outcomes[made.missing > 0 ? 'incomplete' : 'done']++;
    const { id, records, files, new_bytes } = made;
    const fields = { id, records, files, new_bytes };
    if (code === 0) this.deps.log.info(fields, 'a backup was made');
    else this.deps.log.warn({ ...fields, told: told.slice(0, TOLD) }, 'a backup was made, and somebody should look');
  }

  /** The first of a row is in the audit log, too. */
  async #failed({ told }: EndedCommand): Promise<void> {
    this.outcomes.failed++;
    const msg = told.at(-1) ?? 'the command told nothing';
    this.deps.log.error({ msg }, 'a backup could not be made');
    if (this.#failures++ > 0) return;
    const entry = { action: 'Backup failed', target_type: 'backup', target_id: null, target_name: '', details: { msg } };
    await this.deps.store.submit({
      scopes: [DIRECTORY],
      author: SERVER,
      permit: () => undefined,
      run: (tx) => tx.audit(entry),
    });
  }
}

/** Lines of what a command told that the log repeats. */
const TOLD = 10;
