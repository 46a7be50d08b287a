import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { end, listening, oidcClient } from './oidc-provider.ts';

type Values = Readonly<Record<string, unknown>>;

export const keys = { own: pair(), other: pair() };

function pair(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('rsa', { modulusLength: 2048 });
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A token with this header and these claims. */
export const tokens = {
  rs256: (claims: Values, header: Values = {}, { privateKey } = keys.own): string => {
    const text = `${encode({ alg: 'RS256', kid: 'own', ...header })}.${encode(claims)}`;
    return `${text}.${sign('sha256', Buffer.from(text), privateKey).toString('base64url')}`;
  },
  hs256: (claims: Values, secret: string): string => {
    const text = `${encode({ alg: 'HS256', kid: 'own' })}.${encode(claims)}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  },
  unsigned: (claims: Values): string => `${encode({ alg: 'none' })}.${encode(claims)}.`,
};

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A provider that does right unless a test makes it do wrong. */
export class ForgedProvider {
  issuer = '';
  /** Requests that it got, as `POST /token`; paths are those below its issuer. */
  readonly asked: string[] = [];
  /** What the next token must repeat. */
  nonce = '';
  email = 'kim@corp.example';
  /** The token, from the right claims. */
  token: (claims: Values) => unknown = (claims) => tokens.rs256(claims);
  /** What it says of itself, from the right metadata. */
  metadata: (right: Values) => unknown = (right) => right;
  /** Answers that replace those of the provider, by path. */
  answers: Readonly<Record<string, Answer>> = {};
  /** Called with each request that it got. */
  onRequest: (path: string) => void = () => {};
  #origin = '';
  #issuers = 0;
  readonly #server = createServer((request, response) => this.#answer(request, response));

  async start(): Promise<void> {
    this.#origin = await listening(this.#server);
    this.mend();
  }

  close(): void {
    end(this.#server);
  }

  /** Does right again, under another issuer, of which nobody knows anything yet. */
  mend(): void {
    this.issuer = `${this.#origin}/${++this.#issuers}`;
    this.token = (claims) => tokens.rs256(claims);
    this.metadata = (right) => right;
    this.answers = {};
    this.onRequest = () => {};
    this.asked.length = 0;
  }

  times(asked: string): number {
    return this.asked.filter((one) => one === asked).length;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const path = request.url!.split('?')[0]!.replace(/^\/\d+/, '');
    this.asked.push(`${request.method} ${path}`);
    this.onRequest(path);
    const answer = this.answers[path];
    if (answer) return answer(request, response);
    const body = this.#bodyOf(path);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
  }

  #bodyOf(path: string): unknown {
    const { issuer } = this;
    if (path === '/.well-known/openid-configuration') return this.metadata(metadataOf(issuer));
    if (path === '/jwks') {
      return { keys: [{ ...keys.own.publicKey.export({ format: 'jwk' }), kid: 'own', use: 'sig' }] };
    }
    if (path === '/token') return { access_token: 'access', token_type: 'Bearer', id_token: this.token(this.#claims()) };
    return path === '/userinfo' ? { sub: 'kim', email: this.email } : undefined;
  }

  #claims(): Values {
    const now = Math.floor(Date.now() / 1000);
    const { issuer: iss, nonce, email } = this;
    return {
      iss,
      aud: oidcClient.client_id,
      sub: 'kim',
      iat: now,
      exp: now + 300,
      nonce,
      email,
      email_verified: true,
      name: 'Kim',
    };
  }
}

const metadataOf = (issuer: string): Values => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  userinfo_endpoint: `${issuer}/userinfo`,
  response_types_supported: ['code'],
  // A provider that hopes for a careless client would offer these
  id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'],
  authorization_response_iss_parameter_supported: true,
});
