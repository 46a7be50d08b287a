import Schema, { type TSchema } from 'typebox';
import { answerSchema, createSchema, patchSchema } from '../../model/schemas.ts';
import { type AnyWidget, patchOnly } from '../../model/widgets/common.ts';

export const widgetSchema = ({ name, fields }: AnyWidget): TSchema => answerSchema(name, fields);

export const widgetCreateSchema = ({ name, fields }: AnyWidget): TSchema => createSchema(name, fields);

/** With `auto_raise`, which every type takes and connectors take without effect. */
export const widgetPatchSchema = ({ name, fields }: AnyWidget): TSchema => patchSchema(name, { ...fields, ...patchOnly });

export const anyWidgetSchema = (definitions: readonly AnyWidget[]): TSchema => Schema.Union(definitions.map(widgetSchema));

export const listOf = (schema: TSchema): TSchema => Schema.Array(schema);
