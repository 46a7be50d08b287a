import type { View } from '../../model/hooks.ts';
import { type Refusal, refuse } from '../../model/refusal.ts';
import type { MailPurpose, MailToken } from '../../model/resources/accounts/mail-token.ts';
import { User } from '../../model/resources/accounts/user.ts';
import type { Attempts } from '../access/authentication/attempts.ts';
import { findMailToken } from '../access/authentication/mail-tokens.ts';
import type { Clock } from '../clock.ts';
import { networkOf } from '../http/bounds/caller.ts';
import type { Call } from '../http/routing/route.ts';
import type { Store } from '../store/store.ts';

export interface MailProofDeps {
  readonly store: Pick<Store, 'directory'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly attempts: Pick<Attempts, 'wrongToken'>;
}

/** A token from a mail, and the account whose owner has it. */
export interface MailProof {
  readonly token: MailToken;
  readonly user: User;
}

/** Missing, unknown, used and expired are one text (interface/auth 4). */
const refusals: Readonly<Record<MailPurpose, () => Refusal>> = {
  'confirm-email': () => refuse.invalid('Invalid email confirmation token.'),
  'reset-password': () => refuse.invalid('Invalid token'),
};

/** Looks a token up before a command, and counts one that nobody has. `sent`: as it came, of any type. 400, 429. */
export function proveMail({ store, clock, attempts }: MailProofDeps, call: Call, purpose: MailPurpose, sent: unknown): MailProof {
  const found = find(store.directory, purpose, sent, clock.now());
  if (found) return found;
  attempts.wrongToken(networkOf(call.author.ip));
  throw refusals[purpose]();
}

/** The same in a command, where the token may have been used meanwhile. */
export function mailProof(view: View, purpose: MailPurpose, sent: unknown, now: string): MailProof {
  const found = find(view, purpose, sent, Date.parse(now));
  if (!found) throw refusals[purpose]();
  return found;
}

function find(view: View, purpose: MailPurpose, sent: unknown, now: number): MailProof | undefined {
  const token = typeof sent === 'string' ? findMailToken(view, purpose, sent, now) : undefined;
  const user = token && view.get(User, token.user_id);
  if (!token || !user) return undefined;
  // Whoever reads the mails of an address that the account has left may not take the account
  const isElsewhere = purpose === 'reset-password' && token.email.toLowerCase() !== user.email.toLowerCase();
  return isElsewhere ? undefined : { token, user };
}
