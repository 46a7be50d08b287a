import type { ServerResponse } from 'node:http';
import { PeerGone } from './body.ts';

/** A body in pieces that are there. */
export type Pieces = readonly (string | Buffer)[];

export function lengthOf(pieces: Pieces): number {
  let length = 0;
  for (const piece of pieces) length += typeof piece === 'string' ? Buffer.byteLength(piece) : piece.length;
  return length;
}

const SMALL_BYTES = 16 * 1024;
/** More than the system takes at once of an answer that nobody reads. */
const LARGE_BYTES = 64 * 1024;

export function isLarge(pieces: Pieces): boolean {
  let length = 0;
  for (const piece of pieces) length += piece.length;
  return length > LARGE_BYTES;
}

/** The head is written, and says how long the body is. */
export function endSmall(response: ServerResponse, pieces: Pieces): void {
  const [first] = pieces;
  if (first === undefined || response.req.method === 'HEAD') return void response.end();
  if (pieces.length === 1 && first.length < SMALL_BYTES) return endInOne(response, oneByteText(first));
  response.cork();
  for (const piece of pieces) response.write(piece);
  response.end();
}

/** Ends when the system has taken it all: at shutdown Node cuts connections whose answer has ended, sent or not. */
export function endLarge(response: ServerResponse, pieces: Pieces): void {
  response.cork();
  for (const piece of pieces.slice(0, -1)) response.write(piece);
  response.write(pieces.at(-1), () => response.end());
  response.uncork();
}

/** Resolves when the system has taken the bytes; rejects when it never will, because the connection is gone. */
export function send(response: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(new PeerGone());
    response.once('close', gone);
    response.write(bytes, (error) => {
      response.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
    if (response.destroyed) gone();
  });
}

/** The bytes of a text as characters, which leave as they are. */
function oneByteText(piece: string | Buffer): string {
  if (typeof piece !== 'string') return piece.toString('latin1');
  return Buffer.byteLength(piece) === piece.length ? piece : Buffer.from(piece).toString('latin1');
}

/**
 * Given to `end`, a body makes the whole answer cost a third more: Node holds head and body back to join them, and then writes
 * a list of two. Behind the head, which says its length, it leaves with that as one text. Node has kept the head under this
 * name since its beginnings, and other libraries rely on it.
 */
function endInOne(response: ServerResponse & { _header?: unknown }, body: string): void {
  if (typeof response._header !== 'string') return void response.end(body, 'latin1');
  response._header += body;
  response.end();
}
