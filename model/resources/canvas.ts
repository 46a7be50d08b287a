import { exampleIds } from '../example-ids.ts';
import { editable, fixed, readonly, secret, type Values } from '../field.ts';
import { type AuditLine, defineResource } from '../resource.ts';
import { Bool, Int, Name, OneOf, State, Text, Time, Uuid } from '../types.ts';
import { type LinkPermission, linkPermissions } from './permission.ts';
import { moveAction, namedIn, numberedIn } from './tree.ts';
import { userKey } from './user.ts';

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
  /** How often a PATCH changed the size of the root widget: so that event and audit line follow from this entry. */
  resizes: secret(Int(), 0),
  /** The canvas that it was copied from; `''`: it was created. */
  copied_from: secret(Text(), ''),
  /** The scope of the saved demo state: records of the canvas as they were, under their ids; `''` outside of demo mode. */
  saved: secret(Text(), ''),
  /** Who created or copied it; 0: made before that was kept. */
  created_by: secret(Int(), 0),
};
export type Canvas = Values<typeof fields>;

/**
 * The entry of a canvas in the directory; its content is the scope of the same id, which dies with the entry.
 * `modified_at`, `asset_size` and `preview_hash` are in the head of that scope, `access` and `in_trash` are derived.
 */
export const Canvas = defineResource({
  name: 'Canvas',
  version: 2,
  // The first version had one scope for all that was ever saved of a canvas, and did not keep who made it
  lift: (old) => ({ ...old, saved: old.mode === 'demo' ? `snapshot:${old.id}` : '', created_by: 0 }),
  ownScopes: ({ id, saved }) => (saved === '' ? [id] : [id, saved]),
  fields,
  indexes: {
    'canvases-in': (canvas) => canvas.folder_id,
    'canvases-named': (canvas) => namedIn(canvas.folder_id, canvas.name),
  },
  ranks: {
    'canvases-numbered': ({ folder_id, name }) => numberedIn(folder_id, name, fields.name.initial()),
    // To be counted
    'canvases-by': ({ created_by }) => (created_by === 0 ? undefined : [userKey(created_by), 0]),
  },
  cascades: { 'canvases-in': 1 },
  audit: auditCanvas,
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
  copied_from: '',
  saved: '',
  created_by,
});

function auditCanvas(before: Canvas | undefined, after: Canvas | undefined): AuditLine[] {
  const canvas = (after ?? before)!;
  const line = (action: string, details?: AuditLine['details']): AuditLine => canvasLine(canvas, action, details);
  if (!before) return [canvas.copied_from ? line('Canvas copied', { source: canvas.copied_from }) : line('Canvas created')];
  if (!after) return [line('Canvas deleted')];
  const changed = changedFields(before, after);
  const moved = { from: before.folder_id, to: after.folder_id };
  return [
    ...(changed.length > 0 ? [line('Canvas updated', { changed })] : []),
    ...(moved.from === moved.to ? [] : [line(moveAction('Canvas', moved.to), moved)]),
  ];
}

const changedFields = (before: Canvas, after: Canvas): string[] => [
  ...(['name', 'mode'] as const).filter((field) => before[field] !== after[field]),
  ...(before.resizes === after.resizes ? [] : ['size']),
];

export const canvasLine = (canvas: Canvas, action: string, details?: AuditLine['details']): AuditLine => ({
  action,
  target_type: 'canvas',
  target_id: canvas.id,
  target_name: canvas.name,
  ...(details && { details }),
});
