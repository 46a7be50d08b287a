import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { FIRST_USER, User } from '../../model/resources/accounts/user.ts';
import { createRecord } from '../../model/writing.ts';
import type { Transaction } from '../store/store.ts';

/** What the server gives a new account, and no body says. `password_hash` empty: it has no password. */
export type NewAccount = Pick<User, 'password_hash' | 'email_confirmed'>;

/** Makes an account from a body, with the next free id. */
export function* createUser(tx: Transaction, body: Body, given: NewAccount): Work<User> {
  const id = tx.nextNumber(User.name, FIRST_USER);
  yield* createRecord(User, body, tx.directory, { ...given, id });
  return tx.directory.get(User, id)!;
}
