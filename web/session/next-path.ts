/**
 * Where a person goes after signing in: a path of our own. Anything that a browser might take for another site (`//evil.example`,
 * `/\evil.example`, a tab between the slashes) is `/`. The same rule as the server's (interface/auth 2.2).
 */
export function nextPath(sent: string | null | undefined): string {
  if (!sent || !/^\/(?!\/)/.test(sent) || dangerous.test(sent) || sent.length > LONGEST) return '/';
  return new URL(sent, ORIGIN).origin === ORIGIN ? sent : '/';
}

const LONGEST = 1000;
/** Any: only whether a path leaves it is asked. */
const ORIGIN = 'https://easel.invalid';

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
const dangerous = /[\\\u0000-\u001f\u007f]|\p{Surrogate}/u;

/**
 * Where somebody wanted to go who is asked to sign in at an address: `next` at the start page, else the address itself. The hash stays,
 * because it may name a view of a canvas.
 */
export function wantedPath({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string {
  if (pathname === '/') return nextPath(new URLSearchParams(search).get('next'));
  return nextPath(`${pathname}${search}${hash}`);
}

/** The address at which an identity provider begins, to end at a path of ours. */
export const signOnAddress = (protocol: 'saml' | 'oidc', next: string): string =>
  `/users/login/${protocol}${next === '/' ? '' : `?next=${encodeURIComponent(next)}`}`;
