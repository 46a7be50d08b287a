import { audited, replaced, updatedFields } from '../audit.ts';
import { exampleIds } from '../example-ids.ts';
import { editable, type Fields, fixed, readonly, secret, type Values } from '../field.ts';
import { Schema } from '../json-schema.ts';
import { defineResource } from '../resource.ts';
import { answerSchema } from '../schemas.ts';
import { optional } from '../types/not-sent.ts';
import { Bool, Hash, Int, Name, OneOf, State, Text, Time, Uuid } from '../types.ts';
import { CanvasSize } from '../widgets/shared-canvas.ts';
import { userKey } from './accounts/user.ts';
import { type LinkPermission, linkPermissions } from './permission.ts';
import { moved, namedIn, numberedIn } from './tree.ts';
import { derived, newItem } from './tree-schemas.ts';

const fields = {
  id: readonly(Uuid, '', { example: exampleIds.canvas }),
  name: editable(Name, 'New canvas', {
    about: 'Not unique. Empty on create: a default name that is free.',
    example: 'Sprint wall',
  }),
  folder_id: fixed(Text({ max: 255 }), '', { about: 'The parent folder; changed by /move.', example: exampleIds.folder }),
  mode: editable(OneOf(['normal', 'demo']), 'normal', { about: 'Create ignores it.' }),
  state: readonly(State, 'normal'),
  created_at: readonly(Time, ''),
  editors_can_share: secret(Bool, true),
  link_permission: secret(OneOf(linkPermissions), 'none' as LinkPermission),
  /** How often a PATCH changed the size of the root widget: a change of this entry, so that its readers are told at once. */
  resizes: secret(Int(), 0),
  /** The scope of the saved demo state, which holds the records of the canvas under their ids; `''` outside of demo mode. */
  saved: secret(Text(), ''),
  /** The user who created or copied it; 0: made before this was recorded. */
  created_by: secret(Int(), 0),
};
export type Canvas = Values<typeof fields>;

/** Stored in the head of the canvas's scope. */
const head: Fields = {
  asset_size: readonly(Int({ min: 0 }), 0, { about: 'Bytes of the assets on the canvas, each counted once.' }),
  preview_hash: readonly(Hash, '', { about: 'Empty: there is no preview image.' }),
  modified_at: readonly(Time, '', { about: 'Last change of content; not of name, mode, place or permissions.' }),
};

const size = {
  width: optional(Schema.Number({ minimum: 1200 }), 'Short form of `size.width`'),
  height: optional(Schema.Number({ minimum: 800 }), 'Short form of `size.height`'),
  size: optional(CanvasSize.accepts),
};

/**
 * The entry of a canvas in the directory; its content is the scope of the same id, which dies with the entry.
 * `modified_at`, `asset_size` and `preview_hash` are in the head of that scope, `access` and `in_trash` are derived.
 */
export const Canvas = defineResource({
  name: 'Canvas',
  version: 3,
  migrate: ({ copied_from: _, ...old }, version) => (version === 1 ? { ...old, ...sinceVersion2(old) } : old),
  ownScopes: ({ id, saved }) => (saved === '' ? [id] : [id, saved]),
  fields,
  indexes: {
    'canvases-in': (canvas) => canvas.folder_id,
    'canvases-named': (canvas) => namedIn(canvas.folder_id, canvas.name),
  },
  numbers: {
    'canvases-numbered': ({ folder_id, name }) => numberedIn(folder_id, name, fields.name.initial()),
    // Only for counting
    'canvases-by': ({ created_by }) => (created_by === 0 ? undefined : [userKey(created_by), 0]),
  },
  cascades: { 'canvases-in': 1 },
  audit: audited<Canvas>({
    noun: 'Canvas',
    type: 'canvas',
    changes: [
      updatedFields('Canvas updated', { name: 'name', mode: 'mode', resizes: 'size' }),
      replaced('folder_id', (to) => `Canvas ${moved(to)}`),
    ],
  }),
  collection: {
    path: '/canvases',
    param: 'canvas_id',
    scope: 'directory',
    ownIds: true,
    tag: { name: 'Canvases', about: 'Canvases as a whole: name, place, size, demo state and preview.' },
    answer: answerSchema('Canvas', { ...fields, ...derived, ...head }),
    verbs: {
      list: {
        who: 'signedInLicensed',
        summary: 'Every canvas on which the caller has view or better by permission, not by link',
      },
      get: { who: 'viewCanvasOrLink', summary: 'One canvas' },
      create: {
        who: 'makeInFolder',
        summary: 'Creates a canvas',
        about:
          'In the folder `folder_id`, on which the caller needs edit; by default in the own home folder. At least 1200 × 800, 9600 × 5400 when no size is sent.',
        body: Schema.Object(
          { ...newItem, ...size },
          { title: 'CanvasCreate', examples: [{ name: 'Sprint wall', size: { width: 9600, height: 5400 } }] },
        ),
        refusals: [404, 409],
      },
      update: {
        who: 'editCanvas',
        summary: 'Changes name, mode or size of a canvas',
        about: 'With `mode` `demo` the present content becomes the saved state; back in `normal` that state is gone.',
        body: Schema.Object(
          { name: optional(fields.name.type.accepts), mode: optional(fields.mode.type.accepts), ...size },
          { title: 'CanvasPatch', examples: [{ name: 'Sprint wall 12', mode: 'demo' }] },
        ),
      },
      delete: {
        who: 'ownCanvas',
        summary: 'Deletes a canvas for good, trashed or not',
        about: 'To move it to the own trash instead, use move with the folder_id `trash.<user id>`.',
      },
    },
  },
});

/** Version 1 kept every demo state of a canvas in one scope, and did not record who made the canvas. */
const sinceVersion2 = ({ id, mode }: Record<string, unknown>) => ({
  saved: mode === 'demo' ? `snapshot:${id}` : '',
  created_by: 0,
});

/** The name of a scope for a saved demo state. @param id never used before. */
export const snapshotNamed = (id: string): string => `snapshot:${id}`;

export const canvasIn = (folder_id: string, id: string, name: string, created_at: string, created_by = 0): Canvas => ({
  id,
  name,
  folder_id,
  mode: 'normal',
  state: 'normal',
  created_at,
  editors_can_share: true,
  link_permission: 'none',
  resizes: 0,
  saved: '',
  created_by,
});
