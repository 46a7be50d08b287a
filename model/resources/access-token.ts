import Schema from 'typebox';
import { audited, updated } from '../audit.ts';
import { exampleIds } from '../example-ids.ts';
import { editable, readonly, secret, type Values } from '../field.ts';
import type { About } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import { defineResource } from '../resource.ts';
import { answerSchema, withKeys } from '../schemas.ts';
import { Int, State, Text, Uuid } from '../types.ts';
import { User, userKey } from './user.ts';

const fields = {
  id: readonly(Uuid, '', { about: 'Not the secret', example: exampleIds.accessToken }),
  name: editable(Text(), '', { about: 'Without one it is the description.', example: 'Wall script' }),
  description: editable(Text(), '', { about: 'Without one it is the name.', example: 'Puts the build state on the wall' }),
  created_at: readonly(Text(), '', { about: 'UTC without a zone letter.', example: '2026-03-14T09:26:53.589' }),
  state: readonly(State, 'normal'),
  hash: secret(Text(), '', { about: 'SHA-256 of the token, base64url.' }),
  user_id: secret(Int(), 0),
};
export type AccessToken = Values<typeof fields>;

/** A permanent token of a user (interface/auth 6). Its secret is shown once, by the create. */
export const AccessToken = defineResource({
  name: 'AccessToken',
  key: (id: string) => `token:${id}`,
  fields,
  indexes: {
    token: (token) => token.hash,
    'tokens-of': (token) => userKey(token.user_id),
  },
  // Only for counting
  numbers: { 'access-tokens-of': (token) => [userKey(token.user_id), 0] },
  cascades: { 'tokens-of': 1 },
  audit: audited<AccessToken>({
    noun: 'Access token',
    type: 'access_token',
    details: ({ user_id }) => ({ user_id }),
    cascaded: false,
    changes: [updated('Access token updated')],
  }),
  hooks: {
    prepare(next, about) {
      if (!about.previous) next.created_at = about.now.replace('Z', '');
      mirrorNames(next, about);
    },
    check: checkNames,
  },
  collection: {
    path: '/users/:user_id/access-tokens',
    param: 'token_id',
    scope: 'directory',
    called: 'Access token',
    tag: { name: 'Access tokens', about: 'Permanent tokens of a user, for programs. They end when they are deleted.' },
    within: { container: User, field: 'user_id', index: 'tokens-of' },
    longTexts: true,
    verbs: {
      list: { who: 'selfOrAdministrator', summary: 'Permanent tokens of a user, oldest first', about: 'Never with the secret.' },
      get: { who: 'selfOrAdministrator', summary: 'One permanent token, without its secret' },
      create: {
        who: 'selfOrAdministrator',
        summary: 'Creates a permanent token',
        about:
          'Its secret, `plain_token`, is in this answer and nowhere else: the server keeps only a hash. It may do what its user may, and does not expire. A name or a description must be sent; each stands for the other.',
        answer: withKeys(
          answerSchema('AccessToken', fields),
          { plain_token: Schema.String({ description: 'The secret; never shown again', examples: [exampleIds.token] }) },
          'NewAccessToken',
        ),
        refusals: [409],
      },
      update: { who: 'selfOrAdministrator', summary: 'Changes name and description of a permanent token' },
      delete: { who: 'selfOrAdministrator', summary: 'Revokes a permanent token; its streams end' },
    },
  },
});

/** Some clients write a name, others a description; each reads back what it wrote. */
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
