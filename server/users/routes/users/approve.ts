import type { Work } from '../../../../model/hooks.ts';
import { refuse } from '../../../../model/refusal.ts';
import { GUEST, User } from '../../../../model/resources/accounts/user.ts';
import { answerSchema } from '../../../../model/schemas.ts';
import { namedUser } from '../../../access/authorization/path-ids.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { ScopeTransaction, Store } from '../../../store/store.ts';
import { changeUser } from '../../change-user.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'administrator'>;
}

/** POST /users/{id}/approve (interface/auth 3). */
export const approveRoutes = ({ store, rules }: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/:user_id/approve',
    operation: 'approveUser',
    tag: tags.users,
    summary: 'Lets a new account sign in',
    file: 'server/users/routes/users/approve.ts',
    access: rules.administrator,
    answer: answerSchema('User', User.fields),
    handle: (call) => submit(store, call, { run: ({ directory }) => approve(directory, call.params.user_id!) }),
  },
];

/** The Guest may only be blocked and renamed. */
function approve(directory: ScopeTransaction, id: string): Work<string> {
  if (namedUser(directory, id).id === GUEST) throw refuse.denied();
  return changeUser(directory, id, { approved: true });
}
