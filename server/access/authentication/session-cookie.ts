/** The cookie that holds a token for browsers (interface/auth 1.1): base64 of `{"passport":{"user":{"token":"…"}}}`. */
const NAME = 'CanvusSession';

/** The token in a `Cookie` header. Undefined when there is none, or when it cannot be decoded. */
export function cookieToken(header: string | undefined): string | undefined {
  const value = cookieValue(header, NAME);
  if (!value) return undefined;
  try {
    const text = Buffer.from(decodeURIComponent(value), 'base64').toString('utf8');
    const token: unknown = JSON.parse(text)?.passport?.user?.token;
    return typeof token === 'string' ? token : undefined;
  } catch {
    return undefined;
  }
}

/** The value of a cookie, as it was sent. */
export const cookieValue = (header: string | undefined, name: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);

export interface CookieOptions {
  /** The caller came by HTTPS, so the cookie is never sent without it. */
  readonly isSecure: boolean;
  /** Seconds until the browser forgets it; undefined: when it is closed. */
  readonly maxAge?: number | undefined;
}

/** The `Set-Cookie` that keeps a token. No script reads it, and no other site sends it with anything but a link. */
export const sessionCookie = (token: string, options: CookieOptions): string =>
  setCookie(NAME, Buffer.from(JSON.stringify({ passport: { user: { token } } })).toString('base64'), 'Lax', options);

/** The `Set-Cookie` that makes a browser forget the token. */
export const endedSessionCookie = (options: Pick<CookieOptions, 'isSecure'>): string =>
  setCookie(NAME, '', 'Lax', { ...options, maxAge: 0 });

/** For all paths, and never for scripts. `sameSite` undefined: the browser decides. */
export function setCookie(
  name: string,
  value: string,
  sameSite: 'Lax' | 'None' | undefined,
  { isSecure, maxAge }: CookieOptions,
): string {
  const parts = [`${name}=${value}`, 'Path=/', 'HttpOnly'];
  if (sameSite !== undefined) parts.push(`SameSite=${sameSite}`);
  if (isSecure) parts.push('Secure');
  if (maxAge !== undefined) parts.push(`Max-Age=${maxAge}`);
  return parts.join('; ');
}
