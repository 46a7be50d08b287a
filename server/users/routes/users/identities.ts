import { Identity } from '../../../../model/resources/accounts/identity.ts';
import { userKey } from '../../../../model/resources/accounts/user.ts';
import { namedUser } from '../../../access/authorization/path-ids.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'administrator'>;
}

/** DELETE /users/{id}/identities (interface/auth 2.4, 3.3). */
export const identitiesRoutes = (deps: Deps): Route[] => [
  {
    method: 'DELETE',
    path: '/users/:user_id/identities',
    operation: 'unlinkUser',
    tag: tags.users,
    summary: 'Removes the links of a user with identity providers',
    about:
      'The next sign-on finds the account by its e-mail address again: for somebody whom the identity provider calls otherwise than before. Sessions go on.',
    file: 'server/users/routes/users/identities.ts',
    access: deps.rules.administrator,
    answer: 'empty',
    handle: (call) => unlink(deps, call),
  },
];

async function unlink({ store }: Deps, call: Call): Promise<undefined> {
  await submit(store, call, {
    *run(tx) {
      const { id, name } = namedUser(tx.directory, call.params.user_id!);
      const links = tx.directory.by(Identity, 'identities-of', userKey(id));
      if (links.length === 0) return;
      for (const link of links) yield* tx.directory.remove(Identity.key(link.id));
      const providers = [...new Set(links.map(({ provider }) => provider))];
      tx.audit({
        action: 'Identities removed',
        target_type: 'user',
        target_id: String(id),
        target_name: name,
        details: { providers },
      });
    },
  });
}
