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

/** POST /users/{id}/block (interface/auth 3). The tokens of the user stay, and work again after an unblock. */
export const blockRoutes = ({ store, rules }: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/:user_id/block',
    operation: 'blockUser',
    tag: tags.users,
    summary: 'Blocks a user',
    about: 'Every request of the user is answered with 403 from now on, and its streams end. Its tokens stay, for the unblock.',
    file: 'server/users/routes/users/block.ts',
    access: rules.administrator,
    answer: answerSchema('User', User.fields),
    refusals: [409],
    handle: (call) =>
      submit(store, call, { run: ({ directory }) => changeUser(directory, call.params.user_id!, { blocked: true }) }),
  },
];
