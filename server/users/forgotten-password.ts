import { GUEST, type User } from '../../model/resources/accounts/user.ts';
import type { Mail } from '../../model/resources/mail.ts';
import { queueMail } from '../mail/outbox.ts';
import type { Transaction } from '../store/store.ts';

/** Only whoever may sign in gets a mail to choose a new password (interface/auth 4). */
export const mayReset = (user: User | undefined): user is User => user !== undefined && user.id !== GUEST && !user.blocked;

/** Sends the user a mail to choose a password, if they may. `language`: as in `Mail`. */
export function queueReset(tx: Transaction, user: User, language: Mail['language']): void {
  if (mayReset(user)) queueMail(tx, { text: 'reset-password', user_id: user.id, address: user.email, language });
}
