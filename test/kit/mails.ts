import { type MailPurpose, MailToken } from '../../model/resources/accounts/mail-token.ts';
import { User, userKey } from '../../model/resources/accounts/user.ts';
import { Mail, type MailText } from '../../model/resources/mail.ts';
import { insertMailToken } from '../../server/access/authentication/mail-tokens.ts';
import { newToken, tokenHash } from '../../server/access/authentication/tokens.ts';
import { recordOf } from '../../server/store/store.ts';
import type { Easel } from './easel.ts';
import { until } from './until.ts';

const server = { scopes: ['directory'], author: { id: null, name: '', ip: '' }, permit: () => {} };

interface QueuedMail {
  readonly text: MailText;
  readonly address: string;
}

/** The mails to a user that were put into the outbox since the start of the server, in this order, sent or not. */
export const queuedMails = (easel: Easel, user: number): QueuedMail[] =>
  allQueued(easel).flatMap(({ user_id, text, address }) => (user_id === user ? [{ text, address }] : []));

/** How many mails were put into the outbox for anybody. */
export const allMails = (easel: Easel): number => allQueued(easel).length;

const allQueued = ({ published }: Easel): Mail[] =>
  published.flatMap(({ changes }) =>
    changes.flatMap(({ kind, before, after }) => (kind === Mail && !before && after ? [recordOf(after) as Mail] : [])),
  );

/** The mails to a user that were not sent yet. */
export const waitingMails = ({ server: { store } }: Easel, user: number): MailText[] =>
  store.directory.by(Mail, 'mails-of', userKey(user)).map(({ text }) => text);

/** Lets the server take every mail out of its outbox: without a mail server it drops them. */
export async function emptied({ clock, server: { store } }: Easel): Promise<void> {
  clock.advance(0);
  await until(() => store.directory.all(Mail).length === 0);
}

/**
 * Like `easel.unchanged`, once no mail waits: the server takes mails out of the outbox in its own time, which the request did not
 * cause.
 */
export async function unchangedBesideMails<T>(easel: Easel, work: () => Promise<T>): Promise<T> {
  await emptied(easel);
  return easel.unchanged(work);
}

/** How many tokens of mails a user has. */
export const mailTokens = ({ server: { store } }: Easel, user: number): number =>
  store.directory.by(MailToken, 'mail-tokens-of', userKey(user)).length;

/** Makes the token of a mail as the sender of mails does: to the address given, else to that of the user. */
export async function mailedToken(easel: Easel, purpose: MailPurpose, user: number, address?: string): Promise<string> {
  const token = newToken();
  await easel.server.store.submit<void>({
    ...server,
    *run({ directory, now }) {
      const email = address ?? directory.get(User, user)!.email;
      yield* insertMailToken(directory, { purpose, user_id: user, email, hash: tokenHash(token), now });
    },
  });
  return token;
}
