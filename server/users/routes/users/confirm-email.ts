import { exampleIds } from '../../../../model/example-ids.ts';
import type { Work } from '../../../../model/hooks.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { CONFIRMED, User } from '../../../../model/resources/accounts/user.ts';
import { endMailTokens } from '../../../access/authentication/mail-tokens.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { said, saidSchema } from '../../../http/answers/said.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { Store, Transaction } from '../../../store/store.ts';
import { changeUser } from '../../change-user.ts';
import { type MailProofDeps, mailProof, proveMail } from '../../mail-proof.ts';

interface Deps extends MailProofDeps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'anyone'>;
}

const answer = 'Email address confirmed';

/** POST /users/confirm-email (interface/auth 3.3). */
export const confirmEmailRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/confirm-email',
    operation: 'confirmEmail',
    tag: tags.signIn,
    summary: 'Confirms an e-mail address with the token of a mail',
    about:
      'After a registration the account may sign in; after `change-email` it has the new address. A token works once, for seven days.',
    file: 'server/users/routes/users/confirm-email.ts',
    access: deps.rules.anyone,
    body: Schema.Object(
      { token: Schema.String({ description: 'From the link in the mail' }) },
      { title: 'EmailConfirmation', examples: [{ token: exampleIds.token }] },
    ),
    answer: saidSchema(answer),
    refusals: [409],
    handle: (call) => confirm(deps, call),
  },
];

async function confirm(deps: Deps, call: Call): Promise<string> {
  const sent = call.body.token;
  proveMail(deps, call, 'confirm-email', sent);
  await submit(deps.store, call, { run: (tx) => complete(tx, sent) });
  return said(answer);
}

/** The token stays when the address was taken meanwhile: it may be free again. */
function* complete(tx: Transaction, sent: unknown): Work {
  const { token, user } = mailProof(tx.directory, 'confirm-email', sent, tx.now);
  yield* changeUser(tx.directory, String(user.id), { email: token.email, ...CONFIRMED });
  yield* endMailTokens(tx.directory, user.id, 'confirm-email');
  if (user.email_confirmed) tx.auditAs(User, user, 'User updated', 'Email confirmed');
}
