import { Refusal } from '../../model/refusal.ts';
import type { Actor } from '../access/actor.ts';
import type { Rule } from '../access/rule.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Subscriber } from './subscriber.ts';

/** Who is asked again: the same caller with the same credential on the same path is asked once. */
export interface Asked {
  /** Same caller and same path. */
  readonly group: string;
  readonly tokenKey: string;
  /** Throws when the credential no longer holds, or its user is blocked. */
  readonly authenticate: () => Actor;
  /** Throws when the object is gone or the right is. */
  readonly permit: (actor: Actor) => void;
  readonly onLoss: Rule['onLoss'];
}

export interface Group {
  readonly name: string;
  readonly asked: Asked;
  readonly members: Set<Subscriber>;
}

/** At least between two rounds, so that a busy directory is not asked all the time; revocation must take effect within 1 s. */
const betweenRounds = 250;
const slice = 5;

/**
 * Asks the groups of open streams again after the directory changed: each once a round, in slices, rounds coalesced.
 */
export class Rights {
  readonly #clock: Clock;
  readonly #wake: () => void;
  readonly #lose: (subscriber: Subscriber, how: Rule['onLoss']) => void;
  readonly #groups = new Map<string, Group>();
  #round: Iterator<Group> | undefined;
  #roundAt = 0;
  #wanted = false;
  #timer: Timer | undefined;

  /** `wake`: asks for a call of `work`. `lose`: the subscriber has lost its right. */
  constructor(clock: Clock, wake: () => void, lose: (subscriber: Subscriber, how: Rule['onLoss']) => void) {
    this.#clock = clock;
    this.#wake = wake;
    this.#lose = lose;
  }

  join(subscriber: Subscriber, asked: Asked): void {
    const name = `${asked.tokenKey} ${asked.group}`;
    let group = this.#groups.get(name);
    if (!group) this.#groups.set(name, (group = { name, asked, members: new Set() }));
    group.members.add(subscriber);
    subscriber.group = group;
  }

  leave(subscriber: Subscriber): void {
    const { group } = subscriber;
    subscriber.group = undefined;
    group?.members.delete(subscriber);
    if (group?.members.size === 0) this.#groups.delete(group.name);
  }

  /** Something changed on which rights may rest. */
  ask(): void {
    if (this.#groups.size === 0) return;
    this.#wanted = true;
    this.#wake();
  }

  /** One slice. True: there is more to do in the next turn. */
  work(): boolean {
    if (!this.#round) this.#begin();
    const until = this.#clock.now() + slice;
    while (this.#round) {
      const { done, value } = this.#round.next();
      if (done) this.#begin();
      else this.#askAgain(value);
      if (this.#clock.now() >= until) break;
    }
    return this.#round !== undefined;
  }

  stop(): void {
    this.#timer?.cancel();
  }

  /** The next round: now, later, or none. */
  #begin(): void {
    this.#round = undefined;
    if (!this.#wanted || this.#timer) return;
    const wait = this.#roundAt + betweenRounds - this.#clock.now();
    if (wait > 0) {
      this.#timer = this.#clock.after(wait, () => this.#continue());
      return;
    }
    this.#wanted = false;
    this.#roundAt = this.#clock.now();
    this.#round = [...this.#groups.values()].values();
  }

  #continue(): void {
    this.#timer = undefined;
    this.#wake();
  }

  #askAgain({ asked, members }: Group): void {
    const loss = lossOf(asked);
    if (loss) for (const subscriber of [...members]) this.#lose(subscriber, loss);
  }
}

/**
 * How the streams of a group end; undefined: they stay. A refused credential and a licence end silently; an object that
 * is gone is told as deleted; else the rule of the route decides. What is no refusal is a fault, and ends silently too.
 */
function lossOf({ authenticate, permit, onLoss }: Asked): Rule['onLoss'] | undefined {
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
