import { type Body, readPatch, type Values } from '../../model/field.ts';
import type { View, Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { CONFIRMED, GUEST, User } from '../../model/resources/accounts/user.ts';
import { refuseForeignDomain } from '../../model/resources/config/server-config.ts';
import { Bool, Text } from '../../model/types.ts';
import { type Actor, isAdministrator } from '../access/actor.ts';
import { namedUser } from '../access/authorization/path-ids.ts';
import type { ScopeTransaction } from '../store/store.ts';
import { changeUser, revokeSessions } from './change-user.ts';
import { refuseWeak } from './password-policy.ts';

/** What a PATCH body says. The password is hashed before the command runs. */
export interface UserPatch {
  readonly sent: readonly string[];
  readonly values: Partial<Values<typeof User.fields>>;
  readonly password: string | undefined;
  readonly need_email_confirmation: boolean | undefined;
}

/** `token`: a new password ends all sessions but this one. */
type PatchAuthor = Pick<Actor, 'id' | 'token'>;

const ofAdministrators = ['password', 'admin', 'approved', 'blocked', 'need_email_confirmation'];
const known = ['email', 'name', ...ofAdministrators];
const ofGuest = ['name', 'blocked'];

/** Reads a PATCH body of a user. Keys that this actor may not send are refused before values that nobody may send. */
export function readUserPatch(view: View, actor: PatchAuthor, user: User, body: Body): UserPatch {
  const sent = known.filter((key) => (body[key] ?? null) !== null);
  refuseKeys(view, actor, user, sent);
  const has = (key: string): boolean => sent.includes(key);
  const password = has('password') ? Text().read(body.password, 'password', undefined) : undefined;
  const values = readPatch(User.fields, body, user);
  const confirmation = has('need_email_confirmation')
    ? Bool.read(body.need_email_confirmation, 'need_email_confirmation', undefined)
    : undefined;
  if (password !== undefined) refuseWeak(view, password);
  return { sent, values, password, need_email_confirmation: confirmation };
}

/** Returns the text of the answer. `password_hash`: the hash of the new password. */
export function* patchUser(
  directory: ScopeTransaction,
  actor: PatchAuthor,
  id: string,
  patch: UserPatch,
  password_hash: string | undefined,
): Work<string> {
  const user = namedUser(directory, id);
  refuseKeys(directory, actor, user, patch.sent);
  refuseDomain(directory, actor, user, patch.values.email);
  if (patch.need_email_confirmation === false && user.email_confirmed) {
    throw refuse.invalid('need_email_confirmation cannot be false for a confirmed user');
  }
  const text = yield* changeUser(directory, id, {
    ...patch.values,
    ...(isMoving(user, patch.values.email) && { email_claimed: !isAdministrator(directory, actor) }),
    ...(patch.need_email_confirmation && CONFIRMED),
    ...(password_hash !== undefined && { password_hash }),
  });
  if (password_hash !== undefined) yield* revokeSessions(directory, user.id, actor.token);
  return text;
}

function refuseKeys(view: View, actor: PatchAuthor, user: User, sent: readonly string[]): void {
  const allowed = isAdministrator(view, actor) ? (user.id === GUEST ? ofGuest : known) : ['email', 'name'];
  if (!sent.every((key) => allowed.includes(key))) throw refuse.denied();
}

/** True for another address, and not for another spelling of its letters. */
const isMoving = (user: User, email: string | undefined): boolean =>
  email !== undefined && email.toLowerCase() !== user.email.toLowerCase();

function refuseDomain(view: View, actor: PatchAuthor, user: User, email: string | undefined): void {
  if (email !== undefined && email !== user.email && !isAdministrator(view, actor)) refuseForeignDomain(view, email);
}
