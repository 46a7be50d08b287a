import type { ServerResponse } from 'node:http';
import { PeerGone } from '../bodies/body.ts';

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

/** Most lists are one part: a second one costs another wait for the system. */
const PART_BYTES = 4 * 1024 * 1024;

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
export interface PreparedBody {
  readonly oneByte: string;
  readonly length: string;
}

/** Undefined: it is not short. */
export function prepare(text: string): PreparedBody | undefined {
  const oneByte = text.length < SMALL_BYTES ? oneByteText(text) : text;
  return oneByte.length < SMALL_BYTES ? { oneByte, length: String(oneByte.length) } : undefined;
}

/** Sends a prepared text; otherwise like `endSmall`. */
export function endPrepared(response: ServerResponse, { oneByte }: PreparedBody): void {
  if (response.req.method === 'HEAD') response.end();
  else endInOne(response, oneByte);
}

/**
 * Sends a long body, a part after the other, and ends only when the system has taken all bytes: at shutdown Node cuts connections whose
 * answer has ended, sent or not. Rejects as `send` does. `took`: called after each part, with its bytes.
 */
export async function endLarge(response: ServerResponse, pieces: Pieces, took: (bytes: number) => void): Promise<void> {
  for (let from = 0; from < pieces.length; ) {
    let to = from;
    let bytes = 0;
    while (to < pieces.length && bytes < PART_BYTES) bytes += pieces[to++]!.length;
    response.cork();
    for (const piece of pieces.slice(from, to - 1)) response.write(piece);
    const sent = send(response, pieces[to - 1]!);
    response.uncork();
    await sent;
    took(bytes);
    from = to;
  }
  response.end();
}

/** Resolves when the system has taken the bytes; rejects when the connection is gone, so that it never will. */
export function send(response: ServerResponse, bytes: Uint8Array | string): Promise<void> {
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
