import type { Json } from './json.ts';

export interface BodySchema extends Json {
  readonly anyOf?: readonly BodySchema[];
  readonly properties?: Json;
  readonly required?: readonly string[];
  readonly title?: string;
  readonly description?: string;
}

/** An empty body counts as `{}`. A body is required where that would be refused. */
export const needsKeys = ({ anyOf, required = [] }: BodySchema): boolean =>
  anyOf ? anyOf.every(needsKeys) : required.length > 0;

/**
 * Alternatives of a body as one object: the first alternative, with the keys of all others. Tools that are made from the document
 * nest alternatives, and nobody can guess what to send. Keys that another alternative requires are sent together or not at all.
 * A body that must have keys keeps its alternatives, because the object would seem to allow an empty body.
 */
export function flat(body: BodySchema): BodySchema {
  const { anyOf = [] } = body;
  const [first, ...others] = anyOf;
  if (!first || needsKeys(body)) return body;
  const { required: _, ...shown } = first;
  return {
    ...shown,
    // Twice, so that the keys of the first alternative stand first and count
    properties: Object.assign({}, ...[...anyOf, first].map(({ properties }) => properties)),
    dependentRequired: Object.assign({}, ...others.map(together)),
    description: anyOf.flatMap(({ description = [] }) => description).join('. '),
  };
}

/** Each required key needs all others. */
const together = ({ required = [] }: BodySchema): Json =>
  Object.fromEntries(required.map((key) => [key, required.filter((other) => other !== key)]));
