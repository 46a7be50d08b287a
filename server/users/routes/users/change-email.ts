import type { Body } from '../../../../model/field.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { EmailAddress } from '../../../../model/resources/accounts/email-address.ts';
import { GUEST, userByEmail } from '../../../../model/resources/accounts/user.ts';
import { refuseForeignDomain } from '../../../../model/resources/config/server-config.ts';
import type { Mail } from '../../../../model/resources/mail.ts';
import { languageOf } from '../../../../texts/languages.ts';
import type { Attempts } from '../../../access/authentication/attempts.ts';
import { namedUser } from '../../../access/authorization/path-ids.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { submit } from '../../../collections/submit.ts';
import { said, saidSchema } from '../../../http/answers/said.ts';
import { tags } from '../../../http/answers/tags.ts';
import { networkOf } from '../../../http/bounds/caller.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import { queueMail } from '../../../mail/outbox.ts';
import type { Store, Transaction } from '../../../store/store.ts';
import { loginLine } from '../../sign-in.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'selfOrAdministrator'>;
  readonly attempts: Pick<Attempts, 'mail'>;
}

const answered = (email: string): string => `Confirmation email sent to ${email}`;

/** POST /users/{id}/change-email (interface/auth 3.3). */
export const changeEmailRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/users/:user_id/change-email',
    operation: 'changeEmail',
    tag: tags.users,
    summary: 'Sends a mail to a new e-mail address, to be confirmed there',
    about:
      'The account keeps its address until `confirm-email` gets the token of that mail. The new address may also be sent as `new_email`.',
    file: 'server/users/routes/users/change-email.ts',
    access: deps.rules.selfOrAdministrator,
    body: Schema.Object({ email: EmailAddress.accepts }, { title: 'EmailChange', examples: [{ email: 'ada@corp.example' }] }),
    answer: saidSchema(answered('ada@corp.example')),
    refusals: [409],
    handle: (call) => changeEmail(deps, call),
  },
];

async function changeEmail({ store, attempts }: Deps, call: Call): Promise<string> {
  const { actor, author, params } = call;
  if (namedUser(store.directory, params.user_id!).id === GUEST) throw refuse.denied();
  const email = readAddress(call.body);
  if (!actor.admin) {
    refuseForeignDomain(store.directory, email);
    attempts.mail('new address', { account: email, network: networkOf(author.ip) });
  }
  const isOwn = String(actor.id) === params.user_id;
  const language = isOwn ? languageOf(call.headers['accept-language']) : '';
  await submit(store, call, { run: (tx) => request(tx, params.user_id!, email, language) });
  return said(answered(email));
}

function request(tx: Transaction, id: string, email: string, language: Mail['language']): void {
  const user = namedUser(tx.directory, id);
  const owner = userByEmail(tx.directory, email);
  if (owner && owner.id !== user.id) throw refuse.conflict('Email is already in use');
  queueMail(tx, { text: 'change-email', user_id: user.id, address: email, language });
  tx.audit(loginLine('Email change requested', user));
}

/** The first is the spelling of the interface. */
const spellings = ['email', 'new_email', 'new-email'];

function readAddress(body: Body): string {
  const keys = spellings.filter((key) => (body[key] ?? null) !== null);
  const [first, ...others] = keys.map((key) => EmailAddress.read(body[key], key, undefined));
  if (first === undefined) throw refuse.missing('email');
  if (others.some((address) => address !== first)) throw refuse.invalid(`${keys.join(' and ')} contradict each other`);
  return first;
}
