import { randomBytes } from 'node:crypto';
import { User, userByEmail } from '../model/resources/accounts/user.ts';
import { configValue } from '../model/resources/config/server-config.ts';
import { createPasswords, refuseWeakPassword } from '../server/access/authentication/passwords.ts';
import type { Store } from '../server/store/store.ts';
import { changeUser, revokeSessions } from '../server/users/change-user.ts';
import type { GivenWords, Terminal } from './terminal.ts';
import { onDatabase } from './with-store.ts';

const INSTEAD = 'an administrator sets the password there, with POST /api/v1/users/<id>/password; else stop it first';

/**
 * `easel user reset-password <e-mail>`: the way back in when nobody knows the password of an administrator. A server on the embedded
 * database must be stopped, because it has everything in its memory; those on PostgreSQL see what others write, so the command works beside them. Ends the sessions of the account, as any
 * new password does.
 */
export function resetPassword(terminal: Terminal, { words: [email = ''], options }: GivenWords): Promise<number> {
  return onDatabase(terminal, INSTEAD, ({ withStore }) =>
    withStore(async (store) => {
      const sent = options.includes('--stdin') ? (await terminal.read()).replace(/\r?\n$/, '') : undefined;
      const password = sent ?? randomBytes(12).toString('base64url');
      const user = await setPassword(store, email, password);
      if (sent === undefined) terminal.out(password);
      terminal.err(`easel: ${user.email} has a new password; ${remark(user)}`);
      return 0;
    }),
  );
}

async function setPassword(store: Store, email: string, password: string): Promise<User> {
  const user = userByEmail(store.directory, email);
  if (user === undefined) throw new Error(`nobody has the e-mail address ${email}`);
  refuseWeakPassword(password, configValue(store.directory, 'authentication.password.min_length'));
  const password_hash = await createPasswords().hash(password);
  await store.submit<string>({
    scopes: ['directory'],
    author: { id: null, name: 'easel user reset-password', ip: '' },
    // Somebody who can open the database may do everything
    permit: () => undefined,
    *run({ directory }) {
      yield* revokeSessions(directory, user.id, '');
      return yield* changeUser(directory, String(user.id), { password_hash });
    },
  });
  return store.directory.get(User, user.id)!;
}

function remark({ blocked, approved, email_confirmed }: User): string {
  if (blocked) return 'but the account is blocked';
  if (!approved) return 'but the account is not approved yet';
  if (!email_confirmed) return 'but its e-mail address is not confirmed yet';
  return 'all its sessions have ended, and its permanent tokens stay';
}
