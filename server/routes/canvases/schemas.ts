import Schema from 'typebox';
import { type Fields, readonly } from '../../../model/field.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { linkPermissions, permissions } from '../../../model/resources/permission.ts';
import { answerSchema } from '../../../model/schemas.ts';
import { Bool, Int, OneOf, Text } from '../../../model/types.ts';
import { CanvasSize } from '../../../model/widgets/shared-canvas.ts';
import type { BodyLimits } from '../../http/body-limits.ts';

const access = OneOf(permissions);
const derived: Fields = {
  access: readonly(access, 'none', { about: "The caller's; `none` only in a stream, when it was lost." }),
  in_trash: readonly(Bool, false, { about: 'Some folder above is a trash folder.' }),
};
const head: Fields = {
  asset_size: readonly(Int(), 0, { about: 'Bytes of the assets on the canvas, each counted once.' }),
  preview_hash: readonly(Text(), '', { about: 'Empty: there is no preview image.' }),
  modified_at: readonly(Text(), '', { about: 'Last change of content; not of name, mode, place or permissions.' }),
};

/** The eleven fields of a canvas in an answer (canvases contract 2.1). */
export const canvasSchema = answerSchema('Canvas', { ...Canvas.fields, ...derived, ...head });

/** The six fields of a folder; the name of the root is empty. */
export const folderSchema = answerSchema('Folder', { ...Folder.fields, name: readonly(Text(), ''), ...derived });

const optional = (schema: Schema.TSchema, about?: string) =>
  Schema.Optional(Schema.Union([schema, Schema.Null()], about ? { description: about } : {}));

export const newFolderSchema = Schema.Object({ name: optional(Schema.String()), folder_id: optional(Schema.String()) });

const size = {
  width: optional(Schema.Number({ minimum: 1200 })),
  height: optional(Schema.Number({ minimum: 800 })),
  size: optional(CanvasSize.accepts),
};

export const newCanvasSchema = Schema.Object({ ...newFolderSchema.properties, ...size });

export const folderPatchSchema = Schema.Object({ name: optional(Folder.fields.name.type.accepts) });

export const canvasPatchSchema = Schema.Object({
  name: optional(Canvas.fields.name.type.accepts),
  mode: optional(Canvas.fields.mode.type.accepts),
  ...size,
});

export const moveSchema = Schema.Object({
  folder_id: Schema.String({ minLength: 1, description: 'The destination' }),
  conflicts: optional(
    Schema.Enum(['', 'skip', 'cancel', 'replace']),
    'Where the name is taken: `skip`, the default, and `cancel` answer the source unchanged; `replace` deletes what has it',
  ),
});

export const copySchema = Schema.Object({
  ...moveSchema.properties,
  name: optional(
    Schema.String(),
    'Name of the copy; when not sent that of the source, in its own folder with the lowest free number',
  ),
});

const entry = Schema.Object({ id: Schema.Integer(), permission: access.schema, inherited: optional(Schema.Boolean()) });
const shownEntry = Schema.Object({ id: Schema.Integer(), inherited: Schema.Boolean(), permission: access.schema });

export const sharingSchema = Schema.Object({
  editors_can_share: optional(Schema.Boolean()),
  link_permission: optional(Schema.String({ pattern: '^([nN][oO][nN][eE]|[vV][iI][eE][wW]|[eE][dD][iI][tT]|)$' })),
  users: optional(Schema.Array(entry)),
  groups: optional(Schema.Array(entry)),
});

/** An entry of three keys for each of many thousand users; each more would take too long to parse. */
export const sharingLimits: Partial<BodyLimits> = { bytes: 4 * 1024 * 1024, keys: 50_000 };

/** `link_permission` is absent on folders. */
export const permissionsSchema = Schema.Object(
  {
    editors_can_share: Schema.Boolean(),
    link_permission: Schema.Optional(Schema.Enum([...linkPermissions])),
    state: Schema.Enum(['normal', 'deleted']),
    users: Schema.Array(shownEntry),
    groups: Schema.Array(shownEntry),
  },
  { title: 'Permissions' },
);
