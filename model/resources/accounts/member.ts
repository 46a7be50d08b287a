import { audited } from '../../audit.ts';
import { exampleIds } from '../../example-ids.ts';
import { readonly, secret, type Values } from '../../field.ts';
import { Schema } from '../../json-schema.ts';
import { defineResource } from '../../resource.ts';
import { answerSchema } from '../../schemas.ts';
import { Int, OneOf, Text } from '../../types.ts';
import { Group, groupKey } from './group.ts';
import { signOnProviders } from './identity.ts';
import { User, userKey } from './user.ts';

const fields = {
  id: readonly(Text(), '', { about: '`<group id>/<user id>`' }),
  group_id: readonly(Int(), 0),
  user_id: readonly(Int(), 0),
  given_by: secret(OneOf(['', ...signOnProviders]), '', {
    about: 'Whose sign-on gave it, and may take it away; empty: a person.',
  }),
};
export type Member = Values<typeof fields>;

/** A user in a group other than the built-in one. It is in no answer: member lists show users. */
export const Member = defineResource({
  name: 'Member',
  key: (id: string) => `member:${id}`,
  fields,
  indexes: {
    'members-of-group': (member) => groupKey(member.group_id),
    'members-of-user': (member) => userKey(member.user_id),
  },
  cascades: { 'members-of-group': 1, 'members-of-user': 1 },
  audit: audited<Member>({
    noun: 'Group member',
    type: 'group',
    words: ['added', 'removed'],
    target: ({ group_id: id }, view) => ({ id, name: view.get(Group, id)?.name ?? '' }),
    details: ({ user_id, given_by }) => ({ user_id, ...(given_by && { given_by }) }),
    cascaded: false,
  }),
  collection: {
    folder: 'accounts',
    path: '/groups/:group_id/members',
    param: 'user_id',
    scope: 'directory',
    tag: Group.collection.tag,
    verbs: {
      list: {
        who: 'signedIn',
        operation: 'listGroupMembers',
        summary: 'The users in a group',
        answer: Schema.Array(answerSchema('User', User.fields)),
      },
      create: {
        who: 'administrator',
        operation: 'addGroupMember',
        summary: 'Puts a user into a group',
        about: 'Who is in it already stays in it. Nobody is put into group 1, which holds everybody.',
        // Clients also send it as text, and as `user_id`
        body: Schema.Object(
          { id: Schema.Integer({ minimum: 0, description: 'Of the user' }) },
          { title: 'GroupMember', examples: [{ id: exampleIds.user }] },
        ),
        answer: 'empty',
      },
      delete: { who: 'administrator', operation: 'removeGroupMember', summary: 'Takes a user out of a group' },
    },
  },
});

export const memberId = (group: number, user: number): string => `${group}/${user}`;
