import Schema, { type TSchema } from 'typebox';
import { answerSchema, createSchema, patchSchema } from '../../model/schemas.ts';
import { Point } from '../../model/types.ts';
import { type AnyWidget, patchOnly } from '../../model/widgets/common.ts';

export const widgetSchema = ({ name, fields }: AnyWidget): TSchema => answerSchema(name, fields);

export const widgetCreateSchema = ({ name, fields }: AnyWidget): TSchema => createSchema(name, fields);

/** With `auto_raise`, which every type takes and connectors take without effect. */
export const widgetPatchSchema = ({ name, fields }: AnyWidget): TSchema => patchSchema(name, { ...fields, ...patchOnly });

export const anyWidgetSchema = (definitions: readonly AnyWidget[]): TSchema => Schema.Union(definitions.map(widgetSchema));

export const listOf = (schema: TSchema): TSchema => Schema.Array(schema);

/** A create, or what makes a clone instead (widgets contract 14). */
export const orClone = (create: TSchema): TSchema => Schema.Union([create, cloneSchema]);

export const cloneSchema = Schema.Object(
  { source_canvas_id: Schema.String(), source_widget_id: Schema.String(), location: Schema.Optional(Point().patches!) },
  { title: 'WidgetClone' },
);
