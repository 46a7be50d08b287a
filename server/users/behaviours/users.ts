import { readCreate } from '../../../model/field.ts';
import type { View } from '../../../model/hooks.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Text } from '../../../model/types.ts';
import type { Passwords } from '../../access/authentication/passwords.ts';
import { namedUser } from '../../access/authorization/path-ids.ts';
import type { Behaviour, Write } from '../../collections/behaviour.ts';
import type { Store } from '../../store/store.ts';
import { createUser, type NewAccount } from '../create-user.ts';
import { queueReset } from '../forgotten-password.ts';
import { refuseOwnChoice, refuseWeak } from '../password-policy.ts';
import { patchUser, readUserPatch, type UserPatch } from '../patch-user.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  readonly passwords: Pick<Passwords, 'hash'>;
}

/** Passwords are hashed before the command runs (interface/auth 3). */
export const usersBehaviour = (deps: Deps): Behaviour => ({ create: create(deps), update: update(deps) });

/**
 * An account that an administrator makes counts as confirmed, so that its user can sign in at once; without a password, the user
 * is sent a mail to choose one.
 */
const create = ({ store: { directory }, passwords }: Deps): Write<NewAccount, string> => ({
  async handle({ body }, submit) {
    readCreate(User.fields, body);
    const password = readPassword(directory, body.password);
    return submit({ password_hash: password === undefined ? '' : await passwords.hash(password), email_confirmed: true });
  },
  *run(tx, { body }, given) {
    const user = yield* createUser(tx, body, given);
    if (given.password_hash === '') queueReset(tx, user, '');
    return tx.directory.text(User.key(user.id));
  },
});

function readPassword(view: View, sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  const password = Text().read(sent, 'password', undefined);
  refuseWeak(view, password);
  return password;
}

interface UserPatchInput {
  readonly patch: UserPatch;
  readonly password_hash: string | undefined;
}

const update = ({ store: { directory }, passwords }: Deps): Write<UserPatchInput, string> => ({
  async handle({ actor, params, body }, submit) {
    const user = namedUser(directory, params.user_id!);
    const patch = readUserPatch(directory, actor, user, body);
    const { password } = patch;
    if (password === undefined) return submit({ patch, password_hash: undefined });
    if (user.id === actor.id) await refuseOwnChoice(directory, password, { ...user, ...patch.values });
    return submit({ patch, password_hash: await passwords.hash(password) });
  },
  run: ({ directory }, { actor, params }, { patch, password_hash }) =>
    patchUser(directory, actor, params.user_id!, patch, password_hash),
});
