import type { View } from '../../model/hooks.ts';
import type { User } from '../../model/resources/accounts/user.ts';
import { configValue } from '../../model/resources/config/server-config.ts';
import { refuseGuessablePassword, refuseOwnWords, refuseWeakPassword } from '../access/authentication/passwords.ts';

/** Refuses a password that is too short or too long, whoever sets it (interface/auth 4). */
export const refuseWeak = (view: View, password: string): void =>
  refuseWeakPassword(password, configValue(view, 'authentication.password.min_length'));

/** Refuses what people may not choose for themselves. `person`: as their account is, or will be. */
export async function refuseOwnChoice(view: View, password: string, person: Pick<User, 'email' | 'name'>): Promise<void> {
  refuseWeak(view, password);
  if (!configValue(view, 'authentication.password.refuse_common')) return;
  await refuseGuessablePassword(password, person.email);
  refuseOwnWords(password, [PRODUCT, configValue(view, 'server_name'), person.name, withoutTopLevel(person.email)]);
}

const PRODUCT = 'Easel';

/** `com` is in too many words. */
const withoutTopLevel = (email: string): string => email.replace(/\.[^.]*$/, '');
