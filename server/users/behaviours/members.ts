import type { Body } from '../../../model/field.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { ALL_USERS, groupKey, refuseBuiltInGroup } from '../../../model/resources/accounts/group.ts';
import { Member, memberId } from '../../../model/resources/accounts/member.ts';
import { User, userKey } from '../../../model/resources/accounts/user.ts';
import type { Params } from '../../access/access-rule.ts';
import { integerId, namedGroup, namedUser } from '../../access/authorization/path-ids.ts';
import { computed } from '../../changes/computed.ts';
import { recordList } from '../../changes/record-list.ts';
import type { Seen, Source } from '../../changes/source.ts';
import type { Behaviour } from '../../collections/behaviour.ts';
import { type Change, type DurableView, recordOf, type ScopeTransaction, type Store } from '../../store/store.ts';

interface Deps {
  readonly store: Pick<Store, 'directory'>;
}

/**
 * A member is shown as its user, and named by the id of the user (interface/auth 5). All users are in the built-in group, which
 * has no records.
 */
export const members = ({ store }: Deps): Behaviour => ({
  list: ({ params }) => membersOf(store.directory, namedGroup(store.directory, params.group_id!).id),
  create: {
    handle(call, submit) {
      refuseBuiltInGroup(namedGroup(store.directory, call.params.group_id!).id);
      return submit({ user_id: readUserId(call.body) });
    },
    run: ({ directory }, { params }, { user_id }) => add(directory, { ...params, user_id }),
  },
  delete: { run: ({ directory }, { params }) => remove(directory, params) },
});

function membersOf(directory: DurableView, group: number): Source {
  if (group === ALL_USERS) return recordList(directory, 'directory', User.name);
  const key = groupKey(group);
  return computed({
    key: `directory/${key}/members`,
    form: 'list',
    kinds: [User, Member],
    ofScope: true,
    present: () => {
      const members = directory.by(Member, 'members-of-group', key);
      return members.flatMap(({ user_id }) => directory.version(userKey(user_id)) ?? []).sort(byUserId);
    },
    // Each sign-in changes a user: no group is walked for that
    affected: ({ changes }) => changes.flatMap(userChanged),
    one: (user) => (directory.get(Member, memberId(group, userId({ key: user }))) ? directory.version(user) : undefined),
    compare: byUserId,
    ended: (set) => set.changes.some((change) => change.key === key && !change.after),
  });
}

/** The key of the user whom a change is about. */
function userChanged({ key, kind, before, after }: Change): string[] {
  if (kind === User) return [key];
  return kind === Member ? [userKey((recordOf((after ?? before)!) as Member).user_id)] : [];
}

const byUserId = (a: Seen, b: Seen): number => userId(a) - userId(b);
const userId = ({ key }: Pick<Seen, 'key'>): number => Number(key.slice(userKeyPrefix.length));
const userKeyPrefix = 'user:';

/** An integer or its decimal text: some clients send `"1000"`. */
function readUserId(body: Body): string {
  const sent = body.id ?? body.user_id ?? body['user-id'] ?? undefined;
  if (sent === undefined) throw refuse.missing('id');
  const text = typeof sent === 'string' ? sent : JSON.stringify(sent);
  integerId('User', text);
  return text;
}

function add(directory: ScopeTransaction, { group_id, user_id }: Params): void {
  const group = namedGroup(directory, group_id!).id;
  const user = namedUser(directory, user_id!).id;
  const id = memberId(group, user);
  const member: Member = { id, group_id: group, user_id: user, given_by: '' };
  // A provisioning script adds the same users at each run. What a person gave, no sign-on takes away
  if (directory.get(Member, id)) directory.update(Member, member);
  else directory.insert(Member, member);
}

function* remove(directory: ScopeTransaction, { group_id, user_id }: Params): Work {
  const group = namedGroup(directory, group_id!);
  const user = namedUser(directory, user_id!);
  refuseBuiltInGroup(group.id);
  const id = memberId(group.id, user.id);
  if (!directory.get(Member, id)) throw refuse.absent(`User ${user.id} is not a member of group ${group.id}`);
  yield* directory.remove(Member.key(id));
}
