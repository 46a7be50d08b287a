import { signal } from '@preact/signals';

/** Counts the answers that said that nobody is signed in any more; web/session/follow.ts looks who is, then. */
export const unauthorized = signal(0);

/** The server has refused a request, or did not answer (status 0). */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly msg: string,
    /** Seconds after which it may be tried again, where the server says so. */
    readonly retryAfter?: number,
  ) {
    super(msg);
  }
}

/** The interface; other paths are those of the site, such as `/session`. */
export const api = (path: string): string => `/api/v1${path}`;

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/** One request with JSON in both directions; the cookie says who asks. Rejects with a Refused. */
export async function ask<T = unknown>(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<T> {
  const answer = await send(method, path, body, signal);
  const text = await answer.text();
  if (answer.status === 401) unauthorized.value += 1;
  if (!answer.ok) throw new Refused(answer.status, msgOf(text), Number(answer.headers.get('retry-after')) || undefined);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

async function send(method: Method, path: string, body?: object, signal?: AbortSignal): Promise<Response> {
  const init = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await fetch(path, { method, ...init, signal });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    throw new Refused(0, '');
  }
}

/** A proxy may answer with something other than JSON. */
function msgOf(text: string): string {
  try {
    return String((JSON.parse(text) as { readonly msg?: unknown }).msg ?? '');
  } catch {
    return '';
  }
}
