import { readonly } from '../field.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Text } from '../types.ts';

/** What the first start made. The record shows that there was one. */
export const Server = defineResource({
  name: 'Server',
  key: () => 'server',
  fields: {
    id: readonly(Text(), 'server'),
    server_id: readonly(Text(), '', { about: 'A UUID that survives restarts.' }),
  },
});
export type Server = RecordOf<typeof Server>;
