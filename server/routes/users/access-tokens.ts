import Schema from 'typebox';
import { exampleIds } from '../../../model/example-ids.ts';
import { type Body, initialValues, readCreate, readPatch } from '../../../model/field.ts';
import type { View, Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { AccessToken } from '../../../model/resources/access-token.ts';
import { GUEST, userKey } from '../../../model/resources/user.ts';
import { answerSchema, createSchema, patchSchema, withKeys } from '../../../model/schemas.ts';
import { insertRecord, updateRecord } from '../../../model/writing.ts';
import { namedUser } from '../../access/path-ids.ts';
import type { Params } from '../../access/rule.ts';
import type { Rules } from '../../access/rules.ts';
import { newToken, tokenHash } from '../../access/tokens.ts';
import { computed } from '../../changes/computed.ts';
import { recordItem } from '../../changes/record-item.ts';
import type { Source } from '../../changes/source.ts';
import { refuseMoreTokens, type UserLimits } from '../../commands/user-limits.ts';
import { longTexts } from '../../http/body-limits.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import type { DurableView, ScopeTransaction, Store, Transaction } from '../../store/types.ts';

interface Parts {
  readonly store: Store;
  readonly rules: Pick<Rules, 'selfOrAdministrator'>;
  readonly userLimits: Pick<UserLimits, 'tokens'>;
}

const file = 'server/routes/users/access-tokens.ts';
const list = '/users/:user_id/access-tokens';
const item = `${list}/:token_id`;
const answer = answerSchema('AccessToken', AccessToken.fields);

/** Permanent tokens of a user (auth contract 6). */
export const accessTokenRoutes = (parts: Parts): Route[] => [...reads(parts), ...writes(parts)];

const reads = ({ store, rules: { selfOrAdministrator: access } }: Parts): Route[] => [
  {
    method: 'GET',
    path: list,
    operation: 'listAccessTokens',
    tag: tags.accessTokens,
    summary: 'Permanent tokens of a user, oldest first',
    about: 'Never with the secret.',
    file,
    access,
    answer: Schema.Array(answer),
    watch: ({ params }) => tokensOf(store.directory, namedUser(store.directory, params.user_id!).id),
  },
  {
    method: 'GET',
    path: item,
    operation: 'getAccessToken',
    tag: tags.accessTokens,
    summary: 'One permanent token, without its secret',
    file,
    access,
    answer,
    watch: ({ params }) => recordItem(store.directory, 'directory', AccessToken.key(namedToken(store.directory, params).id)),
  },
];

const writes = ({ store, rules: { selfOrAdministrator: access }, userLimits }: Parts): Route[] => [
  {
    method: 'POST',
    path: list,
    operation: 'createAccessToken',
    tag: tags.accessTokens,
    summary: 'Creates a permanent token',
    about:
      'Its secret, `plain_token`, is in this answer and nowhere else: the server keeps only a hash. It may do what its user may, and does not expire. A name or a description must be sent; each stands for the other.',
    file,
    access,
    body: createSchema('AccessToken', AccessToken.fields),
    bodyLimits: longTexts,
    answer: withKeys(
      answer,
      { plain_token: Schema.String({ description: 'The secret; never shown again', examples: [exampleIds.token] }) },
      'NewAccessToken',
    ),
    refusals: [409],
    handle: (call) => create(store, call, userLimits.tokens),
  },
  {
    method: 'PATCH',
    path: item,
    operation: 'updateAccessToken',
    tag: tags.accessTokens,
    summary: 'Changes name and description of a permanent token',
    file,
    access,
    body: patchSchema('AccessToken', AccessToken.fields),
    bodyLimits: longTexts,
    answer,
    handle: (call) => {
      namedToken(store.directory, call.params);
      const patch = readTokenPatch(call.body);
      return submit(store, call, ({ directory }) => change(directory, call.params, patch));
    },
  },
  {
    method: 'DELETE',
    path: item,
    operation: 'deleteAccessToken',
    tag: tags.accessTokens,
    summary: 'Revokes a permanent token; its streams end',
    file,
    access,
    answer: 'empty',
    handle: (call) => submit(store, call, ({ directory }) => remove(directory, call.params)),
  },
];

const submit = <T>(store: Store, { author, permit }: Call, run: (tx: Transaction) => Work<T>): Promise<T> =>
  store.submit<T>({ scopes: ['directory'], author, permit, run });

function tokensOf(directory: DurableView, user: number): Source {
  const key = userKey(user);
  return computed({
    key: `directory/${key}/access-tokens`,
    form: 'list',
    kinds: [AccessToken],
    present: () => directory.by(AccessToken, 'tokens-of', key).map(({ id }) => directory.version(AccessToken.key(id))!),
    ended: (set) => set.changes.some((change) => change.key === key && !change.after),
  });
}

/** The token of the path, if it is one of the user of the path. */
function namedToken(view: View, { user_id, token_id }: Params): AccessToken {
  const user = namedUser(view, user_id!);
  const token = view.get(AccessToken, token_id!);
  if (token?.user_id !== user.id) throw refuse.notFound('Access token', token_id!);
  return token;
}

async function create(store: Store, call: Call, most: number): Promise<string> {
  const user = namedUser(store.directory, call.params.user_id!);
  if (user.id === GUEST) throw refuse.denied();
  refuseUnsupported(call.body);
  const values = readCreate(AccessToken.fields, call.body);
  const token = newToken();
  const text = await submit(store, call, (tx) => {
    refuseMoreTokens(tx.directory, user.id, most);
    return insert(tx, { ...values, hash: tokenHash(token), user_id: user.id });
  });
  return `${text.slice(0, -1)},"plain_token":"${token}"}`;
}

/** Some clients offer these; a token that never expires and may do all would be worse than a refusal. */
function refuseUnsupported({ expires, scopes }: Body): void {
  if ((expires ?? null) !== null) throw refuse.invalid('expires is not supported');
  const none = (scopes ?? null) === null || (Array.isArray(scopes) && scopes.length === 0);
  if (!none) throw refuse.invalid('scopes is not supported');
}

function* insert(tx: Transaction, values: Partial<AccessToken> & Pick<AccessToken, 'user_id'>): Work<string> {
  namedUser(tx.directory, String(values.user_id));
  const id = tx.newId();
  const token = { ...initialValues(AccessToken.fields), ...values, id, created_at: tx.now.replace('Z', '') };
  yield* insertRecord(AccessToken, token, Object.keys(values), tx.directory);
  return tx.directory.text(AccessToken.key(id));
}

function readTokenPatch(body: Body): Partial<AccessToken> {
  refuseUnsupported(body);
  return readPatch(AccessToken.fields, body, initialValues(AccessToken.fields));
}

function* change(directory: ScopeTransaction, params: Params, patch: Partial<AccessToken>): Work<string> {
  const token = namedToken(directory, params);
  yield* updateRecord(AccessToken, { ...token, ...patch }, token, Object.keys(patch), directory);
  return directory.text(AccessToken.key(token.id));
}

function* remove(directory: ScopeTransaction, params: Params): Work<undefined> {
  yield* directory.remove(AccessToken.key(namedToken(directory, params).id));
  return undefined;
}
