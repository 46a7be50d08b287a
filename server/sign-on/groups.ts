import type { View, Work } from '../../model/hooks.ts';
import { ALL_USERS, Group } from '../../model/resources/accounts/group.ts';
import type { SignOnProvider } from '../../model/resources/accounts/identity.ts';
import { Member, memberId } from '../../model/resources/accounts/member.ts';
import { userKey } from '../../model/resources/accounts/user.ts';
import { mappedGroup } from '../../model/resources/config/config-types.ts';
import { configValue } from '../../model/resources/config/server-config.ts';
import type { ScopeTransaction } from '../store/store.ts';

/**
 * Puts a user into the groups that a provider tells, and takes the memberships away that an earlier sign-on gave and this one does
 * not tell any more (interface/auth 2.4). What a person gave stays.
 */
export function* followGroups(
  directory: ScopeTransaction,
  user: number,
  provider: SignOnProvider,
  told: readonly string[],
): Work {
  const wanted = groupsOf(directory, provider, told);
  for (const group_id of wanted) {
    const id = memberId(group_id, user);
    if (!directory.get(Member, id)) directory.insert(Member, { id, group_id, user_id: user, given_by: provider });
  }
  for (const { id, group_id, given_by } of directory.by(Member, 'members-of-user', userKey(user))) {
    if (given_by === provider && !wanted.has(group_id)) yield* directory.remove(Member.key(id));
  }
}

/** The groups that exist here. A value that server-config maps stands for those groups only, any other for the group of its name. */
function groupsOf(view: View, provider: SignOnProvider, told: readonly string[]): Set<number> {
  const mapped = configValue(view, `authentication.${provider}.groups`).map(mappedGroup);
  const names = told.flatMap((value) => {
    const found = mapped.filter((one) => one.value === value);
    return found.length > 0 ? found.map(({ name }) => name) : [value];
  });
  const ids = names.flatMap((name) => view.by(Group, 'group-name', name).map(({ id }) => id));
  return new Set(ids.filter((id) => id !== ALL_USERS));
}
