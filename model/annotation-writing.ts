import type { Body } from './field.ts';
import type { Work, Writer } from './hooks.ts';
import { Annotation } from './resources/annotation.ts';
import { createRecord } from './writing.ts';

/** What a new annotation has besides its body. `id`: undefined for a new one. */
interface NewAnnotation {
  readonly parent_id: string;
  readonly id: string | undefined;
}

/**
 * Draws an annotation on a widget from a create body, and returns its id. 409 when the id is taken. Only an annotation that brings its id takes a
 * depth: it comes back to its place, while older clients send whatever depth they read.
 */
export const createAnnotation = ({ parent_id, id }: NewAnnotation, body: Body, writer: Writer): Work<string> =>
  id === undefined
    ? createRecord(Annotation, { ...body, depth: undefined }, writer, { parent_id })
    : createRecord(Annotation, body, writer, { parent_id, id });
