import Schema from 'typebox';
import { initialValues, readCreate, type Values } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import { configValue } from '../../model/resources/server-config.ts';
import { FIRST_USER, GUEST, refuseLosingLastAdministrator, User } from '../../model/resources/user.ts';
import { answerSchema, createSchema, patchSchema, withKeys } from '../../model/schemas.ts';
import { orNull } from '../../model/types/not-sent.ts';
import { Text } from '../../model/types.ts';
import { insertRecord } from '../../model/writing.ts';
import { type Passwords, refuseWeakPassword } from '../access/passwords.ts';
import { namedUser } from '../access/path-ids.ts';
import type { Rules } from '../access/rules.ts';
import { recordItem } from '../changes/record-item.ts';
import { recordList } from '../changes/record-list.ts';
import { patchUser, readUserPatch } from '../commands/patch-user.ts';
import type { Call, Route } from '../http/route.ts';
import { tags } from '../http/tags.ts';
import type { ScopeTransaction, Store, Transaction } from '../store/types.ts';

interface Parts {
  readonly store: Store;
  readonly rules: Pick<Rules, 'signedIn' | 'administrator' | 'selfOrAdministrator'>;
  readonly passwords: Pick<Passwords, 'hash'>;
}

const file = 'server/routes/users.ts';
const answer = answerSchema('User', User.fields);
const password = orNull(Schema.String({ format: 'password' }), 'Of the least length that server-config says');
const newPassword = Schema.Optional({ ...password, examples: ['correct-horse-battery'] });
const confirmation = Schema.Optional(
  orNull(Schema.Boolean(), '`true` marks the e-mail address as confirmed; `false` is refused when it is'),
);

/** The standard verbs of users (auth contract 3). */
export const userRoutes = (parts: Parts): Route[] => [...reads(parts), ...writes(parts)];

const reads = ({ store, rules }: Parts): Route[] => [
  {
    method: 'GET',
    path: '/users',
    operation: 'listUsers',
    tag: tags.users,
    summary: 'All users, the Guest included',
    file,
    access: rules.signedIn,
    answer: Schema.Array(answer),
    watch: () => recordList(store.directory, 'directory', User.name),
  },
  {
    method: 'GET',
    path: '/users/:user_id',
    operation: 'getUser',
    tag: tags.users,
    summary: 'One user',
    file,
    access: rules.signedIn,
    answer,
    watch: ({ params }) => recordItem(store.directory, 'directory', User.key(namedUser(store.directory, params.user_id!).id)),
  },
];

const writes = (parts: Parts): Route[] => [
  {
    method: 'POST',
    path: '/users',
    operation: 'createUser',
    tag: tags.users,
    summary: 'Creates a user with home and trash folders',
    about: 'Without a password the account cannot sign in until one is set. It counts as confirmed, so it may sign in at once.',
    file,
    access: parts.rules.administrator,
    body: withKeys(createSchema('User', User.fields), { password: newPassword }),
    answer,
    refusals: [409],
    handle: (call) => create(parts, call),
  },
  {
    method: 'PATCH',
    path: '/users/:user_id',
    operation: 'updateUser',
    tag: tags.users,
    summary: 'Changes what is sent of a user',
    about:
      'People change their own name and e-mail address; everything else is for administrators. `approved` goes from false to true only, and the last administrator stays one.',
    file,
    access: parts.rules.selfOrAdministrator,
    body: withKeys(patchSchema('User', User.fields), {
      password: Schema.Optional(password),
      need_email_confirmation: confirmation,
    }),
    answer,
    refusals: [409],
    handle: (call) => patch(parts, call),
  },
  {
    method: 'DELETE',
    path: '/users/:user_id',
    operation: 'deleteUser',
    tag: tags.users,
    summary: 'Deletes a user with all that goes with it',
    about:
      'Its folders with all canvases in them, its memberships, permissions and tokens go, too; its streams end. The Guest and the last administrator stay.',
    file,
    access: parts.rules.administrator,
    answer: 'empty',
    refusals: [409],
    handle: (call) => submit(parts, call, (tx) => remove(tx.directory, call.params.user_id!)),
  },
];

const submit = <T>({ store }: Parts, call: Call, run: (tx: Transaction) => Work<T>): Promise<T> =>
  store.submit<T>({ scopes: ['directory'], author: call.author, permit: call.permit, run });

async function create(parts: Parts, call: Call): Promise<string> {
  const values = readCreate(User.fields, call.body);
  const password = readPassword(parts.store, call.body.password);
  const password_hash = password === undefined ? '' : await parts.passwords.hash(password);
  return submit(parts, call, (tx) => insert(tx, values, password_hash));
}

/** An account that an administrator makes counts as confirmed: login works at once. */
function* insert(tx: Transaction, values: Partial<Values<typeof User.fields>>, password_hash: string): Work<string> {
  const id = tx.nextNumber('User', FIRST_USER);
  const made = { id, created_at: tx.now, password_hash, email_confirmed: true };
  yield* insertRecord(User, { ...initialValues(User.fields), ...values, ...made }, Object.keys(values), tx.directory);
  return tx.directory.text(User.key(id));
}

function readPassword(store: Store, sent: unknown): string | undefined {
  if (sent === undefined || sent === null) return undefined;
  const password = Text().read(sent, 'password', undefined);
  refuseWeakPassword(password, configValue(store.directory, 'authentication.password.min_length'));
  return password;
}

async function patch(parts: Parts, call: Call): Promise<string> {
  const { actor, params } = call;
  const { directory } = parts.store;
  const read = readUserPatch(directory, actor, namedUser(directory, params.user_id!), call.body);
  const password_hash = read.password === undefined ? undefined : await parts.passwords.hash(read.password);
  return submit(parts, call, (tx) => patchUser(tx.directory, actor, params.user_id!, read, password_hash));
}

function* remove(directory: ScopeTransaction, id: string): Work<undefined> {
  const user = namedUser(directory, id);
  if (user.id === GUEST) throw refuse.denied();
  refuseLosingLastAdministrator(directory, user, undefined);
  yield* directory.remove(User.key(user.id));
  return undefined;
}
