import type { Mail } from './registry.ts';

/** Bytes of one mail. */
const MAIL_BYTES = 1024 ** 2;
/** Mails, and their bytes, that wait for one node. A node fetches at least once a second. */
export const WAITING_MAILS = 10_000;
export const WAITING_BYTES = 32 * 1024 ** 2;
/** Messages that nobody fetches are kept for this many milliseconds. */
export const MAIL_KEPT_MS = 60_000;

/** Throws for mail that no registry takes: it is too long, or not every database can keep it as it is. */
export function refuseUnfitMail({ from, to, text }: Mail): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > MAIL_BYTES) throw new Error(`a mail from ${from} to ${to} has ${bytes} bytes, and no more than ${MAIL_BYTES} go`);
  if (/[\0\p{Cs}]/u.test(text)) {
    throw new Error(`a mail from ${from} to ${to} has lone surrogates or U+0000: send them as JSON.stringify writes them`);
  }
}

/** The error of `post` when too much waits for one of the nodes. */
export const tooMuchMail = (): Error => new Error('too much mail waits for a node: it fetches none, or is sent too much');
