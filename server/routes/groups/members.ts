import Schema from 'typebox';
import { exampleIds } from '../../../model/example-ids.ts';
import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { ALL_USERS, groupKey, refuseBuiltInGroup } from '../../../model/resources/group.ts';
import { Member, memberId } from '../../../model/resources/member.ts';
import { User, userKey } from '../../../model/resources/user.ts';
import { answerSchema } from '../../../model/schemas.ts';
import { integerId, namedGroup, namedUser } from '../../access/path-ids.ts';
import type { Params } from '../../access/rule.ts';
import type { Rules } from '../../access/rules.ts';
import { computed } from '../../changes/computed.ts';
import { recordList } from '../../changes/record-list.ts';
import type { Seen, Source } from '../../changes/source.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import type { DurableView, ScopeTransaction, Store, Transaction } from '../../store/types.ts';

interface Parts {
  readonly store: Store;
  readonly rules: Pick<Rules, 'signedIn' | 'administrator'>;
}

const file = 'server/routes/groups/members.ts';
const list = '/groups/:group_id/members';
/** Clients also send it as text, and as `user_id`. */
const id = Schema.Integer({ minimum: 0, description: 'Of the user' });

/** Who is in a group (auth contract 5). Only reads of the built-in group, which holds everybody. */
export const memberRoutes = ({ store, rules }: Parts): Route[] => [
  {
    method: 'GET',
    path: list,
    operation: 'listGroupMembers',
    tag: tags.groups,
    summary: 'The users in a group',
    file,
    access: rules.signedIn,
    answer: Schema.Array(answerSchema('User', User.fields)),
    watch: ({ params }) => membersOf(store.directory, namedGroup(store.directory, params.group_id!).id),
  },
  {
    method: 'POST',
    path: list,
    operation: 'addGroupMember',
    tag: tags.groups,
    summary: 'Puts a user into a group',
    about: 'Who is in it already stays in it. Nobody is put into group 1, which holds everybody.',
    file,
    access: rules.administrator,
    body: Schema.Object({ id }, { title: 'GroupMember', examples: [{ id: exampleIds.user }] }),
    answer: 'empty',
    handle: (call) => {
      refuseBuiltInGroup(namedGroup(store.directory, call.params.group_id!).id);
      const user = readUserId(call.body);
      return submit(store, call, ({ directory }) => add(directory, call.params.group_id!, user));
    },
  },
  {
    method: 'DELETE',
    path: `${list}/:user_id`,
    operation: 'removeGroupMember',
    tag: tags.groups,
    summary: 'Takes a user out of a group',
    file,
    access: rules.administrator,
    answer: 'empty',
    handle: (call) => submit(store, call, ({ directory }) => remove(directory, call.params)),
  },
];

const submit = (store: Store, { author, permit }: Call, run: (tx: Transaction) => Work<undefined>): Promise<undefined> =>
  store.submit<undefined>({ scopes: ['directory'], author, permit, run });

function membersOf(directory: DurableView, group: number): Source {
  if (group === ALL_USERS) return recordList(directory, 'directory', User.name);
  const key = groupKey(group);
  return computed({
    key: `directory/${key}/members`,
    form: 'list',
    kinds: [User, Member],
    present: () => {
      const members = directory.by(Member, 'members-of-group', key);
      return members.flatMap(({ user_id }) => directory.version(userKey(user_id)) ?? []).sort(byUserId);
    },
    ended: (set) => set.changes.some((change) => change.key === key && !change.after),
  });
}

const byUserId = (a: Seen, b: Seen): number => userId(a) - userId(b);
const userId = ({ key }: Seen): number => Number(key.slice(userKeyPrefix.length));
const userKeyPrefix = 'user:';

/** An integer or its decimal text: some clients send `"1000"`. */
function readUserId(body: Body): string {
  const sent = body.id ?? body.user_id ?? body['user-id'] ?? undefined;
  if (sent === undefined) throw refuse.missing('id');
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  integerId('User', text);
  return text;
}

function* add(directory: ScopeTransaction, group: string, user: string): Work<undefined> {
  const group_id = namedGroup(directory, group).id;
  const user_id = namedUser(directory, user).id;
  const id = memberId(group_id, user_id);
  // A provisioning script adds its users again at each run.
  if (!directory.get(Member, id)) directory.insert(Member, { id, group_id, user_id });
  return undefined;
}

function* remove(directory: ScopeTransaction, { group_id, user_id }: Params): Work<undefined> {
  const group = namedGroup(directory, group_id!);
  const user = namedUser(directory, user_id!);
  refuseBuiltInGroup(group.id);
  const id = memberId(group.id, user.id);
  if (!directory.get(Member, id)) throw refuse.absent(`User ${user.id} is not a member of group ${group.id}`);
  yield* directory.remove(Member.key(id));
  return undefined;
}
