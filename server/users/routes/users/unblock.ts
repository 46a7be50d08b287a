import { User } from '../../../../model/resources/accounts/user.ts';
import { answerSchema } from '../../../../model/schemas.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import { changeUser } from '../../change-user.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'administrator'>;
}

/** POST /users/{id}/unblock (interface/auth 3). Tokens that did not expire meanwhile work again. */
export const unblockRoutes = ({ store, rules }: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/:user_id/unblock',
    operation: 'unblockUser',
    tag: tags.users,
    summary: 'Lets a blocked user in again',
    about: 'Tokens that did not expire meanwhile work again.',
    file: 'server/users/routes/users/unblock.ts',
    access: rules.administrator,
    answer: answerSchema('User', User.fields),
    handle: (call) =>
      submit(store, call, { run: ({ directory }) => changeUser(directory, call.params.user_id!, { blocked: false }) }),
  },
];
