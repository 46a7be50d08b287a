import Schema, { type TSchema } from 'typebox';
import { exampleIds } from '../../model/example-ids.ts';
import { answerSchema, createSchema, patchSchema } from '../../model/schemas.ts';
import { Point } from '../../model/types.ts';
import { type AnyWidget, patchOnly } from '../../model/widgets/common.ts';

export const widgetSchema = ({ name, fields }: AnyWidget): TSchema => answerSchema(name, fields);

export const widgetCreateSchema = ({ name, fields }: AnyWidget): TSchema => createSchema(name, fields);

/** With `auto_raise`, which every type takes and connectors take without effect. */
export const widgetPatchSchema = ({ name, fields }: AnyWidget): TSchema => patchSchema(name, { ...fields, ...patchOnly });

export const anyWidgetSchema = (definitions: readonly AnyWidget[]): TSchema =>
  Schema.Union(definitions.map(widgetSchema), { title: 'Widget' });

export const listOf = (schema: TSchema): TSchema => Schema.Array(schema);

/** A create, or what makes a clone instead (interface/widgets 14): never both, so that nothing is asked of one that the other needs. */
export const orClone = (create: TSchema): TSchema =>
  Schema.Union([{ ...create, propertyNames: notOfClone } as TSchema, cloneSchema]);

/** Viewers take a schema with `not` for one that nothing fits. */
const notOfClone = { pattern: '^(?!source_widget_id$)' };

export const cloneSchema = Schema.Object(
  {
    source_canvas_id: Schema.String({ format: 'uuid', description: 'The caller needs view on it; may be the same canvas' }),
    source_widget_id: Schema.String({ format: 'uuid' }),
    location: Schema.Optional(Point().patches!),
  },
  {
    title: 'WidgetClone',
    examples: [
      {
        source_canvas_id: exampleIds.canvas,
        source_widget_id: exampleIds.widget,
        location: { x: 800, y: 300 },
      },
    ],
  },
);
