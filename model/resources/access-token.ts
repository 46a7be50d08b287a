import { exampleIds } from '../example-ids.ts';
import { editable, readonly, secret, type Values } from '../field.ts';
import type { About } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import { type AuditLine, defineResource } from '../resource.ts';
import { Int, State, Text, Uuid } from '../types.ts';
import { userKey } from './user.ts';

const fields = {
  id: readonly(Uuid, '', { example: exampleIds.accessToken }),
  name: editable(Text(), '', { about: 'Without one it is the description.', example: 'Wall script' }),
  description: editable(Text(), '', { about: 'Without one it is the name.', example: 'Puts the build state on the wall' }),
  created_at: readonly(Text(), '', { about: 'UTC without a zone letter.', example: '2026-03-14T09:26:53.589' }),
  state: readonly(State, 'normal'),
  hash: secret(Text(), '', { about: 'SHA-256 of the token, base64url.' }),
  user_id: secret(Int(), 0),
};
export type AccessToken = Values<typeof fields>;

/** A permanent token of a user (auth contract 6). Its secret is shown once, by the create. */
export const AccessToken = defineResource({
  name: 'AccessToken',
  key: (id: string) => `token:${id}`,
  fields,
  indexes: {
    token: (token) => token.hash,
    'tokens-of': (token) => userKey(token.user_id),
  },
  // To be counted
  ranks: { 'access-tokens-of': (token) => [userKey(token.user_id), 0] },
  cascades: { 'tokens-of': 1 },
  audit: auditToken,
  hooks: { prepare: mirrorNames, check: checkNames },
});

/** Some clients write a name, others a description: each reads back what it wrote. */
function mirrorNames(next: AccessToken, { sent, previous }: About<AccessToken>): void {
  const name = previous ? sent.has('name') : next.name !== '';
  const description = previous ? sent.has('description') : next.description !== '';
  if (name && !description) next.description = next.name;
  if (description && !name) next.name = next.description;
}

function checkNames(next: AccessToken, { previous }: About<AccessToken>): void {
  if (next.name !== '' && next.description !== '') return;
  throw refuse.invalid(previous ? 'name and description must not be empty' : 'name or description is required');
}

function auditToken(before: AccessToken | undefined, after: AccessToken | undefined, cascaded: boolean): AuditLine | undefined {
  if (cascaded) return undefined;
  const token = (after ?? before)!;
  return {
    action: !before ? 'Access token created' : after ? 'Access token updated' : 'Access token deleted',
    target_type: 'access_token',
    target_id: token.id,
    target_name: token.name,
    details: { user_id: token.user_id },
  };
}
