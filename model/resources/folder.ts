import { exampleIds } from '../example-ids.ts';
import { editable, fixed, readonly, secret, type Values } from '../field.ts';
import type { View } from '../hooks.ts';
import { type AuditLine, defineResource, type Kind, type Stored } from '../resource.ts';
import { Bool, Name, State, Text } from '../types.ts';
import { Grant, grantOf, userPrincipal } from './grant.ts';
import { moveAction, namedIn, numberedIn } from './tree.ts';

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
  /** The folder that it was copied from; `''`: it was created. */
  copied_from: secret(Text(), ''),
};
export type Folder = Values<typeof fields>;

export const Folder = defineResource({
  name: 'Folder',
  fields,
  indexes: {
    'folders-in': (folder) => folder.folder_id,
    'folders-named': (folder) => namedIn(folder.folder_id, folder.name),
    'home-of': (folder) => (isHome(folder.id) ? `user:${folder.id}` : undefined),
  },
  ranks: { 'folders-numbered': ({ folder_id, name }) => numberedIn(folder_id, name, fields.name.initial()) },
  cascades: { 'folders-in': 2, 'home-of': 2 },
  audit: auditFolder,
});

/** The home folder of user 1007 is `1007`. Other ids are UUIDs and never all digits. */
export const isHome = (id: string): boolean => /^\d+$/.test(id);
export const isTrash = (id: string): boolean => id.startsWith('trash.');
export const homeOf = (user: number): string => String(user);
export const trashOf = (user: number): string => `trash.${user}`;
export const isRoot = (folder: Pick<Folder, 'folder_id'>): boolean => folder.folder_id === '';

/** Root, homes and trash folders cannot be renamed, moved, copied or deleted (canvases contract 3.1). */
export const isSystem = (folder: Pick<Folder, 'id' | 'folder_id'>): boolean =>
  isRoot(folder) || isHome(folder.id) || isTrash(folder.id);

export const folderIn = (folder_id: string, id: string, name: string): Folder => ({
  id,
  name,
  folder_id,
  state: 'normal',
  editors_can_share: true,
  copied_from: '',
});

/** The one folder without a parent, made at first start with a UUID; it has no permission entries. */
export const rootFolder = (id: string): Folder => folderIn('', id, '');

/**
 * What is made with a user, in this order: the home named like the user, its trash, and the user's ownership
 * of the home, which the trash inherits. The root must be there. All of it goes with the user by cascade.
 */
export function homeFolders(user: { readonly id: number; readonly name: string }, view: View): Made[] {
  const root = view.by(Folder, 'folders-in', '')[0]!;
  const home = homeOf(user.id);
  return [
    { kind: Folder, record: folderIn(root.id, home, user.name) },
    { kind: Folder, record: folderIn(home, trashOf(user.id), 'Trash') },
    { kind: Grant, record: grantOf(home, userPrincipal(user.id), 'owner') },
  ];
}

interface Made {
  readonly kind: Kind;
  readonly record: Stored;
}

/** System folders come, change their name and go with their user, whose own entry says so. */
function auditFolder(before: Folder | undefined, after: Folder | undefined): AuditLine[] {
  const folder = (after ?? before)!;
  if (isSystem(folder)) return [];
  const line = (action: string, details?: AuditLine['details']): AuditLine => folderLine(folder, action, details);
  if (!before) return [folder.copied_from ? line('Folder copied', { source: folder.copied_from }) : line('Folder created')];
  if (!after) return [line('Folder deleted')];
  const moved = { from: before.folder_id, to: after.folder_id };
  return [
    ...(before.name === after.name ? [] : [line('Folder renamed', { from: before.name, to: after.name })]),
    ...(moved.from === moved.to ? [] : [line(moveAction('Folder', moved.to), moved)]),
  ];
}

export const folderLine = (folder: Folder, action: string, details?: AuditLine['details']): AuditLine => ({
  action,
  target_type: 'canvas_folder',
  target_id: folder.id,
  target_name: folder.name,
  ...(details && { details }),
});
