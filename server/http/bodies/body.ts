import type { IncomingMessage } from 'node:http';
import type { Body } from '../../../model/field.ts';
import { refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { Share } from '../bounds/quota.ts';
import { PIECE_BYTES, type ReadingTurns } from '../bounds/reading-turns.ts';
import type { Limits } from '../deps.ts';
import { HtmlFormBody } from './html-form.ts';
import { JsonBody, type JsonOptions } from './json-body.ts';

/** The peer left in the middle of its request, so nobody is there to answer. */
export class PeerGone extends Error {}

/** Do the headers announce a body? */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined;
}

/**
 * Waits for the body of a request and resolves with a function that parses it as a JSON object, whatever its content type says
 * (interface/conventions 1.2), or as an HTML form where the route takes that. The function throws 400 `Invalid JSON: …`, which must come after a 404 for something in the path.
 * Rejects with 413; 400 for too many elements or keys; 408 when reading takes longer than `bodyMs`; 503 or 429 when there is
 * no room for the body; or PeerGone. After a rejection nothing of the body is held.
 */
export async function readBody(request: IncomingMessage, reading: BodyOptions): Promise<() => Body> {
  if (isMultipart(request) && !reading.isHtmlForm) return refuseForm;
  const announced = announcedLength(request);
  if (announced !== undefined && announced > reading.limits.bytes) throw refuse.bodyTooLarge();
  if (announced !== undefined && announced > SMALL_BYTES) reading.share.check(announced);
  const body = reading.isHtmlForm ? new HtmlFormBody(reading, { announced }) : new JsonBody(reading, { announced });
  await readInto(body, request, reading);
  return body.end();
}

function refuseForm(): never {
  throw refuse.invalidJson('the body is multipart/form-data, and this endpoint takes JSON only');
}

/** A smaller body usually comes in one piece, and is read however much memory other bodies hold. */
const SMALL_BYTES = 16 * 1024;

/** How a body is read. */
export interface BodyOptions extends JsonOptions {
  readonly clock: Clock;
  /** Time from the headers to the end of the body. */
  readonly bodyMs: number;
  readonly share: Share;
  readonly turns: Pick<ReadingTurns, 'enter'>;
  readonly isHtmlForm?: boolean;
}

/**
 * Reads and drops a body that nobody wants, so that the connection stays usable and the peer can read its
 * answer (closing with unread bytes resets it). A peer that sends too much or too slowly is cut off.
 */
export function dropBody(request: IncomingMessage, clock: Clock, limits: Limits): void {
  if (request.complete || request.destroyed) return void request.resume();
  let left = limits.unwantedBytes;
  const cut = (): void => void request.socket.destroy();
  const timer = clock.after(limits.bodyMs, cut);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) cut();
  });
  // An earlier reader may have left it paused
  request.resume();
  for (const end of ['end', 'close']) request.once(end, () => timer.cancel());
}

function readInto(body: Pick<JsonBody, 'add'>, request: IncomingMessage, { clock, bodyMs, turns }: BodyOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let left = PIECE_BYTES;
    let isOver = false;
    const settle = (finish: () => void): void => {
      isOver = true;
      timer.cancel();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      finish();
    };
    const nextPiece = (): void => {
      left = PIECE_BYTES;
      if (!isOver) request.resume();
    };
    const onData = (chunk: Buffer): void => {
      try {
        body.add(chunk);
        left -= chunk.length;
        if (left > 0) return;
        request.pause();
        turns.enter(nextPiece);
      } catch (refusal) {
        settle(() => reject(refusal));
      }
    };
    const onEnd = (): void => settle(resolve);
    const onClose = (): void => settle(() => reject(new PeerGone()));
    const timer = clock.after(bodyMs, () => settle(() => reject(refuse.requestTimedOut())));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

function announcedLength({ headers }: IncomingMessage): number | undefined {
  const length = headers['content-length'];
  return length === undefined ? undefined : Number(length);
}

/** The content type decides. Only routes that declare multipart take such a body. */
export const isMultipart = (request: IncomingMessage): boolean =>
  /^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
