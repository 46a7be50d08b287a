import { randomUUID } from 'node:crypto';
import type { Body } from '../../../../model/field.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { EmailAddress } from '../../../../model/resources/accounts/email-address.ts';
import { User } from '../../../../model/resources/accounts/user.ts';
import { configLine } from '../../../../model/resources/config/server-config.ts';
import { orNull } from '../../../../model/types/not-sent.ts';
import { languageOf } from '../../../../texts/languages.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Clock } from '../../../clock.ts';
import { submit } from '../../../collections/submit.ts';
import { said, saidSchema } from '../../../http/answers/said.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import { MailFailure } from '../../../mail/failure.ts';
import { mailable } from '../../../mail/letter.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { Store } from '../../../store/store.ts';

interface Deps {
  readonly store: Store;
  readonly rules: Pick<Rules, 'administrator'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly mailer: Mailer;
}

/** The schema names one spelling of the key; the server takes the other, too. */
const keys = ['recipient_email', 'recipient-email'];
const body = Schema.Object(
  {
    recipient_email: Schema.Optional(
      orNull(Schema.String({ format: 'email' }), "Where the mail goes; the caller's own address when it is not sent"),
    ),
  },
  { title: 'TestEmail', examples: [{ recipient_email: 'ada@corp.example' }] },
);

/** POST /server-config/send-test-email (interface/auth 8.2). */
export const sendTestEmailRoutes = (deps: Deps): Route[] => [
  {
    method: 'POST',
    path: '/server-config/send-test-email',
    operation: 'sendTestEmail',
    tag: tags.server,
    summary: 'Sends a test mail with the present settings',
    about:
      'At once and not through the outbox, so that the answer tells whether the mail server took it: what that server or the connection to it said is the text of the 500. The answer takes 20 seconds at most.',
    file: 'server/server-config/routes/server-config/send-test-email.ts',
    access: deps.rules.administrator,
    body,
    answer: saidSchema('Test email sent to ada@corp.example'),
    refusals: [500],
    handle: (call) => sendTestEmail(deps, call),
  },
];

async function sendTestEmail({ store, clock, mailer }: Deps, call: Call): Promise<string> {
  const caller = store.directory.get(User, call.actor.id)!;
  const address = recipientOf(call.body) ?? caller.email;
  if (mailable(address) === undefined) throw refuse.invalid(`${keys[0]} is not a valid e-mail address`);
  if (mailer.way() !== 'smtp') throw refuse.invalid('Email is not configured');
  const letter = mailer.write({ mail: 'test', address, name: '', language: languageOf(call.headers['accept-language']) });
  try {
    await mailer.send({ ...letter, id: randomUUID(), to: address, date: clock.now() });
  } catch (cause) {
    if (cause instanceof MailFailure) throw refuse.failed(cause.message);
    throw cause;
  }
  // The mail is out, whatever the caller may do by now
  await submit(
    store,
    { author: call.author, permit: () => {} },
    { run: (tx) => tx.audit(configLine('Test email sent', { recipient: address })) },
  );
  return said(`Test email sent to ${address}`);
}

function recipientOf(sent: Body): string | undefined {
  const key = keys.find((name) => (sent[name] ?? null) !== null);
  return key && EmailAddress.read(sent[key], key, undefined);
}
