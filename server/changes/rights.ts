import type { Work } from '../../model/hooks.ts';
import { Refusal } from '../../model/refusal.ts';
import type { Rule } from '../access/access-rule.ts';
import type { Actor } from '../access/actor.ts';
import type { Clock, Timer } from '../clock.ts';
import { type Scheduler, sleeper } from '../scheduler.ts';

/** A question that is asked again: once for all streams of the same actor, with the same credential, on the same path. */
export interface RightsQuestion {
  /** Names the actor, the credential and the path: streams that differ in one of them must not share it. */
  readonly group: string;
  readonly tokenKey: string;
  /** The date, in milliseconds since 1970, from which the credential does not hold any more; infinite: none. */
  readonly endsAt: number;
  /** Throws when the credential no longer holds, or its user is blocked. */
  readonly authenticate: () => Actor;
  /** Throws when the object or the right is gone. */
  readonly permit: (actor: Actor) => void;
  readonly onLoss: Rule['onLoss'];
}

interface StreamGroup<Stream> {
  readonly name: string;
  readonly asked: RightsQuestion;
  readonly members: Set<Stream>;
}

/**
 * After each round there is a pause of three times its length, so that a busy directory is not asked all the time; but the pause
 * is never longer than this, because a revocation must take effect within 1 s.
 */
const longestPause = 250;

/** The date may be set, so nobody waits for a date for longer than this. */
const longestWait = 60_000;

/**
 * Asks again, after the directory changed, whether open streams keep their rights: each group once in a round, in steps.
 * Changes during a round lead to one more round.
 */
export class Rights<Stream> {
  readonly #clock: Clock;
  readonly #wake: () => void;
  readonly #lose: (stream: Stream, how: Rule['onLoss']) => void;
  readonly #groups = new Map<string, StreamGroup<Stream>>();
  readonly #groupOf = new Map<Stream, StreamGroup<Stream>>();
  /** Time before which no round begins. */
  #nextAt = 0;
  #wanted = false;
  #timer: Timer | undefined;
  /** The date at which the next credential ends, and the timer that waits for it. */
  #nextEnd = Number.POSITIVE_INFINITY;
  #endTimer: Timer | undefined;

  /** `lose`: the stream has lost its right. */
  constructor(
    clock: Clock,
    scheduler: Pick<Scheduler, 'later'>,
    lose: (stream: Stream, how: Rule['onLoss']) => void,
    fault: (error: unknown) => void,
  ) {
    this.#clock = clock;
    this.#wake = sleeper(scheduler, () => this.#rounds(), fault);
    this.#lose = lose;
  }

  join(stream: Stream, asked: RightsQuestion): void {
    const name = asked.group;
    let group = this.#groups.get(name);
    if (!group) this.#groups.set(name, (group = { name, asked, members: new Set() }));
    group.members.add(stream);
    this.#groupOf.set(stream, group);
    if (asked.endsAt < this.#nextEnd) this.#waitFor(asked.endsAt);
  }

  leave(stream: Stream): void {
    const group = this.#groupOf.get(stream);
    this.#groupOf.delete(stream);
    group?.members.delete(stream);
    if (group?.members.size === 0) this.#groups.delete(group.name);
    if (this.#groups.size === 0) this.#waitFor(Number.POSITIVE_INFINITY);
  }

  /** Call it when something changed on which rights may depend. */
  ask(): void {
    if (this.#groups.size === 0) return;
    this.#wanted = true;
    this.#wake();
  }

  stop(): void {
    this.#timer?.cancel();
    this.#waitFor(Number.POSITIVE_INFINITY);
  }

  /** Asks again when a credential ends, which no change tells. */
  #waitFor(end: number): void {
    this.#nextEnd = end;
    this.#endTimer?.cancel();
    this.#endTimer = undefined;
    if (end === Number.POSITIVE_INFINITY) return;
    const ms = Math.min(longestWait, Math.max(0, end - this.#clock.now()));
    this.#endTimer = this.#clock.after(ms, () => {
      const now = this.#clock.now();
      if (now >= this.#nextEnd) this.ask();
      let next = Number.POSITIVE_INFINITY;
      for (const { asked } of this.#groups.values()) if (asked.endsAt > now) next = Math.min(next, asked.endsAt);
      this.#waitFor(next);
    });
  }

  *#rounds(): Work {
    while (this.#wanted && !this.#timer) {
      const began = this.#clock.steady();
      if (began < this.#nextAt) return this.#continueAfter(this.#nextAt - began);
      this.#wanted = false;
      for (const group of [...this.#groups.values()]) {
        this.#askAgain(group);
        yield;
      }
      const now = this.#clock.steady();
      this.#nextAt = now + Math.min(longestPause, 3 * (now - began));
    }
  }

  #continueAfter(ms: number): void {
    this.#timer = this.#clock.after(ms, () => {
      this.#timer = undefined;
      this.#wake();
    });
  }

  #askAgain({ asked, members }: StreamGroup<Stream>): void {
    if (members.size === 0) return;
    const loss = lossOf(asked);
    if (loss) for (const stream of [...members]) this.#lose(stream, loss);
  }
}

/**
 * How the streams of a group end; undefined: they stay. They end silently when the credential or the licence was refused; an
 * object that is gone is told as deleted; otherwise the rule of the route decides. An error that is no refusal is a fault, and
 * ends them silently.
 */
function lossOf({ authenticate, permit, onLoss }: RightsQuestion): Rule['onLoss'] | undefined {
  let known = false;
  try {
    const actor = authenticate();
    known = true;
    permit(actor);
    return undefined;
  } catch (error) {
    if (!known || !(error instanceof Refusal) || error.status === 402) return 'silent';
    return error.status === 404 ? 'vanish' : onLoss;
  }
}
