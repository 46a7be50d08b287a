import { exampleIds } from '../../model/example-ids.ts';
import { Schema, type SchemaKeys } from '../../model/json-schema.ts';
import { linkPermissions, permissions } from '../../model/resources/permission.ts';
import { optional } from '../../model/types/not-sent.ts';
import { OneOf } from '../../model/types.ts';
import type { BodyLimits } from '../http/routing/body-limits.ts';

const move = {
  folder_id: Schema.String({ minLength: 1, description: 'The destination' }),
  conflicts: optional(
    Schema.Enum(['', 'skip', 'cancel', 'replace']),
    'Where the name is taken: `skip`, the default, and `cancel` answer the source unchanged; `replace` deletes what has it',
  ),
};
export const moveSchema = Schema.Object(move, {
  title: 'Move',
  examples: [{ folder_id: exampleIds.destination, conflicts: 'replace' }],
});

export const copySchema = Schema.Object(
  {
    ...move,
    folder_id: optional(move.folder_id, 'The destination; when not sent the folder that the canvas is in'),
    name: optional(
      Schema.String(),
      'Name of the copy; when not sent that of the source, in its own folder with the lowest free number',
    ),
  },
  { title: 'Copy', examples: [{ folder_id: exampleIds.destination, name: 'Sprint wall 13' }] },
);

export const moveRules =
  'The caller needs edit on the destination. With `conflicts` `skip` a name that is taken there changes nothing, and the answer is the source as it was.';
export const copyRules = `${moveRules} In its own folder a canvas is always duplicated. The caller is the owner of the copy; permissions are not copied.`;

const permission = OneOf(permissions).schema;
const entry = Schema.Object(
  { id: Schema.Integer({ minimum: 0 }), permission, inherited: optional(Schema.Boolean()) },
  { title: 'PermissionEntry', examples: [{ id: exampleIds.user, permission: 'edit' }] },
);
const shownEntry = Schema.Object(
  { id: Schema.Integer({ minimum: 0 }), inherited: Schema.Boolean(), permission },
  { title: 'Permission', examples: [{ id: exampleIds.user, inherited: false, permission: 'edit' }] },
);

const sharing = {
  editors_can_share: optional(Schema.Boolean(), 'Whether who has edit may share, too'),
  users: optional(Schema.Array(entry)),
  groups: optional(Schema.Array(entry)),
};
const linkWord = '^([nN][oO][nN][eE]|[vV][iI][eE][wW]|[eE][dD][iI][tT]|)$';
const link = { link_permission: optional(Schema.String({ pattern: linkWord }), '`none`, `view` or `edit`, in any letter case') };
const users = [{ id: exampleIds.user, permission: 'edit' }];

/** Room for the entries of many thousand users, with three keys each. Parsing more would take too long. */
export const sharingLimits: Partial<BodyLimits> = { bytes: 4 * 1024 * 1024, keys: 50_000 };

/** The body of a POST for a folder, which has no link. */
export const folderSharingSchema = Schema.Object(sharing, { title: 'FolderSharing', examples: [{ users }] });
export const sharingSchema = Schema.Object(
  { ...sharing, ...link },
  { title: 'CanvasSharing', examples: [{ users, link_permission: 'view' }] },
);

export const sharingRules =
  'Users and groups that are not named keep what they have, so posting what GET answered changes nothing. `none` takes an entry away, or bars from what is inherited. Who has edit may neither make nor change owners. 409 when nobody would be owner.';

const shown = (more: SchemaKeys) => ({
  editors_can_share: Schema.Boolean(),
  ...more,
  state: Schema.Enum(['normal', 'deleted']),
  users: Schema.Array(shownEntry),
  groups: Schema.Array(shownEntry),
});
export const folderPermissionsSchema = Schema.Object(shown({}), { title: 'FolderPermissions' });
export const permissionsSchema = Schema.Object(shown({ link_permission: Schema.Enum([...linkPermissions]) }), {
  title: 'CanvasPermissions',
});
