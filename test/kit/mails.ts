import { Mail, type MailText } from '../../model/resources/mail.ts';
import { type MailPurpose, MailToken } from '../../model/resources/mail-token.ts';
import { User, userKey } from '../../model/resources/user.ts';
import { insertMailToken } from '../../server/access/mail-tokens.ts';
import { newToken, tokenHash } from '../../server/access/tokens.ts';
import type { Easel } from './easel.ts';

const server = { scopes: ['directory'], author: { id: null, name: '', ip: '' }, permit: () => {} };

interface WaitingMail {
  readonly text: MailText;
  readonly address: string;
}

/** The mails to a user that wait to be sent, in the order in which they were queued. */
export const waitingMails = ({ server: { store } }: Easel, user: number): WaitingMail[] =>
  store.directory.by(Mail, 'mails-of', userKey(user)).map(({ text, address }) => ({ text, address }));

/** How many mails wait for anybody. */
export const allMails = ({ server: { store } }: Easel): number => store.directory.by(Mail, 'outbox', 'waiting').length;

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
