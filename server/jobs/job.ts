import type { Activity } from '../access/activity.ts';
import type { LastUsed } from '../access/last-used.ts';
import type { SessionUse } from '../access/session-use.ts';
import type { Blobs } from '../assets/blobs.ts';
import type { Clock, Timer } from '../clock.ts';
import type { ServerLicence } from '../licence/licence.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { Previews } from '../previews/previews.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/store.ts';

/** Work in the background that nobody waits for. */
export interface Job {
  /** Name of the job in the log. */
  readonly name: string;
  start(failed: Failed): void;
  /** Starts no further run, and resolves when none is under way. Works even if the job was never started. */
  close(): Promise<void>;
}

/** Called with the reason when a run fails. */
export type Failed = (cause: unknown) => void;

/** Everything that jobs use; each takes only the part it needs. */
export interface JobDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly log: JobLog;
  readonly activity: Activity;
  readonly lastUsed: LastUsed;
  readonly sessionUse: SessionUse;
  readonly blobs: Blobs;
  readonly previews: Previews;
  readonly serverLicence: ServerLicence;
  /** Asks again, within 1 s, whether open streams and displays keep their rights. */
  readonly askAgain: () => void;
  readonly settings: Pick<Settings, 'unconfirmedDays' | 'auditRetentionDays'>;
  readonly mailer: Mailer;
  /** Throws when the files may belong to another server. */
  readonly requireOwnFiles: () => void;
}

export interface JobLog {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface Repetition {
  readonly name: string;
  readonly everyMs: number;
  /** Also runs when the job starts. */
  readonly atStart?: boolean;
  /** Also runs so long after the start: for what only a server does that has come up. */
  readonly soonMs?: number;
  /** A long run should stop early when the job is closing. */
  readonly run: (isClosing: () => boolean) => Promise<void>;
}

/**
 * Runs at an interval, one run at a time: however often a run falls due during another, only one more follows. A failed run is
 * reported, and the next one comes at its time.
 */
export function repeated(clock: Pick<Clock, 'every' | 'after'>, repetition: Repetition): Job {
  return new Repeated(clock, repetition);
}

class Repeated implements Job {
  readonly name: string;
  #timer: Timer | undefined;
  #soon: Timer | undefined;
  #isDue = false;
  #isClosing = false;
  #underWay: Promise<void> | undefined;

  constructor(
    private readonly clock: Pick<Clock, 'every' | 'after'>,
    private readonly repetition: Repetition,
  ) {
    this.name = repetition.name;
  }

  start(failed: Failed): void {
    const due = (): void => {
      this.#isDue = true;
      this.#underWay ??= this.#runWhileDue(failed);
    };
    this.#timer = this.clock.every(this.repetition.everyMs, due);
    if (this.repetition.atStart) due();
    if (this.repetition.soonMs !== undefined) this.#soon = this.clock.after(this.repetition.soonMs, due);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#timer?.cancel();
    this.#soon?.cancel();
    await this.#underWay;
  }

  async #runWhileDue(failed: Failed): Promise<void> {
    while (this.#isDue && !this.#isClosing) {
      this.#isDue = false;
      await this.repetition.run(() => this.#isClosing).catch(failed);
    }
    this.#underWay = undefined;
  }
}
