import { exampleIds } from '../../../../../model/example-ids.ts';
import type { Work } from '../../../../../model/hooks.ts';
import { Schema } from '../../../../../model/json-schema.ts';
import { refuse } from '../../../../../model/refusal.ts';
import { CONFIRMED, User } from '../../../../../model/resources/accounts/user.ts';
import type { Attempts } from '../../../../access/authentication/attempts.ts';
import type { Passwords } from '../../../../access/authentication/passwords.ts';
import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { submit } from '../../../../collections/submit.ts';
import { said, saidSchema } from '../../../../http/answers/said.ts';
import { tags } from '../../../../http/answers/tags.ts';
import { networkOf } from '../../../../http/bounds/caller.ts';
import type { Call, Route } from '../../../../http/routing/route.ts';
import type { Store, Transaction } from '../../../../store/store.ts';
import { changeUser, revokeSessions } from '../../../change-user.ts';
import { type MailProofDeps, mailProof, proveMail } from '../../../mail-proof.ts';
import { refuseOwnChoice } from '../../../password-policy.ts';
import { readSpelled } from '../../../spellings.ts';

interface Deps extends MailProofDeps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'anyone'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly attempts: Pick<Attempts, 'wrongToken' | 'proven'>;
}

const answer = 'Password has been reset';
/** The schema names the spelling of the interface; the server takes the others, too. */
const spellings = ['password', 'new_password', 'new-password'];

/** POST /users/password/reset (interface/auth 4). */
export const resetRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/password/reset',
    operation: 'resetPassword',
    tag: tags.signIn,
    summary: 'Sets a new password with the token of a reset mail',
    about: 'All temporary tokens of the user end; permanent ones stay. It also confirms the e-mail address.',
    file: 'server/users/routes/users/password/reset.ts',
    access: deps.rules.anyone,
    body: Schema.Object(
      {
        token: Schema.String({ description: 'From the link in the mail' }),
        password: Schema.String({
          format: 'password',
          description: 'Of the least length that server-config says, and not a common one',
        }),
      },
      { title: 'PasswordReset', examples: [{ token: exampleIds.token, password: 'another-horse-battery' }] },
    ),
    answer: saidSchema(answer),
    handle: (call) => reset(deps, call),
  },
];

async function reset(deps: Deps, call: Call): Promise<string> {
  const { store, passwords, attempts } = deps;
  const sent = call.body.token;
  const { user } = proveMail(deps, call, 'reset-password', sent);
  const password = readSpelled(call.body, spellings);
  if (password === undefined) throw refuse.missing('password');
  await refuseOwnChoice(store.directory, password, user);
  const password_hash = await passwords.hash(password);
  await submit(store, call, { run: (tx) => setPassword(tx, sent, password_hash) });
  attempts.proven({ account: user.email, network: networkOf(call.author.ip) });
  return said(answer);
}

function* setPassword(tx: Transaction, sent: unknown, password_hash: string): Work {
  const { user } = mailProof(tx.directory, 'reset-password', sent, tx.now);
  yield* revokeSessions(tx.directory, user.id, '');
  yield* changeUser(tx.directory, String(user.id), { password_hash, ...CONFIRMED });
  tx.auditAs(User, user, 'Password changed', 'Password reset');
}
