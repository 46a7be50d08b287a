import type { View } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { UsedAssertion } from '../../../model/resources/accounts/used-assertion.ts';
import { Allowance } from '../../access/authentication/allowance.ts';
import type { Authentication } from '../../access/authentication/authenticate.ts';
import { tokenHash } from '../../access/authentication/tokens.ts';
import type { Clock } from '../../clock.ts';
import { networkOf } from '../../http/bounds/caller.ts';
import type { Log } from '../../http/deps.ts';
import type { Call, Reply } from '../../http/routing/route.ts';
import { endCookieSession } from '../../users/end-session.ts';
import { type OpenedSession, recordFailure, type SessionDeps, type SignInCall } from '../../users/open-session.ts';
import { openSignOn, type SignOnProof } from '../account.ts';
import { forBrowser, sendOn, signedOn } from '../browser.ts';
import { nextPath } from '../next-path.ts';
import { type PendingCookies, type PendingSignOn, pendingCookies } from '../pending.ts';
import { notBegunHere } from '../refusals.ts';
import { checkAssertion, identityOf } from './assertion.ts';
import { authnRequestUrl, newRequestId } from './request.ts';
import { type ReadResponse, readResponse, verifiedAssertion } from './response.ts';
import { SamlFault } from './saml-fault.ts';
import { type SamlSetup, samlSetup } from './setup.ts';

export interface SamlDeps extends SessionDeps {
  readonly authenticate: Pick<Authentication, 'find'>;
  readonly clock: Pick<Clock, 'now' | 'steady'>;
  readonly log: Pick<Log, 'info'>;
  /** The setting with which the server started. */
  readonly externalUrl: string;
}

/** Signing on with SAML (interface/auth 2.2). */
export interface SamlSignOn {
  /** For a program that sent the request: `request` is the id that it kept. `document`: XML, raw or in base64. */
  logIn(
    call: SignInCall,
    sent: { readonly document: string; readonly request: string; readonly remember: boolean },
  ): Promise<OpenedSession>;
  /** Throws what `logIn` refuses whatever was sent. */
  refuseUnlessOn(): void;
  /** Sends a browser to the identity provider. */
  begin(call: Call): Promise<Reply>;
  /** Takes the answer that the browser brings back, and gives it a session. */
  finish(call: Call): Promise<Reply>;
}

export const createSamlSignOn = (deps: SamlDeps): SamlSignOn => new ServiceProviderSignOn(deps);

/** Responses of one network that prove nothing. Each may cost twenty milliseconds. */
const failures = { most: 60, ms: 600_000 };

class ServiceProviderSignOn implements SamlSignOn {
  readonly #deps: SamlDeps;
  readonly #failed: Allowance;

  constructor(deps: SamlDeps) {
    this.#deps = deps;
    this.#failed = new Allowance(deps.clock, failures);
  }

  refuseUnlessOn(): void {
    this.#setup();
  }

  async logIn(call: SignInCall, { document, request, remember }: Parameters<SamlSignOn['logIn']>[1]): Promise<OpenedSession> {
    const setup = this.#setup();
    const proof = await this.#told(call, () => this.#prove(setup, readResponse(document), request));
    return openSignOn(this.#deps, call, proof, remember);
  }

  begin(call: Call): Promise<Reply> {
    const next = nextPath(call.query.next);
    return forBrowser(startAt(next), [], async () => {
      const setup = this.#setup();
      const id = newRequestId();
      const cookie = pendingRequests(setup).with(call.headers.cookie, { id, next });
      return sendOn(await authnRequestUrl(setup, id), [cookie]);
    });
  }

  finish(call: Call): Promise<Reply> {
    return forBrowser(startAt('/'), [], async () => {
      const setup = this.#setup();
      const cookies = pendingRequests(setup);
      const { SAMLResponse: document } = call.body;
      if (typeof document !== 'string' || document === '') throw refuse.missing('SAMLResponse');
      const answer = await this.#told(call, async () => {
        const response = readResponse(document);
        const begun = answeredBy(response, cookies.read(call.headers.cookie));
        return { begun, proof: await this.#prove(setup, response, begun.id) };
      });
      const opened = await openSignOn(this.#deps, call, answer.proof, false);
      await endCookieSession(this.#deps, call);
      return signedOn(call, opened, answer.begun.next, [cookies.without(call.headers.cookie, answer.begun.id)]);
    });
  }

  #setup(): SamlSetup {
    return samlSetup(this.#deps.store.directory, this.#deps.externalUrl);
  }

  async #prove(setup: SamlSetup, response: ReadResponse, request: string): Promise<SignOnProof> {
    const { store, clock } = this.#deps;
    const assertion = await verifiedAssertion(response, setup, request);
    const { id, expires_at } = checkAssertion(assertion, setup, request, clock.now());
    const used: UsedAssertion = { id: tokenHash(JSON.stringify([setup.issuer, id])), expires_at };
    if (isUsed(store.directory, used)) throw new SamlFault('replayed', 'the assertion was used before');
    return {
      identity: identityOf(assertion, setup.issuer, setup.groupAttribute),
      holds: (tx) => {
        // An administrator may have set something else meanwhile, and another request may have used the assertion
        const isSame = JSON.stringify(samlSetup(tx.directory, this.#deps.externalUrl)) === JSON.stringify(setup);
        if (!isSame || isUsed(tx.directory, used)) throw refuse.invalidSaml();
        tx.directory.insert(UsedAssertion, used);
      },
    };
  }

  /**
   * Whatever is wrong with a response is one refusal. The reason stands in the log of the server and, as a word, in the audit log.
   * 429 for a network that brought too many.
   */
  async #told<T>({ author: { ip } }: SignInCall, work: () => Promise<T>): Promise<T> {
    const network = networkOf(ip);
    const wait = this.#failed.wait(network);
    if (wait > 0) throw refuse.tooManyRequests(wait / 1000);
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof SamlFault)) throw cause;
      const { reason, message } = cause;
      this.#failed.count(network);
      this.#deps.log.info({ reason, found: message, ip }, 'a SAML response is refused');
      await recordFailure(this.#deps, ip, { way: 'saml', user: undefined, told: { provider: 'saml', reason } });
      throw reason === 'not begun here' ? notBegunHere() : refuse.invalidSaml();
    }
  }
}

const isUsed = (view: View, { id }: UsedAssertion): boolean => view.get(UsedAssertion, id) !== undefined;

const startAt = (next: string): string => `/users/login/saml?next=${encodeURIComponent(next)}`;

/** The requests that a browser was sent to the identity provider with. The answer is posted by the provider's page. */
const pendingRequests = ({ recipient }: SamlSetup): PendingCookies =>
  pendingCookies({ name: 'easel-saml', isSecure: recipient.startsWith('https:'), isPosted: true });

function answeredBy({ inResponseTo }: ReadResponse, pending: readonly PendingSignOn[]): PendingSignOn {
  const begun = pending.find(({ id }) => id === inResponseTo);
  if (begun) return begun;
  throw new SamlFault('not begun here', `it answers none of the ${pending.length} requests that this browser began`);
}
