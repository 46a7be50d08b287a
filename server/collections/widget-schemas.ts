import Schema, { type TSchema } from 'typebox';
import { exampleIds } from '../../model/example-ids.ts';
import { answerSchema, createSchema, patchSchema } from '../../model/schemas.ts';
import { Point } from '../../model/types.ts';
import { type AnyWidget, patchOnly } from '../../model/widgets/common.ts';

export const widgetSchema = ({ name, fields }: AnyWidget): TSchema => answerSchema(name, fields);

export const widgetCreateSchema = ({ name, fields }: AnyWidget): TSchema => createSchema(name, fields);

/** The schema of a PATCH with `auto_raise`, which every type takes, though it does nothing for connectors. */
export const widgetPatchSchema = ({ name, fields }: AnyWidget): TSchema => patchSchema(name, { ...fields, ...patchOnly });

export const anyWidgetSchema = (definitions: readonly AnyWidget[]): TSchema =>
  Schema.Union(definitions.map(widgetSchema), { title: 'Widget' });

export const listOf = (schema: TSchema): TSchema => Schema.Array(schema);

/** The body of a create or of a clone (interface/widgets 14), never both: a clone need not have the fields of a create. */
export const orClone = (create: TSchema): TSchema =>
  Schema.Union([{ ...create, propertyNames: notOfClone } as TSchema, cloneSchema]);

/** Written without `not`, because viewers of the document take such a schema for one that nothing fits. */
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
