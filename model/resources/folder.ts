import { audited, replaced } from '../audit.ts';
import { exampleIds } from '../example-ids.ts';
import { editable, fixed, readonly, secret, type Values } from '../field.ts';
import type { View } from '../hooks.ts';
import { Schema } from '../json-schema.ts';
import { defineResource, type Kind, type Stored } from '../resource.ts';
import { answerSchema } from '../schemas.ts';
import { optional } from '../types/not-sent.ts';
import { Bool, Name, State, Text } from '../types.ts';
import { Grant, grantOf, userPrincipal } from './grant.ts';
import { moved, namedIn, numberedIn } from './tree.ts';
import { derived, newItem } from './tree-schemas.ts';

const fields = {
  id: readonly(Text(), '', {
    about: 'A UUID; the user id for a home folder, `trash.<user id>` for its trash.',
    example: exampleIds.folder,
  }),
  name: editable(Name, 'New folder', {
    about: 'Not unique. Empty on create: a default name that is free.',
    example: 'Sprints',
  }),
  folder_id: fixed(Text({ max: 255 }), '', {
    about: 'The parent. Empty only on the root; changed by /move.',
    example: String(exampleIds.user),
  }),
  state: readonly(State, 'normal'),
  editors_can_share: secret(Bool, true),
};
export type Folder = Values<typeof fields>;

export const Folder = defineResource({
  name: 'Folder',
  version: 2,
  migrate: ({ copied_from: _, ...old }) => old,
  fields,
  indexes: {
    'folders-in': (folder) => folder.folder_id,
    'folders-named': (folder) => namedIn(folder.folder_id, folder.name),
    'home-of': (folder) => (isHome(folder.id) ? `user:${folder.id}` : undefined),
  },
  numbers: { 'folders-numbered': ({ folder_id, name }) => numberedIn(folder_id, name, fields.name.initial()) },
  cascades: { 'folders-in': 2, 'home-of': 2 },
  audit: audited<Folder>({
    noun: 'Folder',
    type: 'canvas_folder',
    // System folders are created, renamed and deleted with their user, whose own audit line says so
    silent: (folder) => isSystem(folder),
    changes: [replaced('name', () => 'Folder renamed'), replaced('folder_id', (to) => `Folder ${moved(to)}`)],
  }),
  collection: {
    path: '/canvas-folders',
    param: 'folder_id',
    scope: 'directory',
    ownIds: true,
    tag: {
      name: 'Folders',
      about:
        'The tree in which canvases stand. What is given on a folder holds for all below. The server makes the root, homes and trash folders.',
    },
    // The name of the root is empty
    answer: answerSchema('Folder', { ...fields, name: readonly(Text(), '', { example: fields.name.example }), ...derived }),
    verbs: {
      list: {
        who: 'signedInLicensed',
        operation: 'listFolders',
        summary: 'The root, and every folder on which the caller has view or better',
      },
      get: { who: 'viewFolder', summary: 'One folder' },
      create: {
        who: 'makeInFolder',
        summary: 'Creates a folder',
        about: 'In the folder `folder_id`, on which the caller needs edit; by default in the own home folder.',
        body: Schema.Object(newItem, { title: 'FolderCreate', examples: [{ name: 'Sprints' }] }),
        refusals: [404, 409],
      },
      update: {
        who: 'editFolder',
        summary: 'Renames a folder',
        body: Schema.Object(
          { name: optional(fields.name.type.accepts) },
          { title: 'FolderPatch', examples: [{ name: 'Finished sprints' }] },
        ),
      },
      delete: {
        who: 'ownFolder',
        summary: 'Deletes a folder for good, with all below',
        about: 'To move it to the own trash instead, use move with the folder_id `trash.<user id>`.',
      },
    },
  },
});

/** The home folder of user 1007 has the id `1007`. Other ids are UUIDs, which are never all digits. */
export const isHome = (id: string): boolean => /^\d+$/.test(id);
export const isTrash = (id: string): boolean => id.startsWith('trash.');
export const homeOf = (user: number): string => String(user);
export const trashOf = (user: number): string => `trash.${user}`;
export const isRoot = (folder: Pick<Folder, 'folder_id'>): boolean => folder.folder_id === '';

/** Root, homes and trash folders cannot be renamed, moved, copied or deleted (interface/canvases 3.1). */
export const isSystem = (folder: Pick<Folder, 'id' | 'folder_id'>): boolean =>
  isRoot(folder) || isHome(folder.id) || isTrash(folder.id);

export const folderIn = (folder_id: string, id: string, name: string): Folder => ({
  id,
  name,
  folder_id,
  state: 'normal',
  editors_can_share: true,
});

/** The one folder without a parent, made at first start with a UUID. It has no permission entries. */
export const rootFolder = (id: string): Folder => folderIn('', id, '');

/**
 * What is made with a user, in this order: the home folder, named like the user; its trash; and the user's ownership of the
 * home, which the trash inherits. The root must exist. A cascade deletes all of it with the user.
 */
export function homeFolders(user: { readonly id: number; readonly name: string }, view: View): HomeRecord[] {
  const root = view.by(Folder, 'folders-in', '')[0]!;
  const home = homeOf(user.id);
  return [
    { kind: Folder, record: folderIn(root.id, home, user.name) },
    { kind: Folder, record: folderIn(home, trashOf(user.id), 'Trash') },
    { kind: Grant, record: grantOf(home, userPrincipal(user.id), 'owner') },
  ];
}

interface HomeRecord {
  readonly kind: Kind;
  readonly record: Stored;
}
