/** Longer paths would not fit into the cookie that keeps them. */
const LONGEST = 1000;

// biome-ignore lint/suspicious/noControlCharactersInRegex: exactly these are meant
const dangerous = /[\\\u0000-\u001f\u007f]|\p{Surrogate}/u;

/**
 * Where a browser goes after it signed in: a path of our own, ready for a `Location` header. Anything that a browser might take for
 * another site (`//evil.example`, `/\evil.example`, a tab between the slashes) is `/`.
 */
export function nextPath(sent: string | undefined): string {
  if (sent === undefined || !/^\/(?!\/)/.test(sent) || dangerous.test(sent)) return '/';
  const path = sent.replace(/[^\x21-\x7e]/gu, encodeURIComponent);
  return path.length > LONGEST ? '/' : path;
}
