import { type JsonSchema, Schema } from '../../../model/json-schema.ts';
import { Annotation } from '../../../model/resources/annotation.ts';
import { answerSchema } from '../../../model/schemas.ts';
import { WidgetId } from '../../../model/types.ts';
import type { AnyWidget } from '../../../model/widgets/common.ts';
import { anyWidgetSchema } from '../widget-schemas.ts';

type Properties = Record<string, JsonSchema>;

const { properties: answered } = answerSchema(Annotation.name, Annotation.fields) as JsonSchema & {
  readonly properties: Properties;
};
const { state: _, ...withoutState } = answered;

/** An element of `annotations` of a widget. */
const partSchema: JsonSchema = Schema.Object(withoutState, { title: 'AnnotationOfWidget' });

/** An annotation as an element beside the widgets of a stream. */
const elementSchema: JsonSchema = Schema.Object(
  { widget_type: Schema.Literal('Annotation'), ...answered, parent_id: WidgetId.schema },
  { title: 'AnnotationInStream' },
);

/** A widget of any type, with `annotations` when they were asked for. */
export const annotatedWidgetSchema = (definitions: readonly AnyWidget[]): JsonSchema =>
  Schema.Intersect(
    [
      anyWidgetSchema(definitions),
      Schema.Object({
        annotations: Schema.Optional(Schema.Array(partSchema, { description: 'Only with `annotations` in the query' })),
      }),
    ],
    { title: 'AnnotatedWidget' },
  );

/** An element of the list of all widgets: a widget or, in messages of its stream and with `elements` in the query, an annotation. */
export const streamedWidgetSchema = (definitions: readonly AnyWidget[]): JsonSchema =>
  Schema.Union([annotatedWidgetSchema(definitions), elementSchema], { title: 'StreamedWidget' });

export const pointsQuery = {
  points: Schema.Enum(['b64', 'json'], { description: 'How `points` are answered; `b64` when not sent' }),
};

export const annotationsQuery = {
  annotations: Schema.Boolean({ description: 'Adds the strokes of each widget' }),
  ...pointsQuery,
};

export const elementsQuery = {
  elements: Schema.Boolean({
    description:
      'With `annotations`: the strokes are elements of their own after all widgets, as in later messages of the stream',
  }),
};
