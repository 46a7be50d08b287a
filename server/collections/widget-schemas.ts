import { exampleIds } from '../../model/example-ids.ts';
import { type JsonSchema, Schema } from '../../model/json-schema.ts';
import { answerSchema, createSchema, patchSchema, withKeys } from '../../model/schemas.ts';
import { Point } from '../../model/types.ts';
import { type AnyWidget, patchOnly, placed } from '../../model/widgets/common.ts';

export const widgetSchema = ({ name, fields }: AnyWidget): JsonSchema => answerSchema(name, fields);

export const widgetCreateSchema = ({ name, fields }: AnyWidget): JsonSchema => createSchema(name, fields);

export const anyWidgetSchema = (definitions: readonly AnyWidget[]): JsonSchema =>
  Schema.Union(definitions.map(widgetSchema), { title: 'Widget' });

export const listOf = (schema: JsonSchema): JsonSchema => Schema.Array(schema);

/** The fields that most types have; what a type has besides is in the body of its collection. */
const common = placed({ width: 300, height: 300 }, true);

/** The body of a create that names the type. */
export const widgetBody = (definitions: readonly AnyWidget[]): JsonSchema =>
  withKeys(
    createSchema('Widget', common),
    {
      widget_type: Schema.String({
        description: `In any letter case: ${writable(definitions)
          .map(({ name }) => `\`${name}\``)
          .join(', ')}`,
        examples: ['Note'],
      }),
    },
    'WidgetCreate',
  );

/** The body of a PATCH of any type. */
export const widgetPatch: JsonSchema = patchSchema('Widget', { ...common, ...patchOnly });

/** The types that clients write. */
export const writable = (definitions: readonly AnyWidget[]): AnyWidget[] => definitions.filter(({ widget }) => !widget.partOnly);

/** The body of a create or of a clone (interface/widgets 14): a clone need not have the fields of a create. */
export const orClone = (create: JsonSchema): JsonSchema => Schema.Union([create, cloneSchema]);

const cloneSchema = Schema.Object(
  {
    source_canvas_id: Schema.String({ format: 'uuid', description: 'The caller needs view on it; may be the same canvas' }),
    source_widget_id: Schema.String({ format: 'uuid', description: 'A widget of the type of the collection' }),
    location: Schema.Optional(Point().patches!),
  },
  {
    title: 'WidgetClone',
    description:
      'A new widget; or, with `source_canvas_id` and `source_widget_id`, a clone of that widget, for which of all other keys only `location` counts',
    examples: [
      {
        source_canvas_id: exampleIds.canvas,
        source_widget_id: exampleIds.widget,
        location: { x: 800, y: 300 },
      },
    ],
  },
);
