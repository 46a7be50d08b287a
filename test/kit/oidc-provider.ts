import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { vi } from 'vitest';
import { Browser } from './browser.ts';

/** What the provider says of a person. */
export type Person = { readonly sub: string } & Readonly<Record<string, unknown>>;

export interface OidcServer {
  readonly issuer: string;
  /** The person who is signed in there. */
  person: Person;
  /** Requests that it got, as `GET /jwks`. */
  readonly asked: string[];
  close(): void;
}

export interface OidcServerOptions {
  readonly redirectUri: string;
  /** The token itself has all claims, and not only the answer about the user. */
  readonly fullTokens?: boolean;
  /** A client without a secret. */
  readonly isPublic?: boolean;
}

export const oidcClient = { client_id: 'easel', client_secret: 'a-secret+of/the:client' };

/** A real provider, at which everybody who comes is signed in as `person` and agrees to everything. */
export async function startOidcServer(options: OidcServerOptions): Promise<OidcServer> {
  const asked: string[] = [];
  let handle: (request: IncomingMessage, response: ServerResponse) => unknown = () => {};
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url!.split('?')[0]}`);
    handle(request, response);
  });
  const issuer = await listening(server);
  const people = new Map<string, Person>();
  const started: OidcServer = { issuer, person: { sub: 'nobody' }, asked, close: () => end(server) };
  const provider = await makeProvider(issuer, people, options);
  const callback = provider.callback();
  handle = (request, response) => {
    if (!request.url!.startsWith('/interaction/')) return callback(request, response);
    people.set(started.person.sub, started.person);
    return provider.interactionFinished(request, response, { login: { accountId: started.person.sub }, consent: {} });
  };
  return started;
}

export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export function end(server: Server): void {
  server.close();
  server.closeAllConnections();
}

// biome-ignore lint/suspicious/noExplicitAny: the library has no types
type Untyped = any;

async function makeProvider(issuer: string, people: ReadonlyMap<string, Person>, options: OidcServerOptions): Promise<Untyped> {
  const name: string = 'oidc-provider';
  const { default: Provider } = (await import(name)) as Untyped;
  // The package warns of this version of Node, and that it keeps nothing
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const secret = options.isPublic
    ? { token_endpoint_auth_method: 'none' }
    : { token_endpoint_auth_method: 'client_secret_post', client_secret: oidcClient.client_secret };
  return new Provider(issuer, {
    clients: [{ client_id: oidcClient.client_id, ...secret, redirect_uris: [options.redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['a key of the test'] },
    conformIdTokenClaims: !options.fullTokens,
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: Untyped, { uid }: Untyped) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_: Untyped, id: string) => people.has(id) && { accountId: id, claims: () => people.get(id) },
    async loadExistingGrant({ oidc }: Untyped) {
      const grant = new oidc.provider.Grant({ clientId: oidc.client.clientId, accountId: oidc.session.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
}

/** Goes to the provider as it was told, and returns the path with which it comes back. */
export async function throughProvider(provider: Pick<OidcServer, 'issuer'>, address: string, back: string): Promise<string> {
  const browser = new Browser({ url: '' });
  let at = address;
  for (let steps = 0; steps < 10; steps++) {
    const { location, status, text } = await browser.get(at);
    if (location === '') throw new Error(`${status} ${text}`);
    if (location.startsWith(back)) return location.slice(back.length);
    at = new URL(location, provider.issuer).href;
  }
  throw new Error('The provider goes round in circles');
}
