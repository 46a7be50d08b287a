import { readCreate } from '../../model/field.ts';
import type { View } from '../../model/hooks.ts';
import { configValue } from '../../model/resources/server-config.ts';
import { User } from '../../model/resources/user.ts';
import { Text } from '../../model/types.ts';
import { type Passwords, refuseWeakPassword } from '../access/passwords.ts';
import { namedUser } from '../access/path-ids.ts';
import type { Behaviour, Write } from '../collections/behaviour.ts';
import type { Store } from '../store/store.ts';
import { patchUser, readUserPatch, type UserPatch } from './patch-user.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
  readonly passwords: Pick<Passwords, 'hash'>;
}

/** Passwords are hashed before the command runs (interface/auth 3). */
export const users = (deps: Deps): Behaviour => ({ create: create(deps), update: update(deps) });

/** An account that an administrator makes counts as confirmed, so that its user can sign in at once. */
const create = ({ store: { directory }, passwords }: Deps): Write => ({
  async handle({ body }, submit) {
    readCreate(User.fields, body);
    const password = readPassword(directory, body.password);
    return submit({ password_hash: password === undefined ? '' : await passwords.hash(password), email_confirmed: true });
  },
});

function readPassword(view: View, sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  const password = Text().read(sent, 'password', undefined);
  refuseWeakPassword(password, configValue(view, 'authentication.password.min_length'));
  return password;
}

interface UserPatchInput {
  readonly patch: UserPatch;
  readonly password_hash: string | undefined;
}

const update = ({ store: { directory }, passwords }: Deps): Write<UserPatchInput, string> => ({
  async handle({ actor, params, body }, submit) {
    const patch = readUserPatch(directory, actor, namedUser(directory, params.user_id!), body);
    return submit({ patch, password_hash: patch.password && (await passwords.hash(patch.password)) });
  },
  run: ({ directory }, { actor, params }, { patch, password_hash }) =>
    patchUser(directory, actor, params.user_id!, patch, password_hash),
});
