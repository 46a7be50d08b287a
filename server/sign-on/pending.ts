import { cookieValue, setCookie } from '../access/authentication/session-cookie.ts';

/** A sign-on that a browser began and its identity provider has not answered yet. */
export interface PendingSignOn {
  /** What the answer must repeat: the id of the request in SAML, the state in OpenID Connect. */
  readonly id: string;
  /** Where the browser goes then. */
  readonly next: string;
  /** What else proves that the answer is meant for this browser; OpenID Connect has some. */
  readonly secrets?: Readonly<Record<string, string>>;
}

export interface PendingCookies {
  /** The sign-ons that the browser began, the newest last. What cannot be read is none. */
  read(cookies: string | undefined): readonly PendingSignOn[];
  /** The `Set-Cookie` with one more. */
  with(cookies: string | undefined, pending: PendingSignOn): string;
  /** The `Set-Cookie` without one that is answered. */
  without(cookies: string | undefined, id: string): string;
}

export interface PendingOptions {
  readonly name: string;
  /** The answer comes over HTTPS. */
  readonly isSecure: boolean;
  /** The answer is posted by the page of the provider, so the cookie must come with requests of another site. */
  readonly isPosted: boolean;
}

/** A page with many tabs begins as many sign-ons at once. */
const MOST = 4;
/** A browser drops a cookie of more than 4 KiB. */
const LONGEST = 3500;
/** The time that people may take to sign in. */
const SECONDS = 600;

/**
 * Keeps them in the browser that began them: so nobody can make another browser finish a sign-on, and the server holds nothing for
 * callers without an account. Browsers send a `SameSite=None` cookie over HTTPS only; without HTTPS, a trial, they decide themselves.
 */
export function pendingCookies({ name, isSecure, isPosted }: PendingOptions): PendingCookies {
  // A browser takes a name with this prefix from this very host only, so no neighbouring domain can plant one
  const fullName = isSecure ? `__Host-${name}` : name;
  const sameSite = isPosted ? (isSecure ? ('None' as const) : undefined) : ('Lax' as const);
  const write = (all: readonly PendingSignOn[]): string => {
    const value = all.length === 0 ? '' : encode(all);
    return setCookie(fullName, value, sameSite, { isSecure, maxAge: all.length === 0 ? 0 : SECONDS });
  };
  const read = (cookies: string | undefined): readonly PendingSignOn[] => decode(cookieValue(cookies, fullName));
  return {
    read,
    with: (cookies, pending) => write(newest([...read(cookies), pending])),
    without: (cookies, id) => write(read(cookies).filter((pending) => pending.id !== id)),
  };
}

function newest(all: readonly PendingSignOn[]): readonly PendingSignOn[] {
  let kept = all.slice(-MOST);
  while (kept.length > 1 && encode(kept).length > LONGEST) kept = kept.slice(1);
  return kept;
}

const encode = (all: readonly PendingSignOn[]): string => Buffer.from(JSON.stringify(all)).toString('base64url');

function decode(value: string | undefined): readonly PendingSignOn[] {
  try {
    const all: unknown = JSON.parse(Buffer.from(value ?? '', 'base64url').toString());
    return Array.isArray(all) ? all.filter(isPending).slice(-MOST) : [];
  } catch {
    return [];
  }
}

function isPending(value: unknown): value is PendingSignOn {
  const { id, next, secrets = {} } = (value ?? {}) as Partial<Record<keyof PendingSignOn, unknown>>;
  const isTexts =
    typeof secrets === 'object' && secrets !== null && Object.values(secrets).every((text) => typeof text === 'string');
  return typeof id === 'string' && typeof next === 'string' && isTexts;
}
