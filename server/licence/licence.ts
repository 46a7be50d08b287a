import type { KeyObject } from 'node:crypto';
import { type Refusal, refuse } from '../../model/refusal.ts';
import { builtInTerms, Licence, type LicenceTerms, presentLicence, type Validity } from '../../model/resources/licence.ts';
import { Server } from '../../model/resources/server.ts';
import type { LicenceInForce } from '../access/authorization/checks.ts';
import type { Clock } from '../clock.ts';
import type { DurableView } from '../store/store.ts';
import { endOf, isSignedBy, readSigned, termsOf, WrongLicence } from './terms.ts';

interface Deps {
  readonly directory: DurableView;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: { info(fields: object, text: string): void };
  /** The key of the issuer. `null`: no licence can be installed, and an installed one does not count. */
  readonly publicKey: KeyObject | null;
}

/** A licence at this moment. */
export interface LicenceState {
  readonly validity: Validity;
  readonly terms: LicenceTerms;
  /** The first moment at which it is not valid any more; undefined: there is none. */
  readonly endsAt: number | undefined;
  /** `ignored`: one is installed, but no key is set to check it with, so the built-in one counts. */
  readonly installed: 'none' | 'counts' | 'ignored';
}

export interface ServerLicence extends LicenceInForce {
  state(): LicenceState;
  /** The form that the interface shows. */
  present(): Record<string, unknown>;
  /** The terms of a licence that may be installed now. Throws 400; only the log says why. */
  accept(text: string): LicenceTerms;
}

export const createLicence = (deps: Deps): ServerLicence => new LicenceFile(deps);

/** What does not depend on the date. */
interface Checked {
  readonly text: string;
  readonly terms: LicenceTerms;
  /** True when the issuer's key has signed the licence for this server. */
  readonly isOurs: boolean;
}

/**
 * The licence of the server, asked anew for each request: the date is compared each time, so that no timer decides what is
 * refused. The signature is checked once for each text.
 */
class LicenceFile implements ServerLicence {
  #checked: Checked | undefined;

  constructor(private readonly deps: Deps) {}

  refusal(): Refusal | undefined {
    const { validity } = this.state();
    if (validity === 'valid') return undefined;
    return validity === 'expired' ? refuse.licenceExpired() : refuse.licenceInvalid();
  }

  maxClients(): number {
    return this.state().terms.max_clients;
  }

  present(): Record<string, unknown> {
    const { terms, validity, endsAt } = this.state();
    return presentLicence(terms, validity, this.#isPast(endsAt));
  }

  state(): LicenceState {
    const stored = this.deps.directory.get(Licence, 'licence');
    const { publicKey } = this.deps;
    if (!stored) return builtIn;
    if (!publicKey) return { ...builtIn, installed: 'ignored' };
    if (this.#checked?.text !== stored.text) this.#checked = this.#check(stored.text, publicKey);
    const { terms, isOurs } = this.#checked;
    const endsAt = terms.valid_until === undefined ? undefined : endOf(terms.valid_until);
    const dated: Validity = this.#isPast(endsAt) ? 'expired' : 'valid';
    return { terms, endsAt, validity: isOurs ? dated : 'not valid', installed: 'counts' };
  }

  accept(text: string): LicenceTerms {
    try {
      return this.#accepted(text);
    } catch (cause) {
      if (!(cause instanceof WrongLicence)) throw cause;
      this.deps.log.info({ reason: cause.message }, 'a licence was refused');
      throw refuse.invalid('Invalid license');
    }
  }

  #accepted(text: string): LicenceTerms {
    const { publicKey } = this.deps;
    if (!publicKey) throw new WrongLicence('no key is set: EASEL_LICENSE_PUBLIC_KEY');
    const signed = readSigned(text);
    if (!isSignedBy(signed, publicKey)) throw new WrongLicence('it was signed with another key, or changed since');
    const terms = termsOf(signed);
    if (!this.#isForThisServer(terms)) throw new WrongLicence('it is for another server');
    if (terms.valid_until !== undefined && this.#isPast(endOf(terms.valid_until))) throw new WrongLicence('it has expired');
    return terms;
  }

  #isPast(endsAt: number | undefined): boolean {
    return endsAt !== undefined && this.deps.clock.now() >= endsAt;
  }

  /** One that was installed: its terms are shown even when it is not valid any more. */
  #check(text: string, key: KeyObject): Checked {
    try {
      const signed = readSigned(text);
      const terms = termsOf(signed);
      return { text, terms, isOurs: isSignedBy(signed, key) && this.#isForThisServer(terms) };
    } catch (cause) {
      if (!(cause instanceof WrongLicence)) throw cause;
      return { text, terms: builtInTerms, isOurs: false };
    }
  }

  #isForThisServer({ server_id }: LicenceTerms): boolean {
    return server_id === undefined || server_id === this.deps.directory.get(Server, 'server')?.server_id;
  }
}

const builtIn: LicenceState = { validity: 'valid', terms: builtInTerms, endsAt: undefined, installed: 'none' };
