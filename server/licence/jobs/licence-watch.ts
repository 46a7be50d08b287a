import { Licence } from '../../../model/resources/licence.ts';
import type { Clock, Timer } from '../../clock.ts';
import type { Job, JobLog, OnFailure } from '../../jobs/job.ts';
import type { Lease, Leases } from '../../jobs/leases.ts';
import { SERVER, type Store } from '../../store/store.ts';
import type { LicenceState, ServerLicence } from '../licence.ts';

interface Deps {
  readonly store: Pick<Store, 'directory' | 'feed' | 'submit'>;
  readonly clock: Clock;
  readonly leases: Pick<Leases, 'hold'>;
  readonly serverLicence: Pick<ServerLicence, 'state'>;
  /** Asks again, within 1 s, whether open streams and displays keep their rights. */
  readonly askAgain: () => void;
  readonly log: Pick<JobLog, 'info' | 'warn'>;
}

/**
 * How often the date is compared while a licence is in force that ends. Streams must be gone 1 s after it does, and the round in
 * which they are asked may be 250 ms late. A timer for the last day itself would be wrong after the date was set or the machine
 * slept, and none can be set for more than 24.8 days.
 */
const LOOK_MS = 500;
/** The pause from a write that failed to the next attempt. */
const AGAIN_MS = 10_000;
const DAY_MS = 24 * 3600 * 1000;
/** Days before the end at which the log says so. */
const WARN_DAYS = [1, 7, 30];

/**
 * Notices that the licence ends, or is valid again: asks for all rights, so that streams and displays end, and tells those who
 * follow the licence. What requests are refused does not depend on it.
 */
export const licenceWatch = (deps: Deps): Job => new LicenceWatch(deps);

class LicenceWatch implements Job {
  readonly name = 'the watch over the licence';
  readonly runsOn = 'every node';
  /** One node alone writes what it found: on another one the date may differ, and each would write its own again and again. */
  #writer: Lease | undefined;
  #timer: Timer | undefined;
  #stopListening: (() => void) | undefined;
  #failed: OnFailure = () => {};
  #known: LicenceState['validity'] | undefined;
  #said: string | undefined;
  #underWay: Promise<void> | undefined;
  /** Nothing is written before this time. */
  #notBefore = 0;
  #isClosing = false;

  constructor(private readonly deps: Deps) {}

  start(failed: OnFailure): void {
    this.#failed = failed;
    this.#stopListening = this.deps.store.feed.follow(({ changes }) => {
      if (changes.some(({ kind }) => kind === Licence)) this.#look();
    });
    this.#writer = this.deps.leases.hold('what was found of the licence', () => this.#look());
    this.#look();
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    this.#stopListening?.();
    this.#timer?.cancel();
    this.#writer?.close();
    await this.#underWay;
  }

  #look(): void {
    if (this.#isClosing) return;
    const { clock, serverLicence, askAgain } = this.deps;
    const state = serverLicence.state();
    this.#say(state);
    if (this.#known !== undefined && this.#known !== state.validity) askAgain();
    this.#known = state.validity;
    this.#note(state);
    const isNeeded = state.endsAt !== undefined;
    if (!isNeeded) this.#timer?.cancel();
    this.#timer = isNeeded ? (this.#timer ?? clock.every(LOOK_MS, () => this.#look())) : undefined;
  }

  /** Each thing once. */
  #say({ validity, installed, terms, endsAt }: LicenceState): void {
    const { clock, log } = this.deps;
    const left = (endsAt ?? Number.POSITIVE_INFINITY) - clock.now();
    const days = WARN_DAYS.find((count) => left <= count * DAY_MS);
    const said = [installed, validity, terms.valid_until, days].join(' ');
    const before = this.#said;
    if (said === before) return;
    this.#said = said;
    const { valid_until } = terms;
    if (installed === 'ignored') log.warn({}, 'a licence is installed, but no key is set: the built-in one counts');
    else if (validity === 'not valid') log.warn({}, 'the installed licence was not issued with this key for this server');
    else if (validity === 'expired') log.warn({ valid_until }, 'the licence has expired');
    else if (days !== undefined) log.warn({ valid_until, days: Math.ceil(left / DAY_MS) }, 'the licence ends soon');
    else if (before !== undefined) log.info({ valid_until }, 'a valid licence is in force');
  }

  /** Writes what was found where that differs, which tells those who follow the licence. */
  #note({ validity, installed }: LicenceState): void {
    const { store, clock } = this.deps;
    const stored = store.directory.get(Licence, 'licence');
    if (installed !== 'counts' || !stored || stored.found === validity) return;
    if (this.#underWay || !this.#writer?.isOurs || clock.steady() < this.#notBefore) return;
    const writing = store.submit({
      scopes: ['directory'],
      author: SERVER,
      permit: () => {},
      run({ directory }) {
        const now = directory.get(Licence, 'licence');
        if (now?.text === stored.text) directory.update(Licence, { ...now, found: validity });
      },
    });
    this.#underWay = writing
      .catch((cause) => {
        this.#notBefore = clock.steady() + AGAIN_MS;
        this.#failed(cause);
      })
      .finally(() => {
        this.#underWay = undefined;
      });
  }
}
