import { Schema } from '../../../../../model/json-schema.ts';
import { refuse } from '../../../../../model/refusal.ts';
import { userByEmail } from '../../../../../model/resources/accounts/user.ts';
import { configValue } from '../../../../../model/resources/config/server-config.ts';
import type { Mail } from '../../../../../model/resources/mail.ts';
import { Text } from '../../../../../model/types.ts';
import { languageOf } from '../../../../../texts/languages.ts';
import type { Attempts } from '../../../../access/authentication/attempts.ts';
import type { Rules } from '../../../../access/authorization/rule-table.ts';
import { submit } from '../../../../collections/submit.ts';
import { tags } from '../../../../http/answers/tags.ts';
import { networkOf } from '../../../../http/bounds/caller.ts';
import type { Call, Route } from '../../../../http/routing/route.ts';
import type { Store, Transaction } from '../../../../store/store.ts';
import { mayReset, queueReset } from '../../../forgotten-password.ts';
import { loginLine } from '../../../sign-in.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'anyone'>;
  readonly attempts: Pick<Attempts, 'mail'>;
}

/** POST /users/password/create-reset-token (interface/auth 4). */
export const createResetTokenRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/password/create-reset-token',
    operation: 'requestPasswordReset',
    tag: tags.signIn,
    summary: 'Sends a mail with which a forgotten password can be replaced',
    about: 'The answer is the same whether there is an account with this address or not.',
    file: 'server/users/routes/users/password/create-reset-token.ts',
    access: deps.rules.anyone,
    body: Schema.Object(
      { email: Schema.String({ format: 'email' }) },
      { title: 'PasswordResetRequest', examples: [{ email: 'ada@corp.example' }] },
    ),
    answer: 'empty',
    refusals: [403],
    handle: (call) => requestReset(deps, call),
  },
];

async function requestReset({ store, attempts }: Deps, call: Call): Promise<undefined> {
  if (!configValue(store.directory, 'authentication.password.enabled')) {
    throw refuse.forbidden('Sign-in using a password is not enabled');
  }
  const { email: sent } = call.body;
  if ((sent ?? null) === null) throw refuse.missing('email');
  const email = Text().read(sent, 'email', undefined);
  attempts.mail('reset', { account: email, network: networkOf(call.author.ip) });
  const language = languageOf(call.headers['accept-language']);
  await submit(store, call, { run: (tx) => request(tx, email, language) });
}

/**
 * One commit whether there is such an account or not, because the time of the answer must not tell. The number of requests is kept for
 * nothing else.
 */
function request(tx: Transaction, email: string, language: Mail['language']): void {
  tx.nextNumber('PasswordResetRequest', 1);
  const user = userByEmail(tx.directory, email);
  if (!mayReset(user)) return;
  queueReset(tx, user, language);
  tx.audit(loginLine('Password reset requested', user));
}
