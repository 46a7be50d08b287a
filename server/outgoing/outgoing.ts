import { isPrivateWay, webAddress } from '../../model/web-address.ts';
import type { Clock } from '../clock.ts';

export interface OutgoingRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | URLSearchParams | undefined;
}

/** Why there is no answer. Texts name neither the address nor anything that was sent or received. */
export class OutgoingFailure extends Error {
  override readonly name = 'OutgoingFailure';
}

/**
 * The only way in which the server itself sends a request over HTTP. Whoever uses it decides where to; what a caller of the server
 * sends must never decide it. Requests go over TLS, but for addresses of this machine itself; they follow no redirect, because a
 * redirect would carry a secret to somebody else.
 */
export interface OutgoingClient {
  /** The whole answer, of whatever status but a redirect. Rejects with an OutgoingFailure. */
  fetch(address: string, request?: OutgoingRequest): Promise<Response>;
  /** Cuts what is under way; nothing can be sent any more. */
  close(): void;
}

export interface OutgoingLimits {
  /** From the beginning to the last byte of the answer. */
  readonly ms: number;
  /** Bytes of an answer, uncompressed. */
  readonly bytes: number;
  /** Requests under way; a further one is refused, so that a slow peer cannot make the server hold any number. */
  readonly atOnce: number;
}

export const usualOutgoing: OutgoingLimits = { ms: 10_000, bytes: 512 * 1024, atOnce: 32 };

export function createOutgoing(clock: Pick<Clock, 'after'>, limits: OutgoingLimits = usualOutgoing): OutgoingClient {
  const underWay = new Set<AbortController>();
  let isClosed = false;
  return {
    async fetch(address, request = {}) {
      const url = webAddress(address);
      if (!url || !isPrivateWay(url)) throw new OutgoingFailure('it is not an https address');
      if (isClosed) throw new OutgoingFailure('the server ends');
      if (underWay.size >= limits.atOnce) throw new OutgoingFailure('too many requests are under way');
      const cut = new AbortController();
      underWay.add(cut);
      const timer = clock.after(limits.ms, () => cut.abort(new OutgoingFailure('it took too long')));
      try {
        return await send(url, request, cut.signal, limits.bytes);
      } catch (cause) {
        throw cause instanceof OutgoingFailure ? cause : new OutgoingFailure(reasonOf(cause));
      } finally {
        timer.cancel();
        underWay.delete(cut);
      }
    },
    close() {
      isClosed = true;
      for (const cut of underWay) cut.abort(new OutgoingFailure('the server ends'));
    },
  };
}

async function send(url: URL, request: OutgoingRequest, signal: AbortSignal, most: number): Promise<Response> {
  const { method = 'GET', headers = {}, body = null } = request;
  const answer = await fetch(url, { method, headers, body, redirect: 'manual', signal });
  if (answer.status >= 300 && answer.status < 400) {
    await answer.body?.cancel();
    throw new OutgoingFailure('it was answered with a redirect');
  }
  const bytes = await bytesOf(answer, most);
  return new Response(isBodiless(answer.status) ? null : bytes, { status: answer.status, headers: answer.headers });
}

async function bytesOf({ body }: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving the loop by an error cancels the body, and with it the connection
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    length += chunk.length;
    if (length > most) throw new OutgoingFailure('the answer is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const isBodiless = (status: number): boolean => status === 204 || status === 205;

/** `ECONNREFUSED`, `CERT_HAS_EXPIRED`: Node says what happened only in the code of the cause. */
function reasonOf(cause: unknown): string {
  const { code } = ((cause as Error).cause ?? cause) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'the connection failed';
}
