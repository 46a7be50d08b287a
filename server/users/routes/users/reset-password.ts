import type { Work } from '../../../../model/hooks.ts';
import { refuse } from '../../../../model/refusal.ts';
import { GUEST, User } from '../../../../model/resources/accounts/user.ts';
import { namedUser } from '../../../access/authorization/path-ids.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { said, saidSchema } from '../../../http/answers/said.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Store, Transaction } from '../../../store/store.ts';
import { changeUser, revokeSessions } from '../../change-user.ts';
import { queueReset } from '../../forgotten-password.ts';
import { loginLine } from '../../sign-in.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'administrator'>;
}

const answer = 'Password reset initiated';

/** POST /users/{id}/reset-password (interface/auth 3.3). */
export const resetPasswordRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/:user_id/reset-password',
    operation: 'forcePasswordReset',
    tag: tags.users,
    summary: 'Takes the password of a user away, who is sent a mail to choose another',
    about:
      'All temporary tokens of the user end; permanent ones stay. Nobody can sign in with a password until a new one is set.',
    file: 'server/users/routes/users/reset-password.ts',
    access: deps.rules.administrator,
    answer: saidSchema(answer),
    handle: (call) => forceReset(deps, call),
  },
];

async function forceReset({ store }: Deps, call: Call): Promise<string> {
  await submit(store, call, { run: (tx) => takeAway(tx, call.params.user_id!) });
  return said(answer);
}

function* takeAway(tx: Transaction, id: string): Work {
  const user = namedUser(tx.directory, id);
  if (user.id === GUEST) throw refuse.denied();
  yield* revokeSessions(tx.directory, user.id, '');
  yield* changeUser(tx.directory, id, { password_hash: '' });
  queueReset(tx, user, '');
  if (user.password_hash === '') tx.audit(loginLine('Password reset forced', user));
  else tx.auditAs(User, user, 'Password changed', 'Password reset forced');
}
