import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { exampleIds } from '../../../model/example-ids.ts';
import { type JsonSchema, Schema } from '../../../model/json-schema.ts';
import { orNull } from '../../../model/types/not-sent.ts';
import { administrator, anyone, described, linked, signedIn } from '../../../test/http/dummy-server.ts';
import type { Source } from '../../changes/source.ts';
import { endpointsText } from '../pages/endpoints-text.ts';
import type { Route } from '../routing/route.ts';
import { openApiDocument, openApiText } from './document.ts';

const Place = Schema.Object({ x: Schema.Number({ examples: [40] }) }, { title: 'Place' });
const Note = Schema.Object({ id: Schema.String(), kind: Schema.Enum(['Note']), place: Place }, { title: 'Note' });
const Image = Schema.Object({ id: Schema.String(), kind: Schema.Enum(['Image']) }, { title: 'Image' });
const handle = (): string => '{}';
const watch = (): Source => undefined as never;
const notes = { name: 'Notes', about: 'Coloured rectangles.' };
const routes: Route[] = [
  {
    ...described,
    method: 'PATCH',
    path: '/canvases/:canvas_id/notes/:widget_id',
    operation: 'updateNote',
    tag: notes,
    about: 'Only what is sent.',
    access: { ...signedIn, licensed: true },
    handle,
    body: Schema.Object({ place: Schema.Optional(orNull(Place, 'Where it is')), parent: Schema.Optional(nullable()) }),
    answer: Note,
    refusals: [409],
  },
  {
    ...described,
    method: 'GET',
    path: '/canvases/:canvas_id/notes',
    operation: 'listNotes',
    tag: notes,
    access: linked,
    watch,
    answer: Schema.Array(Note),
    query: { annotations: Schema.Boolean() },
  },
  {
    ...described,
    method: 'GET',
    path: '/canvases/:canvas_id/notes/:widget_id',
    operation: 'getNote',
    tag: notes,
    access: linked,
    watch,
    answer: Note,
  },
  {
    ...described,
    method: 'DELETE',
    path: '/canvases/:canvas_id/notes/:widget_id',
    operation: 'deleteNote',
    tag: notes,
    access: administrator,
    handle,
    answer: 'empty',
  },
  {
    ...described,
    method: 'POST',
    path: '/users/login',
    operation: 'login',
    access: anyone,
    handle,
    body: Schema.Object({ email: Schema.String() }, { title: 'Login' }),
  },
];
// biome-ignore lint/suspicious/noExplicitAny: tests read a document at many places
type Json = any;

function nullable() {
  return Schema.Union([Schema.String(), Schema.Null()]);
}

const documentOf = (...more: Partial<Route>[]): Json =>
  openApiDocument([
    ...routes,
    ...more.map((one) => ({ ...described, method: 'GET', access: signedIn, handle, ...one }) as Route),
  ]);
const document = documentOf();
const operation = (path: string, method: string, of = document) => of.paths[path][method];
const item = '/canvases/{canvas_id}/notes/{widget_id}';

describe('the API document', () => {
  it('has every route once, sorted', () => {
    expect(Object.keys(document.paths)).toEqual(['/canvases/{canvas_id}/notes', item, '/users/login']);
    expect(Object.keys(document.paths[item])).toEqual(['get', 'patch', 'delete']);
  });

  it('has the groups of the routes in the order of the table, each with a description', () => {
    expect(document.tags).toEqual([
      { name: 'Notes', description: 'Coloured rectangles.' },
      { name: 'Things', description: 'What there is.' },
    ]);
    expect(operation(item, 'get').tags).toEqual(['Notes']);
  });

  it('is the same text for the same routes in any order, except for the order of the groups', () => {
    const { tags: _, ...rest } = openApiDocument([...routes].reverse()) as Json;
    const { tags: __, ...same } = document;
    expect(JSON.stringify(rest)).toBe(JSON.stringify(same));
    expect(openApiText(routes)).toMatch(/\}\n$/);
  });

  it('has the refusals that can occur, each with its meaning', () => {
    const refusals = (path: string, method: string) => Object.keys(operation(path, method).responses).join(' ');
    expect(refusals('/users/login', 'post')).toBe('200 400 408 413 429 431 500 503');
    expect(refusals('/canvases/{canvas_id}/notes', 'get')).toBe('200 400 401 403 404 429 431 500 503');
    expect(refusals(item, 'patch')).toBe('200 400 401 402 403 404 408 409 413 429 431 500 503');
    const { responses } = document.components;
    expect(Object.keys(responses.Unavailable.headers)).toEqual(['X-Request-ID', 'Retry-After']);
    expect(responses.Unavailable.content['application/json'].example).toEqual({ msg: 'Service temporarily unavailable' });
    expect(Object.keys(responses.MethodNotAllowed.headers)).toEqual(['X-Request-ID', 'Allow']);
    expect(() => documentOf({ path: '/tea', operation: 'tea', refusals: [418] })).toThrow('418');
  });

  it('says which token is needed', () => {
    const token = [{ 'Private-Token': [] }, { Bearer: [] }];
    expect(operation('/users/login', 'post').security).toEqual([]);
    expect(operation('/canvases/{canvas_id}/notes', 'get').security).toEqual([...token, { Session: [] }, {}]);
    expect(operation(item, 'delete').security).toEqual([...token, { Session: [] }]);
    const noCookie = documentOf({ path: '/file', operation: 'getFile', cookie: false });
    expect(operation('/file', 'get', noCookie).security).toEqual(token);
  });

  it('says in words what is special, and who may', () => {
    expect(operation(item, 'patch').description).toBe('Only what is sent.\n\n**Who may:** required.');
    expect(operation(item, 'get').description).toContain('**Live:**');
  });

  it('knows what stands in a path, in a header and in a query', () => {
    const file = documentOf({ path: '/files/:hash/:other', operation: 'getFile', headerParams: { canvas_id: 'canvas-id' } });
    const { parameters } = file.components;
    expect(parameters.canvas_id).toMatchObject({ in: 'path', required: true, schema: { type: 'string', format: 'uuid' } });
    expect(parameters['canvas-id']).toMatchObject({ in: 'header', required: true, schema: { format: 'uuid' } });
    expect(parameters.other).toEqual({ name: 'other', in: 'path', required: true, schema: { type: 'string' } });
    expect(parameters.annotations).toEqual({ name: 'annotations', in: 'query', schema: { type: 'boolean' } });
  });

  it('says of the id of a resource what its definition says', () => {
    const { parameters } = documentOf({ path: '/canvas-folders/:folder_id', operation: 'getFolder' }).components;
    expect(parameters.folder_id.description).toMatch(/^Id of the folder\. A UUID; /);
    expect(parameters.folder_id.example).toBe(exampleIds.folder);
    const ofWorkspace = documentOf({ path: '/clients/:client_id/workspaces/:index', operation: 'getWorkspace' }).components;
    expect(ofWorkspace.parameters.index).toMatchObject({ schema: { type: 'integer' }, example: 0 });
  });

  it('gives a number to the second of two parameters that have one name and are not the same', () => {
    const query = { annotations: Schema.Boolean({ description: 'Another' }) };
    const two = documentOf({ path: '/a', operation: 'a', query }, { path: '/b', operation: 'b', query });
    expect(two.components.parameters).toMatchObject({ annotations: {}, annotations2: {} });
    expect(operation('/a', 'get', two).parameters).toEqual(operation('/b', 'get', two).parameters);
    expect(two.components.parameters.annotations3).toBeUndefined();
  });

  it('describes streams by their parameters, and by their messages under a type of their own', () => {
    const names = (path: string) => operation(path, 'get').parameters.map(({ $ref }: Json) => $ref.split('/').at(-1));
    expect(names('/canvases/{canvas_id}/notes')).toEqual([
      'canvas_id',
      'If-None-Match',
      'annotations',
      'subscribe',
      'changes',
      'from',
    ]);
    expect(names(item)).toEqual(['canvas_id', 'widget_id', 'If-None-Match', 'subscribe']);
    const { content } = operation('/canvases/{canvas_id}/notes', 'get').responses[200];
    expect(content['application/x-ndjson']).toEqual(content['application/json']);
    const more = documentOf({
      path: '/x',
      operation: 'x',
      watch,
      answer: Schema.Array(Note),
      message: Schema.Array(Schema.Union([Note, Image])),
    });
    const { content: streamed } = operation('/x', 'get', more).responses[200];
    expect(streamed['application/json'].schema.items).toEqual({ $ref: '#/components/schemas/Note' });
    expect(streamed['application/x-ndjson'].schema.items.oneOf).toHaveLength(2);
  });

  it('demands a body where an empty one is refused', () => {
    expect(operation('/users/login', 'post').requestBody.required).toBe(true);
    expect(operation(item, 'patch').requestBody.required).toBe(false);
    const either = Schema.Union([Schema.Object({ a: Schema.String() }), Schema.Object({})]);
    expect(
      operation('/x', 'post', documentOf({ path: '/x', operation: 'x', method: 'POST', body: either })).requestBody.required,
    ).toBe(false);
  });

  it('has one object for the alternatives of a body that may be empty, and says which keys are sent together', () => {
    const create = Schema.Object({ x: Schema.Optional(Schema.Integer()) }, { title: 'ThingCreate' });
    const ids = { from: Schema.String(), to: Schema.String(), x: Schema.Optional(Schema.String()) };
    const clone = Schema.Object(ids, { title: 'ThingClone', description: 'A thing, or a clone' });
    const post = (body: JsonSchema) => documentOf({ path: '/x', operation: 'x', method: 'POST', body });
    const flat = post(Schema.Union([create, clone]));
    const { content, required } = operation('/x', 'post', flat).requestBody;
    expect([required, content['application/json'].schema]).toEqual([false, { $ref: '#/components/schemas/ThingCreate' }]);
    expect(flat.components.schemas.ThingCreate).toEqual({
      type: 'object',
      title: 'ThingCreate',
      description: 'A thing, or a clone',
      properties: { x: { type: 'integer' }, from: { type: 'string' }, to: { type: 'string' } },
      dependentRequired: { from: ['to'], to: ['from'] },
    });
    expect(Object.keys(content['application/json'].examples)).toEqual(['ThingCreate', 'ThingClone']);
    const needed = operation('/x', 'post', post(Schema.Union([clone, clone]))).requestBody;
    expect([needed.required, needed.content['application/json'].schema.oneOf.length]).toEqual([true, 2]);
  });

  it('has the form of an upload before its JSON, with a file in it', () => {
    const upload = documentOf({
      path: '/x',
      operation: 'x',
      method: 'POST',
      multipart: { data: 'always', json: Note },
      body: Image,
    });
    const { required, content } = operation('/x', 'post', upload).requestBody;
    expect([required, ...Object.keys(content)]).toEqual([true, 'multipart/form-data', 'application/json']);
    expect(content['multipart/form-data'].schema).toMatchObject({
      properties: { data: { type: 'string', format: 'binary' }, json: { $ref: '#/components/schemas/Note' } },
      required: ['data'],
    });
    const hidden = documentOf({ path: '/x', operation: 'x', method: 'POST', multipart: 'undescribed', body: Image });
    expect(Object.keys(operation('/x', 'post', hidden).requestBody.content)).toEqual(['application/json']);
  });

  it('describes files by their type and the headers that come with them', () => {
    const file = documentOf({ path: '/x', operation: 'x', answer: 'file', mediaType: 'image/png' });
    const { 200: whole, 206: part } = operation('/x', 'get', file).responses;
    expect(whole.content).toEqual({ 'image/png': { schema: { type: 'string', format: 'binary' } } });
    expect(Object.keys(whole.headers)).toEqual([
      'X-Request-ID',
      'Easel-Revision',
      'Content-Disposition',
      'Cache-Control',
      'Accept-Ranges',
    ]);
    expect(Object.keys(part.headers)).toContain('Content-Range');
    expect(Object.keys(file.components.responses.RangeNotSatisfiable.headers)).toContain('Content-Range');
  });

  it('has named schemas once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(['Login', 'Note', 'Place', 'Refusal']);
    expect(document.components.schemas.Note.properties.place).toEqual({ $ref: '#/components/schemas/Place' });
    const { schema } = operation('/canvases/{canvas_id}/notes', 'get').responses[200].content['application/json'];
    expect(schema.items).toEqual({ $ref: '#/components/schemas/Note' });
  });

  it('keeps two schemas of one title apart', () => {
    const other = documentOf({ path: '/x', operation: 'x', answer: Schema.Object({ x: Schema.String() }, { title: 'Note' }) });
    expect(Object.keys(other.components.schemas)).toEqual(['Login', 'Note', 'Note2', 'Place', 'Refusal']);
  });

  it('leaves out a null that means "not sent", and keeps one that is a value', () => {
    const { properties } = operation(item, 'patch').requestBody.content['application/json'].schema;
    expect(properties.place).toEqual({ $ref: '#/components/schemas/Place', description: 'Where it is' });
    expect(properties.parent).toEqual({ type: ['string', 'null'] });
  });

  it('has alternatives that exclude each other, and says what tells them apart', () => {
    const union = Schema.Union([Note, Image], { title: 'Thing' });
    const { components } = documentOf({ path: '/x', operation: 'x', answer: union });
    expect(components.schemas.Thing).toEqual({
      title: 'Thing',
      oneOf: [{ $ref: '#/components/schemas/Note' }, { $ref: '#/components/schemas/Image' }],
      discriminator: {
        propertyName: 'kind',
        mapping: { Note: '#/components/schemas/Note', Image: '#/components/schemas/Image' },
      },
    });
  });

  it('has no reference into nothing and valid schemas', () => {
    for (const [, pointer] of openApiText(routes).matchAll(/"\$ref": "#\/([^"]+)"/g)) {
      expect(
        pointer!.split('/').reduce((at, key) => at?.[key], document),
        pointer,
      ).toBeDefined();
    }
    const ajv = new Ajv2020({ strict: false });
    for (const schema of Object.values(document.components.schemas)) expect(ajv.validateSchema(schema as object)).toBe(true);
  });

  it('calls every operation as its route says, and no two the same', () => {
    expect(operation(item, 'get').operationId).toBe('getNote');
    expect(() => documentOf({ path: '/x', operation: 'getNote' })).toThrow('Two routes are called getNote');
  });
});

describe('an example', () => {
  const exampleOf = (answer: JsonSchema): Json =>
    operation('/x', 'get', documentOf({ path: '/x', operation: 'x', answer })).responses[200].content['application/json'];

  it('is put together from the examples in a schema', () => {
    expect(exampleOf(Note).example).toEqual({ id: '', kind: 'Note', place: { x: 40 } });
    expect(exampleOf(Schema.Array(Image)).example).toEqual([{ id: '', kind: 'Image' }]);
    expect(exampleOf(Schema.Object({}, { examples: [{ any: 1 }] })).example).toEqual({ any: 1 });
  });

  it('has the required keys, and those that have an example', () => {
    const some = Schema.Object({
      needed: Schema.Integer({ minimum: 3 }),
      shown: Schema.Optional(Schema.Boolean({ examples: [true] })),
      left: Schema.Optional(Schema.Boolean()),
    });
    expect(exampleOf(some).example).toEqual({ needed: 3, shown: true });
  });

  it('is one for each alternative', () => {
    expect(exampleOf(Schema.Union([Note, Image])).examples).toEqual({
      Note: { value: { id: '', kind: 'Note', place: { x: 40 } } },
      Image: { value: { id: '', kind: 'Image' } },
    });
  });
});

it('the list of endpoints has aligned columns', () => {
  expect(endpointsText(routes.slice(1, 3)).split('\n')).toEqual([
    'METHOD  PATH                                   WHO MAY  SCOPE  SUBSCRIBE  FILE',
    'GET     /canvases/:canvas_id/notes             link            yes        somewhere.ts',
    'GET     /canvases/:canvas_id/notes/:widget_id  link            yes        somewhere.ts',
    '',
  ]);
});
