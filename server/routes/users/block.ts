import { User } from '../../../model/resources/user.ts';
import { answerSchema } from '../../../model/schemas.ts';
import type { Rules } from '../../access/rules.ts';
import { changeUser } from '../../commands/change-user.ts';
import type { Route } from '../../http/route.ts';
import type { Store } from '../../store/types.ts';

interface Parts {
  readonly store: Store;
  readonly rules: Pick<Rules, 'administrator'>;
}

/** POST /users/{id}/block (auth contract 3). Tokens stay stored, for the unblock. */
export const blockRoutes = ({ store, rules }: Parts): Route[] => [
  {
    method: 'POST',
    path: '/users/:user_id/block',
    summary: 'Answer every request of a user with 403 and end its streams',
    file: 'server/routes/users/block.ts',
    access: rules.administrator,
    answer: answerSchema('User', User.fields),
    refusals: [409],
    handle: ({ author, permit, params }) =>
      store.submit<string>({
        scopes: ['directory'],
        author,
        permit,
        run: ({ directory }) => changeUser(directory, params.user_id!, { blocked: true }),
      }),
  },
];
