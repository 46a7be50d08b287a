import { exampleIds } from '../example-ids.ts';
import { editable, readonly, required, type Values } from '../field.ts';
import type { View } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import { type AuditLine, defineResource } from '../resource.ts';
import { Int, Name, State, Text } from '../types.ts';

/** The built-in group of every user, the Guest included. It has no member records and cannot be changed. */
export const ALL_USERS = 1;
export const FIRST_GROUP = 1000;

export const groupKey = (id: number): string => `group:${id}`;

const fields = {
  id: readonly(Int({ min: 0 }), 0, { example: exampleIds.group }),
  name: required(Name, { about: 'Unique, compared exactly.', example: 'Designers' }),
  description: editable(Text(), '', { example: 'Draw the walls' }),
  state: readonly(State, 'normal'),
};
export type Group = Values<typeof fields>;

export const Group = defineResource({
  name: 'Group',
  key: groupKey,
  fields,
  indexes: { 'group-name': (group) => group.name },
  audit: auditGroup,
  hooks: { check: (next, { view }) => refuseTakenName(view, next) },
});

export function refuseBuiltInGroup(id: number): void {
  if (id === ALL_USERS) throw refuse.forbidden('Built-in group cannot be changed');
}

function refuseTakenName(view: View, next: Group): void {
  const owner = view.by(Group, 'group-name', next.name)[0];
  if (owner && owner.id !== next.id) throw refuse.conflict('Group name is already in use');
}

function auditGroup(before: Group | undefined, after: Group | undefined): AuditLine {
  const group = (after ?? before)!;
  return {
    action: !before ? 'Group created' : after ? 'Group updated' : 'Group deleted',
    target_type: 'group',
    target_id: String(group.id),
    target_name: group.name,
  };
}
