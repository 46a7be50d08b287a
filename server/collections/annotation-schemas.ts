import Schema, { type TSchema } from 'typebox';
import { Annotation } from '../../model/resources/annotation.ts';
import { answerSchema, createSchema, patchSchema } from '../../model/schemas.ts';
import { WidgetId } from '../../model/types.ts';
import type { AnyWidget } from '../../model/widgets/common.ts';
import { anyWidgetSchema } from './widget-schemas.ts';

type Properties = Record<string, TSchema>;

const { properties } = answerSchema(Annotation.name, Annotation.fields) as TSchema & { readonly properties: Properties };

/** Answers hold `page` only when it was set. */
const answered: Properties = { ...properties, page: Schema.Optional(properties.page!) };
const { state: _, ...withoutState } = answered;

export const annotationSchema: TSchema = Schema.Object(answered, { title: 'Annotation' });
export const annotationCreateSchema: TSchema = createSchema(Annotation.name, Annotation.fields);
export const annotationPatchSchema: TSchema = patchSchema(Annotation.name, Annotation.fields);

/** An element of `annotations` of a widget. */
const partSchema: TSchema = Schema.Object(withoutState, { title: 'AnnotationOfWidget' });

/** A stroke as an element beside the widgets of a stream. */
const elementSchema: TSchema = Schema.Object(
  { widget_type: Schema.Literal('Annotation'), ...answered, parent_id: WidgetId.schema },
  { title: 'AnnotationInStream' },
);

/** A widget of any type, with `annotations` when they were asked for. */
export const annotatedWidgetSchema = (definitions: readonly AnyWidget[]): TSchema =>
  Schema.Intersect(
    [
      anyWidgetSchema(definitions),
      Schema.Object({
        annotations: Schema.Optional(Schema.Array(partSchema, { description: 'Only with `annotations` in the query' })),
      }),
    ],
    { title: 'AnnotatedWidget' },
  );

/** An element of a message of the stream of all widgets: a widget or, with `annotations` in the query, a stroke. */
export const streamedWidgetSchema = (definitions: readonly AnyWidget[]): TSchema =>
  Schema.Union([annotatedWidgetSchema(definitions), elementSchema], { title: 'StreamedWidget' });

export const pointsQuery = {
  points: Schema.Enum(['b64', 'json'], { description: 'How `points` are answered; `b64` when not sent' }),
};

export const annotationsQuery = {
  annotations: Schema.Boolean({ description: 'Adds the strokes of each widget' }),
  ...pointsQuery,
};
