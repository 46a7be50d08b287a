import { readonly } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { Int, Text } from '../../types.ts';

/** A SAML assertion that opened a session and opens no other (interface/auth 2.2): kept for as long as it is valid. In no answer. */
export const UsedAssertion = defineResource({
  name: 'UsedAssertion',
  key: (id: string) => `used-assertion:${id}`,
  fields: {
    id: readonly(Text(), '', { about: 'SHA-256 of issuer and id, base64url.' }),
    expires_at: readonly(Int(), 0, { about: 'Milliseconds since 1970: it is not valid from then on.' }),
  },
});
export type UsedAssertion = RecordOf<typeof UsedAssertion>;
