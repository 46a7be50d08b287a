import { LoginSession } from '../../../../model/resources/accounts/session.ts';
import { namedUser } from '../../../access/authorization/path-ids.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import { revokeSessions } from '../../change-user.ts';
import { loginLine } from '../../sign-in.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'selfOrAdministrator'>;
}

/** DELETE /users/{id}/sessions (interface/auth 2.8). */
export const sessionsRoutes = (deps: Deps): Route[] => [
  {
    method: 'DELETE',
    path: '/users/:user_id/sessions',
    operation: 'endSessions',
    tag: LoginSession.collection.tag,
    summary: 'Ends all sessions of a user but the one that asks',
    about: 'Their streams and displays end within a second. Permanent tokens stay, and so does the token of this request.',
    file: 'server/users/routes/users/sessions.ts',
    access: deps.rules.selfOrAdministrator,
    answer: 'empty',
    handle: (call) => endSessions(deps, call),
  },
];

async function endSessions({ store }: Deps, call: Call): Promise<undefined> {
  await submit(store, call, {
    *run(tx) {
      const user = namedUser(tx.directory, call.params.user_id!);
      const count = yield* revokeSessions(tx.directory, user.id, call.actor.token);
      if (count > 0) tx.audit(loginLine('Session ended', user, { count }));
    },
  });
}
