import { ServerConfig } from '../../../model/resources/config/server-config.ts';
import { Mail } from '../../../model/resources/mail.ts';
import type { Clock, Timer } from '../../clock.ts';
import type { Job, JobLog, OnFailure } from '../../jobs/job.ts';
import type { Lease, Leases } from '../../jobs/leases.ts';
import type { ChangeSet, Store } from '../../store/store.ts';
import { deliver, serverPause } from '../delivery.ts';
import type { CountMail } from '../mail-metrics.ts';
import type { Mailer } from '../mailer.ts';
import { dueMail, firstDue, isFull } from '../outbox.ts';

interface Deps {
  readonly store: Store;
  readonly clock: Clock;
  readonly leases: Pick<Leases, 'hold'>;
  readonly log: JobLog;
  readonly mailer: Mailer;
  readonly countMail: CountMail;
}

/** Looks at the outbox at least this often, in milliseconds, because somebody may set the date. */
const LONGEST_SLEEP = 600_000;
/** The server waits this many milliseconds at its end for a mail that is being sent. */
const LAST_ATTEMPT = 3000;

/**
 * Sends the mails of the outbox, one after the other, those first that have been due for the longest: as soon as one is queued,
 * and when the pause of one is over. A failure of the mail server makes all of them wait.
 */
export const mailSending = (deps: Deps): Job => new MailSending(deps);

class MailSending implements Job {
  readonly name = 'the sending of mails';
  readonly runsOn = 'one node';
  readonly #deps: Deps;
  readonly #end = new AbortController();
  #failed: OnFailure = () => {};
  #ignore: () => void = () => {};
  #held: Lease | undefined;
  #timer: Timer | undefined;
  #underWay: Promise<void> | undefined;
  #isClosing = false;
  /** Failures in a row of the mail server, and until when, in steady time, all mails wait because of them. */
  #serverFailures = 0;
  #restUntil = 0;
  #toldFull = false;
  #toldAddress = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  start(failed: OnFailure): void {
    this.#failed = failed;
    this.#ignore = this.#deps.store.feed.follow((set) => this.#changed(set));
    this.#held = this.#deps.leases.hold(this.name, () => this.#lookIn(0));
    this.#lookIn(0);
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#ignore();
    this.#timer?.cancel();
    const patience = this.#deps.clock.after(LAST_ATTEMPT, () => this.#end.abort());
    await this.#underWay;
    this.#held?.close();
    patience.cancel();
  }

  #changed({ scope, changes }: ChangeSet): void {
    if (scope !== 'directory') return;
    const isConfigured = changes.some(({ kind }) => kind === ServerConfig);
    // Other settings may name another server
    if (isConfigured) this.#restUntil = this.#serverFailures = 0;
    // A run looks again at its end
    if (this.#underWay) return;
    if (isConfigured || changes.some(({ kind, after }) => kind === Mail && after)) this.#lookIn(0);
  }

  #lookIn(ms: number): void {
    this.#timer?.cancel();
    if (this.#isClosing) return;
    const { clock } = this.#deps;
    this.#timer = clock.after(Math.min(ms, LONGEST_SLEEP), () => this.#look());
  }

  #look(): void {
    if (this.#underWay || !this.#held?.isOurs) return;
    this.#underWay = this.#run()
      .catch((cause) => {
        // The store takes nothing at present, so a mail cannot be claimed
        this.#rest();
        this.#failed(cause);
      })
      .then(() => {
        this.#underWay = undefined;
        this.#lookIn(this.#untilNext());
      });
  }

  async #run(): Promise<void> {
    const { store, clock, mailer } = this.#deps;
    this.#tell();
    while (!this.#isClosing && this.#held?.isOurs && clock.steady() >= this.#restUntil && mailer.way() !== undefined) {
      const due = dueMail(store.directory, clock.now());
      if (!due) return;
      const failure = await deliver(this.#deps, due, this.#serverFailures, this.#end.signal);
      if (failure) this.#rest();
      else this.#serverFailures = 0;
    }
  }

  #rest(): void {
    this.#serverFailures++;
    this.#restUntil = this.#deps.clock.steady() + serverPause(this.#serverFailures);
  }

  #untilNext(): number {
    const { store, clock, mailer } = this.#deps;
    const first = firstDue(store.directory);
    if (first === undefined) return LONGEST_SLEEP;
    // The server does not listen yet, so the mailer does not know where links lead
    if (mailer.way() === undefined) return 1000;
    return Math.max(0, first - clock.now(), this.#restUntil - clock.steady());
  }

  /** What the operator should know, once each time it comes true. */
  #tell(): void {
    const { store, log, mailer } = this.#deps;
    const full = isFull(store.directory);
    if (full && !this.#toldFull) log.warn({}, 'the outbox is full: no further mails are queued until some are sent');
    this.#toldFull = full;
    const { site, isSiteSet } = mailer.settings();
    const way = mailer.way();
    const isGuessed = way !== undefined && way !== 'nowhere' && !isSiteSet;
    if (isGuessed && !this.#toldAddress)
      log.warn({ site }, 'external_url is empty: links in mails lead to the address on which the server listens');
    this.#toldAddress = isGuessed;
  }
}
