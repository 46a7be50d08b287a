import { readonly, type Values } from '../field.ts';
import type { View } from '../hooks.ts';
import { type AuditLine, defineResource } from '../resource.ts';
import { Int, Text } from '../types.ts';
import { Group, groupKey } from './group.ts';
import { userKey } from './user.ts';

const fields = {
  id: readonly(Text(), '', { about: '`<group id>/<user id>`' }),
  group_id: readonly(Int(), 0),
  user_id: readonly(Int(), 0),
};
export type Member = Values<typeof fields>;

/** A user in a group other than the built-in one. In no answer: member lists hold users. */
export const Member = defineResource({
  name: 'Member',
  key: (id: string) => `member:${id}`,
  fields,
  indexes: {
    'members-of-group': (member) => groupKey(member.group_id),
    'members-of-user': (member) => userKey(member.user_id),
  },
  cascades: { 'members-of-group': 1, 'members-of-user': 1 },
  audit: auditMember,
});

export const memberId = (group: number, user: number): string => `${group}/${user}`;

function auditMember(
  before: Member | undefined,
  after: Member | undefined,
  cascaded: boolean,
  view: View,
): AuditLine | undefined {
  if (cascaded) return undefined;
  const member = (after ?? before)!;
  return {
    action: after ? 'Group member added' : 'Group member removed',
    target_type: 'group',
    target_id: String(member.group_id),
    target_name: view.get(Group, member.group_id)?.name ?? '',
    details: { user_id: member.user_id },
  };
}
