import { OutgoingFailure } from '../../outgoing/outgoing.ts';
import { OidcFault, type OidcReason } from './fault.ts';

/** The part of a library error that may be looked at: the rest of it holds tokens and claims. */
interface LibraryError extends Error {
  readonly code?: unknown;
  /** `access_denied`, `invalid_grant`: of an answer that is an error by RFC 6749. */
  readonly error?: unknown;
}

const byClaim: Readonly<Record<string, OidcReason>> = {
  iss: 'issuer',
  aud: 'audience',
  azp: 'audience',
  nonce: 'nonce',
  nbf: 'not yet valid',
};

const byCode: Readonly<Record<string, OidcReason>> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'provider refused',
  OAUTH_RESPONSE_BODY_ERROR: 'code',
  OAUTH_RESPONSE_IS_NOT_CONFORM: 'provider unavailable',
  OAUTH_RESPONSE_IS_NOT_JSON: 'provider not usable',
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: 'subject',
  OAUTH_KEY_SELECTION_FAILED: 'signature',
  OAUTH_UNSUPPORTED_OPERATION: 'signature',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'expired',
};

/** The fault that an error of the library stands for, or of a request that it sent. An error of another kind is thrown again. */
export function faultOf(error: unknown): OidcFault {
  if (error instanceof OidcFault) return error;
  const all = chain(error);
  const failure = all.find((one) => one instanceof OutgoingFailure);
  if (failure) return new OidcFault('provider unavailable', failure.message);
  const own = all.filter(isOfLibrary);
  if (own.length === 0) throw error;
  const { code, error: told } = own[0]!;
  if (told !== undefined) return new OidcFault(byCode[String(code)] ?? 'provider refused', `it answered ${word(told)}`);
  // The innermost one says most
  const last = own.at(-1)!;
  return new OidcFault(reasonOf(String(code), last), `${word(code)}: ${last.message.slice(0, 200)}`);
}

/** An error, its cause, and so on. */
function chain(error: unknown): Error[] {
  const all: Error[] = [];
  for (let one = error; one instanceof Error && all.length < 5; one = one.cause) all.push(one);
  return all;
}

/** The library wrote its message, so it repeats nothing that was received; that of an error of JSON would. */
const isOfLibrary = (error: LibraryError): error is LibraryError =>
  error.name === 'ClientError' || (typeof error.code === 'string' && /^(OAUTH_|ERR_INVALID_)/.test(error.code));

function reasonOf(code: string, { message, cause }: LibraryError): OidcReason {
  const { claim } = (cause ?? {}) as { readonly claim?: unknown };
  const ofClaim = typeof claim === 'string' ? byClaim[claim] : undefined;
  if (ofClaim) return ofClaim;
  if (/signature|"alg"/.test(message)) return 'signature';
  // What came with the browser
  if (/response parameter|must be provided only once/.test(message)) return message.includes('"iss"') ? 'issuer' : 'response';
  return byCode[code] ?? 'token';
}

/** A word of a protocol. What a stranger sent in its place is not repeated. */
const word = (sent: unknown): string => (typeof sent === 'string' && /^\w{1,60}$/.test(sent) ? sent : 'an unknown error');
