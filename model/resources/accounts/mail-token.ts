import { readonly } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { Int, OneOf, Text } from '../../types.ts';
import { userKey } from './user.ts';

/** What whoever has the token of a mail may do: confirm the address that it went to, or choose a new password. */
const mailPurposes = ['confirm-email', 'reset-password'] as const;
export type MailPurpose = (typeof mailPurposes)[number];

/** The token in the link of a mail that was sent (interface/auth 3.4, 4): used once. In no answer. */
export const MailToken = defineResource({
  name: 'MailToken',
  key: (id: string) => `mail-token:${id}`,
  fields: {
    id: readonly(Text(), '', { about: 'SHA-256 of the token, base64url.' }),
    purpose: readonly(OneOf(mailPurposes), 'confirm-email'),
    user_id: readonly(Int(), 0),
    email: readonly(Text(), '', { about: 'The address that the mail went to.' }),
    expires_at: readonly(Int(), 0, { about: 'Milliseconds since 1970.' }),
  },
  indexes: { 'mail-tokens-of': (token) => userKey(token.user_id) },
  cascades: { 'mail-tokens-of': 1 },
});
export type MailToken = RecordOf<typeof MailToken>;
