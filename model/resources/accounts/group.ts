import { audited, updated } from '../../audit.ts';
import { exampleIds } from '../../example-ids.ts';
import { editable, readonly, required, type Values } from '../../field.ts';
import type { View } from '../../hooks.ts';
import { refuse } from '../../refusal.ts';
import { defineResource } from '../../resource.ts';
import { Int, Name, State, Text } from '../../types.ts';

/** The built-in group of all users, including the Guest. It has no member records and cannot be changed. */
export const ALL_USERS = 1;

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
  audit: audited({ noun: 'Group', type: 'group', changes: [updated('Group updated')] }),
  hooks: {
    check: (next, { view }) => refuseTakenName(view, next),
    changing: ({ id }) => refuseBuiltInGroup(id),
    removing: ({ id }) => refuseBuiltInGroup(id),
  },
  collection: {
    folder: 'accounts',
    path: '/groups',
    param: 'group_id',
    scope: 'directory',
    tag: { name: 'Groups', about: 'Users who are given permissions together. Group 1 holds everybody.' },
    firstId: 1000,
    longTexts: true,
    verbs: {
      list: { who: 'signedIn', summary: 'All groups' },
      get: { who: 'signedIn', summary: 'One group' },
      create: { who: 'administrator', summary: 'Creates a group', refusals: [409] },
      update: { who: 'administrator', summary: 'Changes name and description of a group', refusals: [409] },
      delete: { who: 'administrator', summary: 'Deletes a group with its permissions; its users stay' },
    },
  },
});

export function refuseBuiltInGroup(id: number): void {
  if (id === ALL_USERS) throw refuse.forbidden('Built-in group cannot be changed');
}

function refuseTakenName(view: View, next: Group): void {
  const owner = view.by(Group, 'group-name', next.name)[0];
  if (owner && owner.id !== next.id) throw refuse.conflict('Group name is already in use');
}
