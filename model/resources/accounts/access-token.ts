import { audited } from '../../audit.ts';
import { exampleIds } from '../../example-ids.ts';
import { editable, fixed, initialValues, readonly, secret, type Type, type Values } from '../../field.ts';
import type { About } from '../../hooks.ts';
import { Schema } from '../../json-schema.ts';
import { refuse } from '../../refusal.ts';
import { defineResource } from '../../resource.ts';
import { answerSchema, withKeys } from '../../schemas.ts';
import { orAbsent, Scopes } from '../../types/scopes.ts';
import { Int, List, Moment, State, Text, Uuid } from '../../types.ts';
import { User, userKey } from './user.ts';

/**
 * More canvases than a wall shows.
 * @bound Canvases to which a token can be narrowed: 400.
 */
const CANVASES_MAX = 100;

const canvasList = List(Uuid, { max: CANVASES_MAX });

/** Each once. A list that some program left empty must not mean all canvases. */
const CanvasIds: Type<readonly string[] | null> = {
  ...orAbsent(canvasList, Schema.Array(Uuid.accepts, { minItems: 1, maxItems: CANVASES_MAX })),
  read(value, key) {
    const sent = canvasList.read(value, key, undefined);
    if (sent.length === 0) throw refuse.invalid(`${key} must not be empty`);
    return [...new Set(sent)];
  },
};

const fields = {
  id: readonly(Uuid, '', { about: 'Not the secret', example: exampleIds.accessToken }),
  name: editable(Text(), '', { about: 'Without one it is the description.', example: 'Wall script' }),
  description: editable(Text(), '', { about: 'Without one it is the name.', example: 'Puts the build state on the wall' }),
  created_at: readonly(Text(), '', { about: 'UTC without a zone letter.', example: '2026-03-14T09:26:53.589' }),
  expires_at: fixed(orAbsent(Moment), null, {
    about: 'When it ends, in UTC; null: never. Chosen when it is made.',
    example: '2036-03-14T09:26:53.589Z',
  }),
  scopes: fixed(Scopes, null, {
    about: 'What it may be used for; null: for everything. Chosen when it is made.',
    example: ['read'],
  }),
  canvas_ids: fixed(CanvasIds, null, {
    about:
      'The only canvases that it shows; null: all that its user may see. Chosen when it is made; such a token is never for `admin`.',
  }),
  last_used_at: readonly(Text(), '', { about: 'The day, in UTC, on which it was used last; empty: never.' }),
  last_used_ip: readonly(Text(), '', { about: 'The address from which it was used last.' }),
  state: readonly(State, 'normal'),
  hash: secret(Text(), '', { about: 'SHA-256 of the token, base64url.' }),
  user_id: secret(Int(), 0),
};
export type AccessToken = Values<typeof fields>;

/** A permanent token of a user (interface/auth 6). Its secret is shown once, by the create. */
export const AccessToken = defineResource({
  name: 'AccessToken',
  version: 2,
  migrate: (old) => ({ ...initialValues(fields), ...old }),
  key: (id: string) => `token:${id}`,
  fields,
  indexes: {
    token: (token) => token.hash,
    'tokens-of': (token) => userKey(token.user_id),
    'ends-on-day': (token) => token.expires_at?.slice(0, DAY),
  },
  // Only for counting
  numbers: { 'access-tokens-of': (token) => [userKey(token.user_id), 0] },
  cascades: { 'tokens-of': 1 },
  audit: audited<AccessToken>({
    noun: 'Access token',
    type: 'access_token',
    details: ({ user_id, expires_at, scopes, canvas_ids }) => ({
      user_id,
      ...(expires_at !== null && { expires_at }),
      ...(scopes !== null && { scopes }),
      ...(canvas_ids !== null && { canvas_ids }),
    }),
    cascaded: false,
    changes: [
      ({ name, description }, after) => (isNamed(after, name, description) ? undefined : { action: 'Access token updated' }),
    ],
  }),
  hooks: {
    prepare(next, about) {
      if (!about.previous) next.created_at = about.now.replace('Z', '');
      mirrorNames(next, about);
    },
    check(next, about) {
      checkNames(next, about);
      if (!about.previous) checkNarrowing(next, about.now);
    },
  },
  collection: {
    folder: 'accounts',
    path: '/users/:user_id/access-tokens',
    param: 'token_id',
    scope: 'directory',
    called: 'Access token',
    tag: {
      name: 'Access tokens',
      about: 'Permanent tokens of a user, for programs. They end when they are deleted, or at a time that was chosen.',
    },
    within: { container: User, field: 'user_id', index: 'tokens-of' },
    longTexts: true,
    verbs: {
      list: { who: 'selfOrAdministrator', summary: 'Permanent tokens of a user, oldest first', about: 'Never with the secret.' },
      get: { who: 'selfOrAdministrator', summary: 'One permanent token, without its secret' },
      create: {
        who: 'selfOrAdministrator',
        summary: 'Creates a permanent token',
        about:
          'Its secret, `plain_token`, is in this answer and nowhere else: the server keeps only a hash. It may do what its user may, unless it is narrowed: to an end (`expires_at`), to what it is for (`scopes`), to some canvases (`canvas_ids`). What was chosen cannot be changed later. A narrowed token cannot make one that may do more. A name or a description must be sent; each stands for the other.',
        answer: withKeys(
          answerSchema('AccessToken', fields),
          { plain_token: Schema.String({ description: 'The secret; never shown again', examples: [exampleIds.token] }) },
          'NewAccessToken',
        ),
        refusals: [409],
      },
      update: { who: 'selfOrAdministrator', summary: 'Changes name and description of a permanent token' },
      delete: {
        who: 'selfOrAdministrator',
        summary: 'Revokes a permanent token; its streams end',
        about: 'The temporary tokens that were made by signing in with it end with it.',
      },
    },
  },
});

/** Characters of the day in a time. */
const DAY = '2026-01-01'.length;

/** The time at which a token ends, in milliseconds since 1970. */
export const endOf = ({ expires_at }: Pick<AccessToken, 'expires_at'>): number =>
  expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at);

const isNamed = (token: AccessToken, name: string, description: string): boolean =>
  token.name === name && token.description === description;

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

/** Whoever administers accounts can make tokens and passwords, so there is no such token that is kept to some canvases. */
function checkNarrowing(next: AccessToken, now: string): void {
  if (endOf(next) <= Date.parse(now)) throw refuse.invalid('expires_at must be in the future');
  if (next.canvas_ids !== null && next.scopes?.includes('admin')) {
    throw refuse.invalid('canvas_ids cannot be combined with the scope admin');
  }
}
