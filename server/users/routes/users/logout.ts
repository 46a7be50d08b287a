import { exampleIds } from '../../../../model/example-ids.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { orNull } from '../../../../model/types/not-sent.ts';
import { Text } from '../../../../model/types.ts';
import type { Actor } from '../../../access/actor.ts';
import type { Authentication } from '../../../access/authentication/authenticate.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import { endSession } from '../../end-session.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'signedInBlockedToo'>;
  readonly authenticate: Pick<Authentication, 'find'>;
}

const token = Schema.Optional(orNull(Schema.String(), 'Another token of the same user; default: the one of the request'));

/** POST /users/logout (interface/auth 2). Blocked users may use it, too. */
export const logoutRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/logout',
    operation: 'logout',
    tag: tags.signIn,
    summary: 'Invalidates a temporary token and ends its streams',
    about:
      'The token of the request, or another one of the same user in the body. A permanent token is left as it is: delete it instead.',
    file: 'server/users/routes/users/logout.ts',
    access: deps.rules.signedInBlockedToo,
    body: Schema.Object({ token }, { title: 'Logout', examples: [{}, { token: exampleIds.token }] }),
    answer: 'empty',
    handle: (call) => logout(deps, call),
  },
];

function logout({ store, authenticate }: Deps, call: Call): Promise<undefined> {
  return endSession(store, call, { ...tokenToEnd(authenticate, call), user: call.actor.id });
}

/** The token in the body, else the credential of the request. */
function tokenToEnd({ find }: Deps['authenticate'], { body, actor }: Call): { kind: Actor['credential']; key: string } {
  const sent = (body.token ?? null) === null ? '' : Text().read(body.token, 'token', undefined);
  if (sent === '') return { kind: actor.credential, key: actor.token };
  const credential = find(sent);
  if (!credential) throw refuse.invalid('Invalid token');
  if (credential.owner.id !== actor.id) throw refuse.denied();
  return credential;
}
