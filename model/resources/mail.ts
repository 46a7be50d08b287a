import { readonly } from '../field.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Int, OneOf, Text, Uuid } from '../types.ts';
import { userKey } from './accounts/user.ts';

/** The texts that are sent; `server/mail` has them in each language. */
export const mailTexts = ['confirm-email', 'change-email', 'reset-password'] as const;
export type MailText = (typeof mailTexts)[number];

/** The group of all mails in the number index `outbox`. */
export const OUTBOX = 'waiting';

/**
 * A mail that waits to be sent: in no answer. It holds no secret: the token in its link is made when it is sent, so it is nowhere
 * on the disk.
 */
export const Mail = defineResource({
  name: 'Mail',
  key: (id: string) => `mail:${id}`,
  fields: {
    id: readonly(Uuid, ''),
    text: readonly(OneOf(mailTexts), 'confirm-email'),
    user_id: readonly(Int(), 0),
    address: readonly(Text(), '', { about: 'Where it goes; with `change-email` not yet the address of the user.' }),
    language: readonly(Text(), '', { about: 'One of `languages` (texts/languages.ts). Empty: the default of the server.' }),
    created_at: readonly(Int(), 0, { about: 'Milliseconds since 1970.' }),
    attempts: readonly(Int(), 0),
    next_at: readonly(Int(), 0, {
      about: 'Milliseconds since 1970: not tried before. While a node tries it, the moment from which on another one may.',
    }),
    claim: readonly(Text(), '', { about: 'A UUID of the attempt under way; empty: there is none.' }),
  },
  indexes: {
    'mails-of': (mail) => userKey(mail.user_id),
    'mails-at': (mail) => String(mail.next_at),
  },
  /** The highest number is that of the mail which is due first. */
  numbers: { outbox: (mail) => [OUTBOX, -mail.next_at] },
  cascades: { 'mails-of': 1 },
});
export type Mail = RecordOf<typeof Mail>;
