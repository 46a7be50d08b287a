import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { Body } from '../../model/field.ts';
import { type Refusal, refuse } from '../../model/refusal.ts';
import type { Clock } from '../clock.ts';
import { Gathered } from './gathered.ts';
import { jsonFault } from './json-fault.ts';
import type { Limits } from './parts.ts';

/** The peer went away in the middle of its request: nobody is left to answer. */
export class PeerGone extends Error {}

/** Whether the headers announce a body. */
export function hasBody(request: IncomingMessage): boolean {
  const length = request.headers['content-length'];
  return (length !== undefined && length !== '0') || request.headers['transfer-encoding'] !== undefined;
}

/**
 * Waits for the body of a request and resolves with what reads it: the JSON object, whatever its content type says
 * (conventions 1.2). That throws 400 `Invalid JSON: …`, and later than this, because the 404 of what the path names comes
 * first. Rejects with 413, 408 when it takes longer than `bodyMs`, or PeerGone.
 */
export async function readBody(request: IncomingMessage, clock: Clock, limits: Limits): Promise<() => Body> {
  if (isMultipart(request)) return refuseBody;
  const bytes = await readBytes(request, clock, limits);
  return () => parseBody(bytes, limits.bodyDepth);
}

function refuseBody(): never {
  throw refuse.invalidJson('the body is multipart/form-data, and this endpoint takes JSON only');
}

/**
 * @param depth how many arrays and objects may be inside one another.
 * @param part the name of the part that it is of a multipart body; there even no bytes at all are no JSON object.
 */
export function parseBody(bytes: Buffer, depth: number, part?: string): Body {
  if (bytes.length === 0 && part === undefined) return {};
  const invalid = (fault: string): Refusal => refuse.invalidJson(fault, part);
  if (!isUtf8(bytes)) throw invalid(`it is not UTF-8 from byte ${soundBytes(bytes) + 1} on`);
  if (isDeeperThan(bytes, depth)) throw invalid(`at most ${depth} objects and arrays may be inside one another`);
  const text = bytes.toString('utf8', hasByteOrderMark(bytes) ? 3 : 0);
  const value = parse(text);
  if (value === undefined) throw invalid(jsonFault(text) ?? 'it cannot be read');
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  throw invalid(`it must be an object, not ${nameOf(value)}`);
}

/**
 * Reads and drops a body that nobody wants, so that the connection stays usable and the peer gets to read its
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
  // Who read it before may have left it paused
  request.resume();
  for (const end of ['end', 'close']) request.once(end, () => timer.cancel());
}

function readBytes(request: IncomingMessage, clock: Clock, limits: Limits): Promise<Buffer> {
  if (Number(request.headers['content-length']) > limits.bodyBytes) throw refuse.bodyTooLarge();
  return new Promise((resolve, reject) => {
    const gathered = new Gathered(limits.bodyBytes);
    const settle = (finish: () => void): void => {
      timer.cancel();
      request.off('data', onData).off('end', onEnd).off('close', onClose);
      finish();
    };
    const onData = (chunk: Buffer): void => {
      try {
        gathered.add(chunk);
      } catch (tooLarge) {
        settle(() => reject(tooLarge));
      }
    };
    const onEnd = (): void => settle(() => resolve(gathered.bytes));
    const onClose = (): void => settle(() => reject(new PeerGone()));
    const timer = clock.after(limits.bodyMs, () => settle(() => reject(refuse.requestTimedOut())));
    request.on('data', onData).on('end', onEnd).on('close', onClose);
  });
}

/** By its content type. Only routes that say so take such a body. */
export const isMultipart = (request: IncomingMessage): boolean =>
  /^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');

const hasByteOrderMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

/** How many bytes are UTF-8, of some that are not: decoding puts another character in the place of the first that is none. */
function soundBytes(bytes: Buffer): number {
  const again = Buffer.from(bytes.toString());
  let sound = 0;
  while (again[sound] === bytes[sound]) sound++;
  return sound;
}

function nameOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'string' || typeof value === 'number' ? `a ${typeof value}` : String(value);
}

const quote = 0x22;
const backslash = 0x5c;

/** Counted before parsing: a body of opening brackets alone would cost 60 times its size in memory. */
function isDeeperThan(bytes: Buffer, limit: number): boolean {
  if (bytes.length <= limit) return false;
  let depth = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === quote) at = endOfString(bytes, at);
    // `{` and `[`, `}` and `]` differ in bit 5 only; no other byte outside a string shares their other bits
    else if ((byte & 0xdf) === 0x5b && ++depth > limit) return true;
    else if ((byte & 0xdf) === 0x5d) depth--;
  }
  return false;
}

function endOfString(bytes: Buffer, start: number): number {
  for (let at = start + 1; at < bytes.length; at++) {
    if (bytes[at] === backslash) at++;
    else if (bytes[at] === quote) return at;
  }
  return bytes.length;
}

/**
 * Undefined: it is no JSON. A key `__proto__` is dropped like any unknown one, so that no later copy of the body can set
 * a prototype.
 */
function parse(text: string): unknown {
  try {
    return /__proto__|\\u005f/i.test(text)
      ? JSON.parse(text, (key, value) => (key === '__proto__' ? undefined : value))
      : JSON.parse(text);
  } catch {
    return undefined;
  }
}
