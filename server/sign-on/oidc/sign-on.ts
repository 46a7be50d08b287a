import { refuse } from '../../../model/refusal.ts';
import { Allowance } from '../../access/authentication/allowance.ts';
import type { Authentication } from '../../access/authentication/authenticate.ts';
import type { Clock } from '../../clock.ts';
import { networkOf } from '../../http/bounds/caller.ts';
import type { Log } from '../../http/deps.ts';
import type { Call, Reply } from '../../http/routing/route.ts';
import type { OutgoingClient } from '../../outgoing/outgoing.ts';
import { endCookieSession } from '../../users/end-session.ts';
import { recordFailure, type SessionDeps } from '../../users/open-session.ts';
import { openSignOn } from '../account.ts';
import { forBrowser, sendOn, signedOn } from '../browser.ts';
import { nextPath } from '../next-path.ts';
import { type PendingCookies, type PendingSignOn, pendingCookies } from '../pending.ts';
import { OidcFault, refusalOf } from './fault.ts';
import { type Claims, identityOf } from './identity.ts';
import { createOidcProviders } from './provider.ts';
import { redeem } from './redeem.ts';
import { type OidcSettings, oidcSettings, startPath } from './settings.ts';
import { createUsed } from './used.ts';

export interface OidcDeps extends SessionDeps {
  readonly authenticate: Pick<Authentication, 'find'>;
  readonly clock: Clock;
  readonly outgoing: Pick<OutgoingClient, 'fetch'>;
  readonly log: Pick<Log, 'info'>;
  /** The setting with which the server started. */
  readonly externalUrl: string;
}

/** The two steps of a sign-on with OpenID Connect (interface/auth 2.6). */
export interface OidcSignOn {
  /** Sends the browser to the provider. */
  begin(call: Call): Promise<Reply>;
  /** Takes the browser back, and gives it a session. */
  finish(call: Call): Promise<Reply>;
}

export const createOidcSignOn = (deps: OidcDeps): OidcSignOn => new BrowserSignOn(deps);

/** Failed answers that one network may bring, each of which makes the server ask the provider. */
const failures = { most: 60, ms: 600_000 };
/** The time that people may take to sign in at the provider. */
const PATIENCE_MS = 600_000;
/** Longer than any that this server makes. */
const LONGEST_STATE = 100;

class BrowserSignOn implements OidcSignOn {
  readonly #deps: OidcDeps;
  readonly #providers: ReturnType<typeof createOidcProviders>;
  readonly #failed: Allowance;
  /** States that came back. */
  readonly #used: ReturnType<typeof createUsed>;

  constructor(deps: OidcDeps) {
    this.#deps = deps;
    this.#providers = createOidcProviders(deps);
    this.#failed = new Allowance(deps.clock, failures);
    this.#used = createUsed(deps.clock, PATIENCE_MS);
  }

  begin(call: Call): Promise<Reply> {
    const next = nextPath(call.query.next);
    return forBrowser(startAt(next), [], () => this.#told(this.#begin(call, next)));
  }

  finish(call: Call): Promise<Reply> {
    const cookies = cookiesOf(call);
    const { state = '' } = call.query;
    const pending = cookies.read(call.headers.cookie).find(({ id }) => id === state);
    const done = pending ? [cookies.without(call.headers.cookie, state)] : [];
    return forBrowser(startAt(pending?.next ?? '/'), done, () => this.#told(this.#finish(call, pending, done), call));
  }

  async #begin(call: Call, next: string): Promise<Reply> {
    const { clock } = this.#deps;
    const settings = this.#settings();
    const { library, configuration } = await this.#providers(settings);
    const state = library.randomState();
    const nonce = library.randomNonce();
    const verifier = library.randomPKCECodeVerifier();
    const address = library.buildAuthorizationUrl(configuration, {
      redirect_uri: settings.redirectUri,
      scope: settings.scopes,
      state,
      nonce,
      code_challenge: await library.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    const secrets = { nonce, verifier, issuer: settings.issuer, begun: String(clock.now()) };
    return sendOn(address.href, [cookiesOf(call).with(call.headers.cookie, { id: state, next, secrets })]);
  }

  async #finish(call: Call, pending: PendingSignOn | undefined, done: readonly string[]): Promise<Reply> {
    const settings = this.#settings();
    const network = networkOf(call.author.ip);
    const wait = this.#failed.wait(network);
    if (wait > 0) throw refuse.tooManyRequests(wait / 1000);
    const { id, next, secrets } = this.#begun(pending, settings);
    // In this turn, so that of two answers with one state the second proves nothing
    if (!this.#used.add(id)) throw notBegun('its state came back before');
    try {
      const identity = identityOf(await this.#claims(settings, call, id, secrets), settings);
      const holds = (): void => this.#refuseOther(settings);
      const opened = await openSignOn(this.#deps, call, { identity, holds }, false);
      await endCookieSession(this.#deps, call);
      return signedOn(call, opened, next, done);
    } catch (cause) {
      if (cause instanceof OidcFault) this.#failed.count(network);
      throw cause;
    }
  }

  async #claims(settings: OidcSettings, call: Call, state: string, { nonce, verifier }: BegunSecrets): Promise<Claims> {
    const provider = await this.#providers(settings);
    return redeem(provider, settings, call.query, { state, nonce, verifier }, this.#deps.clock.now());
  }

  #settings(): OidcSettings {
    return oidcSettings(this.#deps.store.directory, this.#deps.externalUrl);
  }

  /** In the command: the settings may have changed while the provider was asked. */
  #refuseOther({ issuer, clientId }: OidcSettings): void {
    const now = this.#settings();
    if (now.issuer !== issuer || now.clientId !== clientId) throw refusalOf(notBegun('the settings changed'));
  }

  /** What this browser began with this provider, and not too long ago. */
  #begun(pending: PendingSignOn | undefined, { issuer }: OidcSettings): PendingSignOn & { readonly secrets: BegunSecrets } {
    const { id = '', next = '', secrets: { nonce = '', verifier = '', begun = '', issuer: asked } = {} } = pending ?? {};
    if (id === '' || id.length > LONGEST_STATE || nonce === '' || verifier === '')
      throw notBegun('the browser knows no such state');
    if (asked !== issuer) throw notBegun('it was begun with another provider');
    const ms = this.#deps.clock.now() - Number(begun);
    if (!(ms >= 0 && ms <= PATIENCE_MS)) throw notBegun('it was begun too long ago');
    return { id, next, secrets: { nonce, verifier } };
  }

  /** Says of a fault what the person may know, and to the log what was found; with a call also to the audit log. */
  async #told(work: Promise<Reply>, call?: Call): Promise<Reply> {
    try {
      return await work;
    } catch (cause) {
      if (!(cause instanceof OidcFault)) throw cause;
      const { reason, message } = cause;
      this.#deps.log.info({ reason, found: message }, 'a sign-on with OpenID Connect is refused');
      const told = { provider: 'oidc', reason };
      if (call) await recordFailure(this.#deps, call.author.ip, { way: 'oidc', user: undefined, told });
      throw refusalOf(cause);
    }
  }
}

type BegunSecrets = Readonly<Record<'nonce' | 'verifier', string>>;

const notBegun = (message: string): OidcFault => new OidcFault('not begun here', message);

const startAt = (next: string): string => `${startPath}?next=${encodeURIComponent(next)}`;

const cookiesOf = ({ isHttps }: Pick<Call, 'isHttps'>): PendingCookies =>
  pendingCookies({ name: 'easel-oidc', isSecure: isHttps, isPosted: false });
