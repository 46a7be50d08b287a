import { Ajv2020 } from 'ajv/dist/2020.js';
import Schema from 'typebox';
import { describe, expect, it } from 'vitest';
import { administrator, anyone, described, linked, signedIn } from '../../test/http/dummy-server.ts';
import type { Source } from '../changes/source.ts';
import { endpointsText } from './endpoints.ts';
import { openApiDocument, openApiText } from './openapi.ts';
import type { Route } from './route.ts';

const Note = Schema.Object(
  { id: Schema.String(), place: Schema.Object({ x: Schema.Number() }, { title: 'Place' }) },
  { title: 'Note' },
);
const handle = (): string => '{}';
const watch = (): Source => undefined as never;
const routes: Route[] = [
  {
    ...described,
    method: 'PATCH',
    path: '/canvases/:canvas_id/notes/:note_id',
    access: { ...signedIn, licensed: true },
    handle,
    answer: Note,
    refusals: [409],
  },
  {
    ...described,
    method: 'GET',
    path: '/canvases/:canvas_id/notes',
    access: linked,
    watch,
    answer: Schema.Array(Note),
    query: { annotations: Schema.Boolean() },
  },
  { ...described, method: 'GET', path: '/canvases/:canvas_id/notes/:note_id', access: linked, watch, answer: Note },
  { ...described, method: 'DELETE', path: '/canvases/:canvas_id/notes/:note_id', access: administrator, handle, answer: 'empty' },
  {
    ...described,
    method: 'POST',
    path: '/users/login',
    access: anyone,
    handle,
    body: Schema.Object({ email: Schema.String() }, { title: 'Login' }),
  },
];
// biome-ignore lint/suspicious/noExplicitAny: a document is read at many places
const document = openApiDocument(routes) as any;
const operation = (path: string, method: string) => document.paths[path][method];

describe('the API document', () => {
  it('has every route once, sorted', () => {
    expect(Object.keys(document.paths)).toEqual([
      '/canvases/{canvas_id}/notes',
      '/canvases/{canvas_id}/notes/{note_id}',
      '/users/login',
    ]);
    expect(Object.keys(document.paths['/canvases/{canvas_id}/notes/{note_id}'])).toEqual(['get', 'patch', 'delete']);
    expect(document.tags).toEqual([{ name: 'canvases' }, { name: 'users' }]);
  });

  it('is the same text for the same routes in any order', () => {
    expect(openApiText([...routes].reverse())).toBe(openApiText(routes));
    expect(openApiText(routes)).toMatch(/\}\n$/);
  });

  it('has the refusals that can occur', () => {
    const refusals = (path: string, method: string) => Object.keys(operation(path, method).responses).join(' ');
    expect(refusals('/users/login', 'post')).toBe('200 400 408 413 429 500 503');
    expect(refusals('/canvases/{canvas_id}/notes', 'get')).toBe('200 400 401 403 404 429 500 503');
    expect(refusals('/canvases/{canvas_id}/notes/{note_id}', 'patch')).toBe('200 400 401 402 403 404 408 409 413 429 500 503');
  });

  it('says which token is needed', () => {
    expect(operation('/users/login', 'post').security).toEqual([]);
    expect(operation('/canvases/{canvas_id}/notes', 'get').security).toEqual([{ 'Private-Token': [] }, { Session: [] }, {}]);
    expect(operation('/canvases/{canvas_id}/notes/{note_id}', 'delete').security).toEqual([
      { 'Private-Token': [] },
      { Session: [] },
    ]);
    const noCookie = openApiDocument([{ ...described, method: 'GET', path: '/file', access: signedIn, cookie: false, handle }]);
    expect(JSON.stringify(noCookie.paths)).toContain('"security":[{"Private-Token":[]}]');
  });

  it('describes streams by their parameters', () => {
    const names = (path: string) =>
      operation(path, 'get').parameters.map((one: { name?: string; $ref?: string }) => one.name ?? one.$ref);
    expect(names('/canvases/{canvas_id}/notes')).toEqual([
      'canvas_id',
      'annotations',
      '#/components/parameters/subscribe',
      '#/components/parameters/changes',
    ]);
    expect(names('/canvases/{canvas_id}/notes/{note_id}')).toEqual(['canvas_id', 'note_id', '#/components/parameters/subscribe']);
  });

  it('has named schemas once', () => {
    expect(Object.keys(document.components.schemas)).toEqual(['Refusal', 'Login', 'Note', 'Place']);
    expect(document.components.schemas.Note.properties.place).toEqual({ $ref: '#/components/schemas/Place' });
    expect(operation('/canvases/{canvas_id}/notes', 'get').responses[200].content['application/json'].schema.items).toEqual({
      $ref: '#/components/schemas/Note',
    });
  });

  it('keeps two schemas of one title apart', () => {
    const other = { ...routes[2]!, path: '/other', answer: Schema.Object({ other: Schema.String() }, { title: 'Note' }) };
    expect(Object.keys((openApiDocument([...routes, other]) as typeof document).components.schemas)).toEqual([
      'Refusal',
      'Login',
      'Note',
      'Note2',
      'Place',
    ]);
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

  it('gives every operation an id of its own', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods as object).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(routes.length);
  });
});

it('the list of endpoints has aligned columns', () => {
  expect(endpointsText(routes.slice(1, 3)).split('\n')).toEqual([
    'METHOD  PATH                                 WHO MAY  SUBSCRIBE  FILE',
    'GET     /canvases/:canvas_id/notes           link     yes        somewhere.ts',
    'GET     /canvases/:canvas_id/notes/:note_id  link     yes        somewhere.ts',
    '',
  ]);
});
