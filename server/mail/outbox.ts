import type { View } from '../../model/hooks.ts';
import { type MailPurpose, MailToken } from '../../model/resources/accounts/mail-token.ts';
import { userKey } from '../../model/resources/accounts/user.ts';
import { isWallAddress } from '../../model/resources/accounts/wall-address.ts';
import { Mail, type MailText, OUTBOX } from '../../model/resources/mail.ts';
import { mailTokenLives } from '../access/authentication/mail-tokens.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Mails that may wait at the same time; the mail of a further request is not sent.
 * @bound Mails that wait to be sent: a further mail is dropped, with a line in the log.
 */
const MOST_WAITING = 10_000;
/** Between two mails of the same purpose to the same user, in milliseconds, so that nobody fills another's mailbox. */
const LEAST_GAP = 60_000;
/** Longest pause before a mail is tried again, in milliseconds. One that waits longer was queued before the date was set back. */
export const LONGEST_PAUSE = 5 * 3_600_000;

/** What the token in the link of each text is good for. */
export const purposeOf: Readonly<Record<MailText, MailPurpose>> = {
  'confirm-email': 'confirm-email',
  'change-email': 'confirm-email',
  'reset-password': 'reset-password',
};

/**
 * Puts a mail in the outbox, as part of the command that is the reason for it: it goes out once the command is durable, also after
 * a restart. `language`: of the request of the person who gets it, as `languageOf` reads it; empty for anybody else's request.
 * It takes the place of a mail of the same text to the same user that still waits. Nothing is queued when the
 * outbox is full, and for the account of a wall, whose address is nowhere.
 */
export function queueMail(tx: Transaction, mail: Pick<Mail, 'text' | 'user_id' | 'address' | 'language'>): void {
  const { directory } = tx;
  if (isWallAddress(mail.address)) return;
  const now = Date.parse(tx.now);
  const next_at = Math.max(now, lastSent(directory, mail.user_id, purposeOf[mail.text]) + LEAST_GAP);
  const queued = { ...mail, created_at: now, attempts: 0, next_at, claim: '' };
  const older = directory.by(Mail, 'mails-of', userKey(mail.user_id)).find(({ text }) => text === mail.text);
  if (older) directory.update(Mail, { ...queued, id: older.id });
  else if (!isFull(directory)) directory.insert(Mail, { ...queued, id: tx.newId() });
}

export const isFull = (view: View): boolean => view.count(Mail, 'outbox', OUTBOX) >= MOST_WAITING;

/** When the mail that is due first may be tried, in milliseconds since 1970; undefined when none waits. */
export function firstDue(view: View): number | undefined {
  const highest = view.highest(Mail, 'outbox', OUTBOX);
  return highest === undefined ? undefined : -highest;
}

/** The mail that has been due for the longest; undefined when none is due. */
export function dueMail(view: View, now: number): Mail | undefined {
  const first = firstDue(view);
  return first !== undefined && isDue(first, now) ? view.by(Mail, 'mails-at', String(first))[0] : undefined;
}

export const isDue = (next_at: number, now: number): boolean => next_at <= now || next_at > now + LONGEST_PAUSE;

/** When the valid token of this purpose was made, for the mail that it went out with. */
function lastSent(view: View, user: number, purpose: MailPurpose): number {
  const token = view.by(MailToken, 'mail-tokens-of', userKey(user)).find((one) => one.purpose === purpose);
  return token ? token.expires_at - mailTokenLives[purpose] : Number.NEGATIVE_INFINITY;
}
