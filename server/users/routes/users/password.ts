import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { GUEST, User } from '../../../../model/resources/accounts/user.ts';
import { answerSchema } from '../../../../model/schemas.ts';
import { orNull } from '../../../../model/types/not-sent.ts';
import type { Attempts } from '../../../access/authentication/attempts.ts';
import type { Passwords } from '../../../access/authentication/passwords.ts';
import { namedUser } from '../../../access/authorization/path-ids.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import { networkOf } from '../../../http/bounds/caller.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import { changeUser, revokeSessions } from '../../change-user.ts';
import { refuseOwnChoice, refuseWeak } from '../../password-policy.ts';
import { readSpelled } from '../../spellings.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'selfOrAdministrator'>;
  readonly passwords: Passwords;
  readonly attempts: Pick<Attempts, 'beforePassword' | 'afterPassword'>;
}

/** The spellings of the keys; the first is the one of the interface. */
const current = ['current_password', 'old_password', 'old-password'];
const next = ['new_password', 'new-password', 'password'];
/** The schema names one spelling of each key; the server takes the others, too. */
const body = Schema.Object(
  {
    current_password: Schema.Optional(orNull(Schema.String({ format: 'password' }), "Needed on one's own account")),
    new_password: Schema.String({ format: 'password', description: 'Of the least length that server-config says' }),
  },
  {
    title: 'PasswordChange',
    examples: [{ current_password: 'correct-horse-battery', new_password: 'another-horse-battery' }],
  },
);

/** POST /users/{id}/password (interface/auth 3). */
export const passwordRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/:user_id/password',
    operation: 'setPassword',
    tag: tags.users,
    summary: 'Sets a password',
    about:
      "Anybody's by an administrator; one's own with the current one. All temporary tokens of the user end, but for the one of this request.",
    file: 'server/users/routes/users/password.ts',
    access: deps.rules.selfOrAdministrator,
    body,
    answer: answerSchema('User', User.fields),
    handle: (call) => setPassword(deps, call),
  },
];

async function setPassword(deps: Deps, call: Call): Promise<string> {
  const { store, passwords } = deps;
  const { params, actor } = call;
  const user = namedUser(store.directory, params.user_id!);
  if (user.id === GUEST) throw refuse.denied();
  const own = user.id === actor.id;
  const old = readSpelled(call.body, current);
  if (own && old === undefined && user.password_hash !== '') throw refuse.missing('current_password');
  const password = readSpelled(call.body, next);
  if (password === undefined) throw refuse.missing('new_password');
  if (own) await refuseOwnChoice(store.directory, password, user);
  else refuseWeak(store.directory, password);
  if (own && user.password_hash !== '') await proveCurrent(deps, call, user, old!);
  const password_hash = await passwords.hash(password);
  return submit<string>(store, call, {
    *run({ directory }) {
      // The password that was verified may have been replaced meanwhile, and nobody has proven the new one
      if (own && namedUser(directory, params.user_id!).password_hash !== user.password_hash) throw wrongCurrent();
      yield* revokeSessions(directory, user.id, actor.token);
      return yield* changeUser(directory, params.user_id!, { password_hash });
    },
  });
}

/** A token that somebody found or stole is no way to guess the password: wrong ones count as with signing in. */
async function proveCurrent({ passwords, attempts }: Deps, { author }: Call, user: User, password: string): Promise<void> {
  const by = { account: user.email, network: networkOf(author.ip) };
  attempts.beforePassword(by);
  const fits = await passwords.verify(user.password_hash, password);
  attempts.afterPassword(by, fits);
  if (!fits) throw wrongCurrent();
}

/** 403, not 401: one client drops its credentials on any 401. */
const wrongCurrent = () => refuse.forbidden('Invalid current password');
