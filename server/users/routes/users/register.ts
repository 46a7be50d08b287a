import { type Body, readCreate } from '../../../../model/field.ts';
import type { View } from '../../../../model/hooks.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { User } from '../../../../model/resources/accounts/user.ts';
import { configValue, refuseForeignDomain } from '../../../../model/resources/config/server-config.ts';
import { answerSchema, createSchema, withKeys } from '../../../../model/schemas.ts';
import { Text } from '../../../../model/types.ts';
import { languageOf } from '../../../../texts/languages.ts';
import type { Attempts } from '../../../access/authentication/attempts.ts';
import type { Passwords } from '../../../access/authentication/passwords.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import { networkOf } from '../../../http/bounds/caller.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Store } from '../../../store/store.ts';
import { createUser } from '../../create-user.ts';
import { refuseOwnChoice } from '../../password-policy.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'optional'>;
  readonly passwords: Pick<Passwords, 'hash'>;
  readonly attempts: Pick<Attempts, 'mail'>;
}

const password = Schema.String({
  format: 'password',
  description: 'Of the least length that server-config says, and not a common one',
  examples: ['correct-horse-battery'],
});

/** POST /users/register (interface/auth 3.3). */
export const registerRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/register',
    operation: 'registerUser',
    tag: tags.signIn,
    summary: 'Makes an account for whoever asks, where the server allows that',
    about:
      'A mail goes to the address, and until its link was used nobody can sign in. `admin`, `approved` and `blocked` count with the token of an administrator; without one, they may not be true.',
    file: 'server/users/routes/users/register.ts',
    access: deps.rules.optional,
    body: withKeys(createSchema('User', User.fields), { password }, 'Registration'),
    answer: answerSchema('User', User.fields),
    refusals: [403, 409],
    handle: (call) => register(deps, call),
  },
];

async function register({ store, passwords, attempts }: Deps, call: Call): Promise<string> {
  const { directory } = store;
  refuseClosed(directory);
  const { body } = call;
  refuseFlags(call);
  const { email, name } = readCreate(User.fields, body) as Pick<User, 'email' | 'name'>;
  if ((body.password ?? null) === null) throw refuse.missing('password');
  const password = Text().read(body.password, 'password', undefined);
  refuseForeignDomain(directory, email);
  await refuseOwnChoice(directory, password, { email, name });
  if (!call.actor.admin) attempts.mail('registration', { account: email, network: networkOf(call.author.ip) });
  const password_hash = await passwords.hash(password);
  // An administrator's own language says nothing about the person who is registered
  const language = call.actor.admin ? '' : languageOf(call.headers['accept-language']);
  return submit<string>(store, call, {
    *run(tx) {
      // An administrator may have changed the rules while the password was hashed
      refuseClosed(tx.directory);
      refuseFlags(call);
      refuseForeignDomain(tx.directory, email);
      const user = yield* createUser(tx, wantedBy(call), { password_hash, email_confirmed: false });
      tx.intend(User, user, 'registered');
      queueMail(tx, { text: 'confirm-email', user_id: user.id, address: user.email, language });
      return tx.directory.text(User.key(user.id));
    },
  });
}

function refuseClosed(view: View): void {
  if (configValue(view, 'authentication.password.sign_up_enabled')) return;
  throw refuse.forbidden('Sign-up using a password is not enabled');
}

const flags = ['admin', 'approved', 'blocked'];

function refuseFlags({ actor, body }: Call): void {
  if (!actor.admin && flags.some((key) => body[key] === true)) throw refuse.denied();
}

/** From anybody else, such a key says nothing: whether an account waits for approval is for the server to say. */
function wantedBy({ actor, body }: Call): Body {
  return actor.admin ? body : Object.fromEntries(Object.entries(body).filter(([key]) => !flags.includes(key)));
}
