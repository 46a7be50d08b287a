import Schema from 'typebox';
import { initialValues, readCreate, readPatch } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import { FIRST_GROUP, Group, refuseBuiltInGroup } from '../../model/resources/group.ts';
import { answerSchema, createSchema, patchSchema } from '../../model/schemas.ts';
import { insertRecord, updateRecord } from '../../model/writing.ts';
import { namedGroup } from '../access/path-ids.ts';
import type { Rules } from '../access/rules.ts';
import { recordItem } from '../changes/record-item.ts';
import { recordList } from '../changes/record-list.ts';
import { longTexts } from '../http/body-limits.ts';
import type { Call, Route } from '../http/route.ts';
import { tags } from '../http/tags.ts';
import type { ScopeTransaction, Store, Transaction } from '../store/types.ts';

interface Parts {
  readonly store: Store;
  readonly rules: Pick<Rules, 'signedIn' | 'administrator'>;
}

const file = 'server/routes/groups.ts';
const answer = answerSchema('Group', Group.fields);

/** The standard verbs of groups (auth contract 5). */
export const groupRoutes = (parts: Parts): Route[] => [...reads(parts), ...writes(parts)];

const reads = ({ store, rules }: Parts): Route[] => [
  {
    method: 'GET',
    path: '/groups',
    operation: 'listGroups',
    tag: tags.groups,
    summary: 'All groups',
    file,
    access: rules.signedIn,
    answer: Schema.Array(answer),
    watch: () => recordList(store.directory, 'directory', Group.name),
  },
  {
    method: 'GET',
    path: '/groups/:group_id',
    operation: 'getGroup',
    tag: tags.groups,
    summary: 'One group',
    file,
    access: rules.signedIn,
    answer,
    watch: ({ params }) => recordItem(store.directory, 'directory', Group.key(namedGroup(store.directory, params.group_id!).id)),
  },
];

const writes = ({ store, rules: { administrator: access } }: Parts): Route[] => [
  {
    method: 'POST',
    path: '/groups',
    operation: 'createGroup',
    tag: tags.groups,
    summary: 'Creates a group',
    file,
    access,
    body: createSchema('Group', Group.fields),
    bodyLimits: longTexts,
    answer,
    refusals: [409],
    handle: (call) => {
      const values = readCreate(Group.fields, call.body);
      return submit(store, call, (tx) => insert(tx, values));
    },
  },
  {
    method: 'PATCH',
    path: '/groups/:group_id',
    operation: 'updateGroup',
    tag: tags.groups,
    summary: 'Changes name and description of a group',
    file,
    access,
    body: patchSchema('Group', Group.fields),
    bodyLimits: longTexts,
    answer,
    refusals: [409],
    handle: (call) => {
      const group = namedGroup(store.directory, call.params.group_id!);
      refuseBuiltInGroup(group.id);
      const patch = readPatch(Group.fields, call.body, group);
      return submit(store, call, ({ directory }) => change(directory, call.params.group_id!, patch));
    },
  },
  {
    method: 'DELETE',
    path: '/groups/:group_id',
    operation: 'deleteGroup',
    tag: tags.groups,
    summary: 'Deletes a group with its permissions; its users stay',
    file,
    access,
    answer: 'empty',
    handle: (call) => submit(store, call, ({ directory }) => remove(directory, call.params.group_id!)),
  },
];

const submit = <T>(store: Store, { author, permit }: Call, run: (tx: Transaction) => Work<T>): Promise<T> =>
  store.submit<T>({ scopes: ['directory'], author, permit, run });

function* insert(tx: Transaction, values: Partial<Group>): Work<string> {
  const id = tx.nextNumber('Group', FIRST_GROUP);
  yield* insertRecord(Group, { ...initialValues(Group.fields), ...values, id }, Object.keys(values), tx.directory);
  return tx.directory.text(Group.key(id));
}

function* change(directory: ScopeTransaction, id: string, patch: Partial<Group>): Work<string> {
  const group = namedGroup(directory, id);
  yield* updateRecord(Group, { ...group, ...patch }, group, Object.keys(patch), directory);
  return directory.text(Group.key(group.id));
}

function* remove(directory: ScopeTransaction, id: string): Work<undefined> {
  const group = namedGroup(directory, id);
  refuseBuiltInGroup(group.id);
  yield* directory.remove(Group.key(group.id));
  return undefined;
}
