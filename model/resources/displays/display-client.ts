import { readonly, secret } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { Int, Text, Time } from '../../types.ts';

/**
 * An installation that was connected once, so that it can prove to be the same one when it comes back. In no answer
 * (interface/streaming 4.12).
 */
export const DisplayClient = defineResource({
  name: 'DisplayClient',
  key: (id: string) => `display-client:${id}`,
  fields: {
    id: readonly(Text(), ''),
    installation_name: readonly(Text(), ''),
    first_seen: readonly(Time, ''),
    last_seen: readonly(Time, ''),
    last_user_id: readonly(Int(), 0),
    secret_hash: secret(Text(), ''),
  },
  indexes: { 'displays-of': ({ last_user_id }) => String(last_user_id) },
});

export type DisplayClient = RecordOf<typeof DisplayClient>;
