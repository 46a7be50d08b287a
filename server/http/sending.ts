import type { ServerResponse } from 'node:http';
import { PeerGone } from './body.ts';

/** A body in pieces that are all ready. */
export type Pieces = readonly (string | Buffer)[];

export function lengthOf(pieces: Pieces): number {
  let length = 0;
  for (const piece of pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  return length;
}

const SMALL_BYTES = 16 * 1024;
/** The system does not take more than this at once when nobody reads the answer. */
const LARGE_BYTES = 64 * 1024;

export function isLarge(pieces: Pieces): boolean {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length > LARGE_BYTES;
}

/** Ends a response whose head, with the length of the body, is written. */
export function endSmall(response: ServerResponse, pieces: Pieces): void {
  const [first] = pieces;
  if (first === undefined || response.req.method === 'HEAD') return void response.end();
  if (pieces.length === 1 && first.length < SMALL_BYTES) return endInOne(response, oneByteText(first));
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
}

/** A short body as one-byte characters, and its length: made once for many answers. */
export interface Prepared {
  readonly oneByte: string;
  readonly length: string;
}

/** Undefined: it is not short. */
export function prepare(text: string): Prepared | undefined {
  const oneByte = text.length < SMALL_BYTES ? oneByteText(text) : text;
  return oneByte.length < SMALL_BYTES ? { oneByte, length: String(oneByte.length) } : undefined;
}

/** As `endSmall`. */
export function endPrepared(response: ServerResponse, { oneByte }: Prepared): void {
  if (response.req.method === 'HEAD') response.end();
  else endInOne(response, oneByte);
}

/** Ends only when the system has taken all bytes: at shutdown Node cuts connections whose answer has ended, sent or not. */
export function endLarge(response: ServerResponse, pieces: Pieces): void {
  response.cork();
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  response.write(pieces.at(-1), () => response.end());
  response.uncork();
}

/** Resolves when the system has taken the bytes; rejects when the connection is gone, so that it never will. */
export function send(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new PeerGone());
    response.once('close', gone);
    response.write(bytes, (error) => {
      response.off('close', gone);
      // The reset of a peer may be told here first
      if (error) reject(new PeerGone());
      else resolve();
    });
    if (response.destroyed) gone();
  });
}

/** The bytes of a text as one-byte characters, which are sent as they are. */
function oneByteText(piece: string | Buffer): string {
  if (typeof piece !== 'string') return piece.toString('latin1');
  return Buffer.byteLength(piece) === piece.length ? piece : Buffer.from(piece).toString('latin1');
}

/**
 * Passing the body to `end` makes the whole answer cost a third more: Node holds head and body back to join them, and then
 * writes a list of two. The head gives the length, so head and body can instead leave as one text. Node has kept the head in
 * `_header` since its beginnings, and other libraries rely on it.
 */
function endInOne(response: ServerResponse & { _header?: unknown }, body: string): void {
  if (typeof response._header !== 'string') return void response.end(body, 'latin1');
  response._header += body;
  response.end();
}
