import type { FormShape, Route } from '../route.ts';
import type { Components } from './components.ts';
import { exampleOf, examplesOf } from './example.ts';
import type { Json } from './json.ts';

/** The form comes first, if there is one, because code generators take the first. */
export function requestBodyOf({ body, multipart }: Route, components: Components): Json {
  const form = multipart === 'undescribed' ? undefined : multipart;
  if (!body && !form) return {};
  const content = {
    ...(form && { 'multipart/form-data': formContent(form, components) }),
    ...(body && { 'application/json': { schema: components.schemas.refer(body), ...exampleOf(body as Json) } }),
  };
  return { requestBody: { required: !!form || needsKeys(body as Schema), content } };
}

const formContent = ({ data, json }: FormShape, components: Components): Json => ({
  schema: {
    type: 'object',
    properties: {
      data: { type: 'string', format: 'binary', description: 'The file' },
      json: { ...(components.schemas.refer(json) as Json), examples: examplesOf(json as Json) },
    },
    required: data === 'always' ? ['data'] : [],
  },
  encoding: { json: { contentType: 'application/json' } },
});

interface Schema extends Json {
  readonly anyOf?: readonly Schema[];
  readonly required?: readonly string[];
}

/** An empty body counts as `{}`. A body is required where that would be refused. */
const needsKeys = ({ anyOf, required = [] }: Schema): boolean => (anyOf ? anyOf.every(needsKeys) : required.length > 0);
