import type { Clock, Timer } from '../clock.ts';
import { ALWAYS, type Lease, type Leases } from './leases.ts';

/**
 * Where a job runs when there are several nodes. `every node`: what it works on belongs to its process. `one node`: its work is that of
 * the installation, and it runs where its lease is. A node that was cut off may be at the end of a run when another one begins, so
 * nothing may be wrong when two nodes do it at once.
 */
export type RunsOn = 'every node' | 'one node';

/** Work in the background that nobody waits for. */
export interface Job {
  /** Name of the job in the log, and of its lease. */
  readonly name: string;
  readonly runsOn: RunsOn;
  start(failed: OnFailure): void;
  /** Starts no further run, and resolves when none is under way. Works even if the job was never started. */
  close(): Promise<void>;
}

/** Called with the reason when a run fails. */
export type OnFailure = (cause: unknown) => void;

export interface JobLog {
  debug(fields: object, text: string): void;
  info(fields: object, text: string): void;
  warn(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

export interface Repetition extends Pick<Job, 'name' | 'runsOn'> {
  readonly everyMs: number;
  /** Also runs when the job starts, or comes to this node. */
  readonly atStart?: boolean;
  /** Also runs this many milliseconds after the start: for work that waits until the server is up. */
  readonly soonMs?: number;
  /** A long run should stop early when the job is closing, or has gone to another node. */
  readonly run: (isClosing: () => boolean) => Promise<void>;
}

export interface RepeatedDeps {
  readonly clock: Pick<Clock, 'every' | 'after'>;
  readonly leases: Pick<Leases, 'hold'>;
}

/**
 * Runs at an interval, one run at a time: however often a run falls due during another, only one more follows. A failed run is
 * reported, and the next one comes at its time. When a job comes to this node that fell due while another had it, it runs at once.
 */
export function repeated(deps: RepeatedDeps, repetition: Repetition): Job {
  return new RepeatedJob(deps, repetition);
}

class RepeatedJob implements Job {
  readonly name: string;
  readonly runsOn: RunsOn;
  #timer: Timer | undefined;
  #soon: Timer | undefined;
  /** Undefined before the start. */
  #held: Lease | undefined;
  #isDue = false;
  #isClosing = false;
  #underWay: Promise<void> | undefined;

  constructor(
    private readonly deps: RepeatedDeps,
    private readonly repetition: Repetition,
  ) {
    this.name = repetition.name;
    this.runsOn = repetition.runsOn;
  }

  start(failed: OnFailure): void {
    const { clock, leases } = this.deps;
    const { everyMs, atStart = false, soonMs } = this.repetition;
    this.#isDue = atStart;
    const look = (): void => {
      if (this.#isOurs && this.#isDue) this.#underWay ??= this.#runWhileDue(failed);
    };
    const due = (): void => {
      this.#isDue = true;
      look();
    };
    this.#timer = clock.every(everyMs, due);
    if (soonMs !== undefined) this.#soon = clock.after(soonMs, due);
    this.#held = this.runsOn === 'every node' ? ALWAYS : leases.hold(this.name, look);
    look();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#timer?.cancel();
    this.#soon?.cancel();
    this.#held?.close();
    await this.#underWay;
  }

  get #isOurs(): boolean {
    return !this.#isClosing && this.#held?.isOurs === true;
  }

  async #runWhileDue(failed: OnFailure): Promise<void> {
    while (this.#isDue && this.#isOurs) {
      this.#isDue = false;
      await this.repetition.run(() => !this.#isOurs).catch(failed);
    }
    this.#underWay = undefined;
  }
}
