import { randomBytes } from 'node:crypto';
import { refuse } from '../../model/refusal.ts';
import { type Clock, timestamp } from '../clock.ts';
import type { JobLog } from '../jobs/job.ts';
import type { BackupProcesses, EndedCommand, FinishedBackup } from './backup-process.ts';
import type { Asking, BackupRecords } from './backup-records.ts';

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
  readonly records: BackupRecords;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: JobLog;
}

/** The backups of this server: what is there, and the making of the next one, of which there is one at a time. */
export class Backups {
  /** Finished ones, the newest first. */
  list: readonly FinishedBackup[] = [];
  reading: BackupReading | undefined;
  readonly outcomes: Record<BackupOutcome, number> = { done: 0, incomplete: 0, failed: 0 };
  #failures = 0;
  #underWay: Promise<void> | undefined;
  #isStopped = false;

  constructor(private readonly deps: Deps) {}

  /** Makes one by itself; while another is being made, waits for that. */
  make(): Promise<void> {
    return this.#underWay ?? this.#begin(undefined).done;
  }

  /** Begins to make one, and resolves with the text of its record. Rejects with 409 while another is being made. */
  ask(asking: Asking): Promise<string> {
    if (this.#underWay) throw refuse.conflict('A backup is being made');
    const { begun, done } = this.#begin(asking);
    done.catch((cause) => this.deps.log.error({ err: cause }, 'a backup that was asked for failed'));
    return begun;
  }

  /** Looks what is in the place. */
  async look(): Promise<void> {
    const { value, told } = await this.deps.processes.run(['backup', 'list']);
    if (this.#isStopped) return;
    if (value === undefined) this.deps.log.info({ told }, 'no backups are known');
    else await this.#know(value as readonly FinishedBackup[]);
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

  #begin(asking: Asking | undefined): { readonly begun: Promise<string>; readonly done: Promise<void> } {
    const now = this.deps.clock.now();
    const id = `${timestamp(now).replace(/[-:]|\.\d+/g, '')}-${randomBytes(2).toString('hex')}`;
    const begun = this.deps.records.begin(id, now, asking);
    const done = begun
      .then(
        () => this.#make(id),
        (cause) => {
          // The caller gets this refusal as an answer
          if (!asking) throw cause;
        },
      )
      .finally(() => {
        this.#underWay = undefined;
      });
    this.#underWay = done;
    return { begun, done };
  }

  async #make(id: string): Promise<void> {
    const ended = await this.deps.processes.run(['backup', 'now', '--id', id]);
    if (this.#isStopped) return;
    const made = ended.value as FinishedBackup | undefined;
    if (!made) return this.#failed(id, ended);
    await this.#know([made, ...this.list]);
    this.#made(made, ended);
    // The rule may have removed others
    await this.look();
  }

  async #know(list: readonly FinishedBackup[]): Promise<void> {
    this.list = list;
    await this.deps.records.found(list);
  }

  #made(made: FinishedBackup, { code, told }: EndedCommand): void {
    this.#failures = 0;
    this.outcomes[made.missing > 0 ? 'incomplete' : 'done']++;
    const { id, records, files, new_bytes } = made;
    const fields = { id, records, files, new_bytes };
    if (code === 0) this.deps.log.info(fields, 'a backup was made');
    else this.deps.log.warn({ ...fields, told: told.slice(0, TOLD) }, 'a backup was made, and somebody should look');
  }

  async #failed(id: string, { told }: EndedCommand): Promise<void> {
    this.outcomes.failed++;
    const msg = told.at(-1) ?? 'the command told nothing';
    this.deps.log.error({ msg }, 'a backup could not be made');
    await this.deps.records.failed(id, this.deps.clock.now(), msg, this.#failures++ === 0);
  }
}

/** Lines of what a command told that the log repeats. */
const TOLD = 10;
