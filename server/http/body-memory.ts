import type { Actor } from '../access/actor.ts';
import { LARGEST_BODY } from './body-limits.ts';
import { callerOf } from './caller.ts';
import { Quota, type Share } from './quota.ts';

/** Those who are not signed in have this part beside that of the others, so that they take nothing from them. */
const ANONYMOUS_PART = 1 / 8;

/** Memory for all bodies that are being read, so that none of them fills the process, however slowly they come. */
export class BodyMemory {
  readonly #signedIn: Quota;
  readonly #anonymous: Quota;

  /** @param bytes at least those of the largest body. */
  constructor(bytes: number) {
    this.#signedIn = new Quota({ all: bytes, each: Math.max(LARGEST_BODY, Math.floor(bytes / 2)) });
    const few = Math.floor(bytes * ANONYMOUS_PART);
    this.#anonymous = new Quota({ all: few, each: Math.floor(few / 2) });
  }

  /** Bytes of bodies that are held now. */
  get taken(): number {
    return this.#signedIn.taken + this.#anonymous.taken;
  }

  shareOf(actor: Actor, address: string): Share {
    const quota = actor.credential === 'none' ? this.#anonymous : this.#signedIn;
    return quota.share(callerOf(actor, address));
  }
}
