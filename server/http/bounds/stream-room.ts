import type { Actor } from '../../access/actor.ts';
import { Quota, type QuotaLimits, type Share } from './quota.ts';

/** Callers who are not signed in have this part of all streams together, so that signed-in ones always have the rest. */
const ANONYMOUS_PART = 1 / 2;
/** The part of anonymous streams for connections of which it is not known yet whether they are signed in. */
const ARRIVING_PART = 1 / 8;

/** How many streams there may be, whose they may be. */
export class StreamRoom {
  readonly #all: Quota;
  readonly #anonymous: Quota;
  readonly #guests: Quota;

  constructor({ all, each }: QuotaLimits) {
    const anonymous = Math.ceil(all * ANONYMOUS_PART);
    // One caller may take everything that is left for the others, and the last one goes to a caller who has none
    const asMuchAsIsLeft = (left: number): number => Math.min(each(left), left + 1);
    this.#all = new Quota({ all, each });
    this.#anonymous = new Quota({ all: anonymous, each });
    this.#guests = new Quota({ all: anonymous - Math.floor(anonymous * ARRIVING_PART), each: asMuchAsIsLeft });
  }

  get taken(): number {
    return this.#all.taken;
  }

  get refused(): number {
    return this.#all.refused + this.#anonymous.refused + this.#guests.refused;
  }

  shareOf(actor: Actor, caller: string): Share {
    if (actor.credential !== 'none') return this.#all.share(caller);
    return together([this.#guests.share(caller), this.#anonymous.share(caller), this.#all.share(caller)]);
  }

  /** The share of a connection whose user may become known later. */
  arriving(actor: Actor, caller: string): Share {
    if (actor.credential !== 'none') return this.#all.share(caller);
    return together([this.#anonymous.share(caller), this.#all.share(caller)]);
  }
}

/** What is taken is taken of all of them, or of none. */
function together(shares: readonly Share[]): Share {
  const each = (run: (share: Share) => void): void => {
    for (const share of shares) run(share);
  };
  return {
    check: (amount) => each((share) => share.check(amount)),
    take: (amount) => {
      each((share) => share.check(amount));
      each((share) => share.take(amount));
    },
    give: (amount) => each((share) => share.give(amount)),
    release: () => each((share) => share.release()),
  };
}
