import type { NodeMessage } from './registry.ts';

/** Bytes of one message. */
const MESSAGE_BYTES = 1024 ** 2;
/** Messages, and their bytes, that wait for one node. A node fetches at least once a second. */
export const WAITING_MESSAGES = 10_000;
export const WAITING_BYTES = 32 * 1024 ** 2;
/** Messages that nobody fetches are kept for this many milliseconds. */
export const MESSAGE_KEPT_MS = 60_000;

/** Throws for a message that no registry takes: it is too long, or not every database can keep it as it is. */
export function refuseUnfitMessage({ from, to, text }: NodeMessage): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > MESSAGE_BYTES)
    throw new Error(`a message from ${from} to ${to} has ${bytes} bytes, and no more than ${MESSAGE_BYTES} go`);
  if (/[\0\p{Cs}]/u.test(text)) {
    throw new Error(`a message from ${from} to ${to} has lone surrogates or U+0000: send them as JSON.stringify writes them`);
  }
}

/** The error of `post` when too much waits for one of the nodes. */
export const tooManyMessages = (): Error => new Error('too many messages wait for a node: it fetches none, or is sent too many');
