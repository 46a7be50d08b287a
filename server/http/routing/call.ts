import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Body } from '../../../model/field.ts';
import { Refusal, refuse } from '../../../model/refusal.ts';
import type { Params, Rule } from '../../access/access-rule.ts';
import type { Actor } from '../../access/actor.ts';
import type { Credentials } from '../../access/authentication/authenticate.ts';
import { needsAccount } from '../../access/authorization/checks.ts';
import type { Requester } from '../../assets/render/types.ts';
import type { Author } from '../../store/store.ts';
import { JsonBody } from '../bodies/json-body.ts';
import type { AnswerRoom } from '../bounds/answer-memory.ts';
import { callerOf } from '../bounds/caller.ts';
import type { Capacity } from '../bounds/capacity.ts';
import type { Proxies } from '../bounds/proxies.ts';
import type { Share } from '../bounds/quota.ts';
import { requesterOf } from '../bounds/requester-of.ts';
import type { HttpDeps } from '../deps.ts';
import { type BodyLimits, bodyLimitsOf } from './body-limits.ts';
import { Exchange } from './exchange.ts';
import type { Family } from './families.ts';
import { type Query, readQuery } from './query.ts';
import type { Call, FormPart, Route } from './route.ts';

/** Shared by all calls of a server. */
export interface CallDeps extends Pick<HttpDeps, 'authenticate' | 'noteUse' | 'scheduler'> {
  readonly externalUrl: () => string;
  readonly corsAllowedOrigins: readonly string[];
  readonly proxies: Proxies;
  readonly capacity: Pick<Capacity, 'bodies'>;
}

const noBody: Body = Object.freeze({});
const readNothing = (): Body => noBody;
const nothing: Credentials = Object.freeze({});

/** A request to a route. Getters on the prototype: most calls read few of the values, so none is computed in advance. */
export class RequestCall extends Exchange implements Call {
  declare actor: Actor;
  /** Throws 400 `Invalid JSON: …`. */
  readBody = readNothing;
  /** Set when the body is multipart and the route takes that. */
  readParts: ((most: number) => AsyncIterable<FormPart>) | undefined;
  /** The revision of the route's scope: records that were read are at least this new, and an answered write is included. */
  revision: number | undefined;
  /** The memory of its answer, if that is long. */
  room: AnswerRoom | undefined;
  readonly params: Params;
  readonly #deps: CallDeps;
  readonly #sent: Credentials;
  #query: Query | undefined;
  #body: Body | undefined;
  #share: Share | undefined;

  constructor(
    deps: CallDeps,
    readonly route: Route,
    family: Family,
    params: Params,
    [request, response, startedAt]: readonly [IncomingMessage, ServerResponse, number],
  ) {
    super(request, response, family, route.path, startedAt);
    this.#deps = deps;
    this.params = lowerUuids(withHeaders(params, route, this.request));
    this.#sent = credentialsOf(this.request, route);
  }

  /** Authenticates and permits against the current durable state. Throws the refusals of interface/conventions 1.6 up to 403. */
  admit(): void {
    const { access } = this.route;
    const isFirst = this.actor === undefined;
    this.actor = identify(this.#deps.authenticate, this.#sent, access);
    if (isFirst && this.actor.token !== '') this.#deps.noteUse(this.actor, this.address);
    const isByCookie = this.#sent.cookie !== undefined && this.actor.credential !== 'none';
    if ((isByCookie || this.route.ownPagesOnly) && this.#mayForge && this.isForeign) throw refuse.denied();
    this.#nameCaller();
    access.permit(this.actor, this.params);
  }

  /** The actor now, when a stream is permitted again. A credential that was valid must still be valid, even if it is optional. */
  authenticate(): Actor {
    const actor = identify(this.#deps.authenticate, this.#sent, this.route.access);
    if (actor.credential === 'none' && this.actor.credential !== 'none') throw refuse.invalidToken();
    return actor;
  }

  get body(): Body {
    this.#body ??= this.readBody();
    return this.#body;
  }

  get isMultipart(): boolean {
    return this.readParts !== undefined;
  }

  parts(most: number): AsyncIterable<FormPart> {
    if (!this.readParts) throw refuse.notMultipart();
    return this.readParts(most);
  }

  jsonPart(part: string): JsonBody {
    return new JsonBody({ limits: this.bodyLimits, scheduler: this.#deps.scheduler, share: this.share }, { part });
  }

  get bodyLimits(): BodyLimits {
    return bodyLimitsOf(this.route);
  }

  /** A share of the memory for bodies; `forgetBody` gives it back. */
  get share(): Share {
    this.#share ??= this.newShare();
    return this.#share;
  }

  /** Another such share, which its caller gives back. */
  newShare(): Share {
    return this.#deps.capacity.bodies.shareOf(this.actor, this.caller);
  }

  /** Called when the body is not needed any more: gives its memory back, however long the answer takes. */
  forgetBody(): void {
    this.readBody = readNothing;
    this.#body = undefined;
    this.#share?.release();
  }

  /** The memory is given back when the response ends, however it ends. */
  keepRoom(room: AnswerRoom): void {
    this.room = room;
    if (this.response.destroyed) room.release();
    else this.response.once('close', room.release);
  }

  get query(): Query {
    this.#query ??= readQuery(this.request.url ?? '');
    return this.#query;
  }

  get permit(): () => void {
    return () => this.admit();
  }

  /** Address of the client, also behind proxies. */
  get address(): string {
    return this.actor.credential === 'operator' ? '' : this.#deps.proxies.clientAddress(this.request);
  }

  override get caller(): string {
    return callerOf(this.actor, this.address);
  }

  get author(): Author {
    if (this.actor.credential === 'operator') return operatorAuthor(this.request);
    const ip = this.address;
    return this.actor.credential === 'none' ? { id: null, name: '', ip } : { id: this.actor.id, name: this.actor.name, ip };
  }

  get requester(): Requester {
    const { id, ip } = this.author;
    return requesterOf(id === null ? ip : String(id), () => this.#goneSignal());
  }

  get origin(): string {
    return this.#deps.externalUrl().replace(/\/+$/, '') || this.#deps.proxies.requestedOrigin(this.request);
  }

  get isHttps(): boolean {
    return this.#deps.proxies.isHttps(this.request);
  }

  get headers(): Readonly<Record<string, string | undefined>> {
    return this.request.headers as Record<string, string | undefined>;
  }

  /** In the path of a GET, `me` is the user of the credential (interface/auth 0.1). A write names whom it changes. */
  #nameCaller(): void {
    const { actor, params } = this;
    if (params.user_id !== 'me' || this.route.method !== 'GET' || actor.credential === 'none') return;
    if (actor.credential === 'operator') throw needsAccount();
    (params as Record<string, string>).user_id = String(actor.id);
  }

  /** Aborted when the connection is closed before the answer is finished. */
  #goneSignal(): AbortSignal {
    const gone = new AbortController();
    if (this.response.destroyed) gone.abort();
    else this.response.once('close', () => this.response.writableFinished || gone.abort());
    return gone.signal;
  }

  /**
   * Browsers send the cookie with requests that foreign pages make, so a write must come from our own origin (interface/auth 1).
   * So must a connection that leaves HTTP, whose answers the page could read.
   */
  get #mayForge(): boolean {
    return this.route.method !== 'GET' || 'take' in this.route;
  }

  /**
   * Whether a page of another origin sent it. Our own origins are the external address and the address that the request was sent to,
   * which a page cannot forge; for connections that leave HTTP, the CORS origins count as well.
   */
  get isForeign(): boolean {
    const { origin } = this.request.headers;
    if (origin === undefined) return false;
    const own = [this.#deps.externalUrl(), this.#deps.proxies.requestedOrigin(this.request)];
    const trusted = 'take' in this.route ? [...own, ...this.#deps.corsAllowedOrigins] : own;
    return !trusted.some((address) => originOf(address) === origin.toLowerCase());
  }
}

/** What a command says of itself, percent-encoded: its name and the account of the system that ran it. */
const COMMAND_HEADER = 'easel-command';
const COMMAND_LENGTH = 200;

/** Whoever may open the door may do everything, so nobody doubts what the command says of itself. */
function operatorAuthor({ headers }: IncomingMessage): Author {
  const sent = headers[COMMAND_HEADER];
  return { id: null, name: typeof sent === 'string' ? commandName(sent) : 'operator', ip: '' };
}

function commandName(sent: string): string {
  try {
    return decodeURIComponent(sent).replace(/\p{C}/gu, '').slice(0, COMMAND_LENGTH);
  } catch {
    return 'operator';
  }
}

function credentialsOf({ headers }: IncomingMessage, { cookie }: Route): Credentials {
  const token = firstOf(headers['private-token'] as string | undefined) || bearerOf(headers.authorization);
  if (token) return { token };
  return cookie === false || headers.cookie === undefined ? nothing : { cookie: headers.cookie };
}

/** A header that was sent twice arrives as joined values; the first one counts. */
const firstOf = (header: string | undefined): string | undefined =>
  header?.includes(',') ? header.slice(0, header.indexOf(',')).trim() : header;

/** Other schemes are ignored, because a proxy may use one for itself. */
const bearerOf = (header: string | undefined): string | undefined => header && /^bearer[ \t]+(\S.*)$/i.exec(header)?.[1];

function identify(authenticate: HttpDeps['authenticate'], sent: Credentials, { credential, blockedToo }: Rule): Actor {
  if (credential === 'ignored') return authenticate(nothing);
  if (credential === 'optional') return identifyIfValid(authenticate, sent);
  const actor = authenticate(sent, blockedToo);
  if (credential === 'required' && actor.credential === 'none') throw refuse.unauthorized();
  return actor;
}

function identifyIfValid(authenticate: HttpDeps['authenticate'], sent: Credentials): Actor {
  try {
    return authenticate(sent);
  } catch (error) {
    if (error instanceof Refusal) return authenticate(nothing);
    throw error;
  }
}

/** A header that was sent twice arrives as joined values, which name nothing. */
function withHeaders(params: Params, { headerParams }: Route, { headers }: IncomingMessage): Params {
  if (!headerParams) return params;
  const sent = Object.entries(headerParams).map(([name, header]) => [
    name,
    String(headers[header] || `(the header ${header} is missing)`),
  ]);
  return { ...params, ...Object.fromEntries(sent) };
}

const capital = /[A-F]/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** UUIDs match in any letter case. Changes the object in place, because the router made it for this request only. */
export function lowerUuids(params: Params): Params {
  for (const name in params) {
    const value = params[name]!;
    // Most values have no capital, which is quick to see
    if (capital.test(value) && uuid.test(value)) (params as Record<string, string>)[name] = value.toLowerCase();
  }
  return params;
}

/** Undefined when `address` is not an address, so that it equals no `Origin`, not even an empty one. */
function originOf(address: string): string | undefined {
  return URL.canParse(address) ? new URL(address).origin : undefined;
}
