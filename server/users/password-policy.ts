import type { View } from '../../model/hooks.ts';
import { configValue } from '../../model/resources/server-config.ts';
import { refuseGuessablePassword, refuseWeakPassword } from '../access/passwords.ts';

/** Refuses a password that is too short or too long, whoever sets it (interface/auth 4). */
export const refuseWeak = (view: View, password: string): void =>
  refuseWeakPassword(password, configValue(view, 'authentication.password.min_length'));

/** Refuses what people may not choose for themselves. `email`: of their account. */
export async function refuseOwnChoice(view: View, password: string, email: string): Promise<void> {
  refuseWeak(view, password);
  if (configValue(view, 'authentication.password.refuse_common')) await refuseGuessablePassword(password, email);
}
