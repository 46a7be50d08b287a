import type { Actor } from '../../access/actor.ts';
import { Quota, type Share } from './quota.ts';

/** Callers who are not signed in share this much extra memory, so that they take none from the others. */
const ANONYMOUS_PART = 1 / 8;

/** No caller holds more than is left, so there is always room for one more caller who holds little. */
const asMuchAsIsLeft = (left: number): number => left;

/** Memory for all bodies that are being read, so that they never fill the process, however slowly they arrive. */
export class BodyMemory {
  readonly #signedIn: Quota;
  readonly #anonymous: Quota;

  /** @param bytes at least twice the size of the largest body. */
  constructor(bytes: number) {
    this.#signedIn = new Quota({ all: bytes, each: asMuchAsIsLeft });
    this.#anonymous = new Quota({ all: Math.floor(bytes * ANONYMOUS_PART), each: asMuchAsIsLeft });
  }

  get refused(): number {
    return this.#signedIn.refused + this.#anonymous.refused;
  }

  shareOf(actor: Actor, caller: string): Share {
    return (actor.credential === 'none' ? this.#anonymous : this.#signedIn).share(caller);
  }
}
