import { LoginSession } from '../../../model/resources/accounts/session.ts';
import { namedUser } from '../../access/authorization/path-ids.ts';
import type { Behaviour } from '../../collections/behaviour.ts';
import { named } from '../../collections/named.ts';
import { loginLine } from '../sign-in.ts';

/** A session that somebody ends is written to the audit log with its user; one that ends by itself is not (interface/auth 2.8). */
export const sessions: Behaviour = {
  delete: {
    *run(tx, { params }) {
      const { id } = named(LoginSession, tx.directory, params) as LoginSession;
      yield* tx.directory.remove(LoginSession.key(id));
      tx.audit(loginLine('Session ended', namedUser(tx.directory, params.user_id!), { session_id: id }));
    },
  },
};
