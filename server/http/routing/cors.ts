/** Adds what a page of another origin needs to the headers of an answer; `preflight`: the answer of OPTIONS. */
export type Cors = (origin: string | undefined, headers: string[], preflight: boolean) => void;

/**
 * interface/conventions 1.7. Never `Access-Control-Allow-Credentials`: a page sends its own header token, and must not be able
 * to send the session cookie.
 *
 * @param allowed origins (`https://board.example`), or `*` for any; empty: no header at all.
 */
export function createCors(allowed: readonly string[]): Cors | undefined {
  if (allowed.length === 0) return undefined;
  const origins = new Set(allowed);
  return (origin, headers, preflight) => {
    // Every answer has these, so that a cache never gives one origin the copy of another
    headers.push('Vary', 'Origin');
    if (origin === undefined || !(origins.has(origin) || origins.has('*'))) return;
    headers.push('Access-Control-Allow-Origin', origin);
    headers.push(
      'Access-Control-Expose-Headers',
      'Content-Disposition, Easel-Level, Easel-Levels, Easel-Revision, Easel-Stream, ETag, Link, X-Request-ID',
    );
    if (preflight) headers.push(...preflightHeaders);
  };
}

const preflightHeaders = [
  'Access-Control-Allow-Methods',
  'GET, HEAD, POST, PATCH, DELETE',
  'Access-Control-Allow-Headers',
  'Private-Token, Authorization, canvas-id, Content-Type, Easel-Batch, Easel-Id, If-Match, If-None-Match, X-Request-ID',
  'Access-Control-Max-Age',
  '600',
];
