import type { FormShape, Route } from '../routing/route.ts';
import type { Components } from './components.ts';
import { exampleOf, examplesOf } from './example.ts';
import { type BodySchema, flat, needsKeys } from './flat.ts';
import type { Json } from './json.ts';

/** The form comes first, if there is one, because code generators take the first. */
export function requestBodyOf({ body, multipart }: Route, components: Components): Json {
  const form = multipart === 'undescribed' ? undefined : multipart;
  if (!body && !form) return {};
  const content = {
    ...(form && { 'multipart/form-data': formContent(form, components) }),
    ...(body && {
      'application/json': { schema: components.schemas.refer(flat(body as BodySchema)), ...exampleOf(body as Json) },
    }),
  };
  return { requestBody: { required: !!form || needsKeys(body as BodySchema), content } };
}

/** Pages let people choose the file, whatever the example says of `data`. */
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
  example: { ...(data === 'always' && { data: 'the bytes of the file' }), json: examplesOf(json as Json)[0] ?? {} },
});
