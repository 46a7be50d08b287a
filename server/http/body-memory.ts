import type { Actor } from '../access/actor.ts';
import { Quota, type Share } from './quota.ts';

/** Those who are not signed in have this part beside that of the others, so that they take nothing from them. */
const ANONYMOUS_PART = 1 / 8;

/** Nobody holds more than what is left, so that there is always room for one more who holds little. */
const asMuchAsIsLeft = (left: number): number => left;

/** Memory for all bodies that are being read, so that none of them fills the process, however slowly they come. */
export class BodyMemory {
  readonly #signedIn: Quota;
  readonly #anonymous: Quota;

  /** @param bytes at least twice those of the largest body. */
  constructor(bytes: number) {
    this.#signedIn = new Quota({ all: bytes, each: asMuchAsIsLeft });
    this.#anonymous = new Quota({ all: Math.floor(bytes * ANONYMOUS_PART), each: asMuchAsIsLeft });
  }

  shareOf(actor: Actor, caller: string): Share {
    return (actor.credential === 'none' ? this.#anonymous : this.#signedIn).share(caller);
  }
}
