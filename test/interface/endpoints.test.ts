import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { hasCollection } from '../../model/resource.ts';
import { Annotation } from '../../model/resources/annotation.ts';
import { kinds } from '../../model/resources/index.ts';
import type { VerbName } from '../../model/verb.ts';
import { isWidget } from '../../model/widgets/common.ts';
import { dashed } from '../../server/collections/deps.ts';
import { asyncApiText } from '../../server/http/asyncapi/document.ts';
import { openApiText } from '../../server/http/openapi/document.ts';
import { endpointsText } from '../../server/http/pages/endpoints-text.ts';
import { ofInterface } from '../../server/http/routing/paths.ts';
import type { Route } from '../../server/http/routing/route.ts';
import { useEasel } from '../kit/easel.ts';

// biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
type Json = any;

const root = join(import.meta.dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** Last words of the endpoints that widgets of all types share. */
const ofAllTypes = ['widgets', 'download'];

const easel = useEasel();
/** All, and those that the document describes. */
let routes: readonly Route[];
let described: readonly Route[];
let document: Json;
let operations: { name: string; path: string; operation: Json }[];
beforeAll(() => {
  routes = easel.server.routes;
  described = ofInterface(routes);
  document = JSON.parse(openApiText(routes));
  operations = Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ name: `${method} ${path}`, path, operation })),
  );
});

/** What a part of the document says, with all that it refers to. */
function within(part: Json, seen = new Set<string>()): Json[] {
  if (typeof part !== 'object' || part === null) return [];
  const to: unknown = part.$ref;
  if (typeof to !== 'string') return [part, ...Object.values(part).flatMap((one) => within(one, seen))];
  if (seen.has(to)) return [];
  seen.add(to);
  return within(resolved(part), seen);
}

/** A part of the document, or what it refers to. */
const resolved = ({ $ref, ...part }: Json): Json =>
  $ref === undefined
    ? part
    : $ref
        .split('/')
        .slice(1)
        .reduce((at: Json, key: string) => at[key.replaceAll('~1', '/').replaceAll('~0', '~')], document);

describe('the lists of endpoints', () => {
  it('are what the code gives', () => {
    const texts = {
      'docs/endpoints.txt': endpointsText(routes),
      'docs/openapi.json': openApiText(routes),
      'docs/asyncapi.json': asyncApiText(),
    };
    const stale = Object.entries(texts).filter(([file, text]) => textOf(file) !== text);
    expect(stale.map(([file]) => `${file}: run npm run generate`)).toEqual([]);
  });

  it('name for each route a file that says its path or type', () => {
    for (const { method, path, file } of routes) {
      expect([method, path, existsSync(join(root, file))]).toEqual([method, path, true]);
      const fixed = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
      const text = textOf(file);
      const last = fixed.at(-1)!;
      expect([method, path, file, text.includes(last)]).toEqual([method, path, file, true]);
    }
  });

  it('follow the three rules of where a route stands', () => {
    const standard = new Map(
      kinds.filter(hasCollection).flatMap((kind) => {
        const { path, param, verbs } = kind.collection;
        const item = param === undefined ? path : `${path}/:${param}`;
        const places = {
          list: `GET ${path}`,
          create: `POST ${path}`,
          get: `GET ${item}`,
          update: `PATCH ${item}`,
          delete: `DELETE ${item}`,
        };
        return (Object.keys(verbs) as VerbName[]).map((verb) => [places[verb], kind] as const);
      }),
    );
    const fileOf = ({ method, path }: Route): string => {
      const kind = /\/annotations(\/:annotation_id)?$/.test(path) ? Annotation : standard.get(`${method} ${path}`);
      if (kind) return `model/${isWidget(kind) ? 'widgets' : 'resources'}/${dashed(kind.name)}.ts`;
      const fixed = path.split('/').filter((part) => part !== '' && !part.startsWith(':'));
      return ofAllTypes.includes(fixed.at(-1)!)
        ? `server/collections/${fixed.at(-1)}.ts`
        : `server/…/routes/${fixed.join('/')}.ts`;
    };
    /** Each feature has its own endpoints, and some resources are in folders. */
    const anyFolder = (file: string): string =>
      file.replace(/^server\/[^/]+\/routes\//, 'server/…/routes/').replace(/^model\/resources\/[^/]+\//, 'model/resources/');
    expect(routes.length).toBeGreaterThan(200);
    for (const route of routes)
      expect([route.method, route.path, anyFolder(route.file)]).toEqual([route.method, route.path, fileOf(route)]);
  });

  it('hold every file of the routes of a feature, because each is an endpoint', () => {
    const paths = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' }).map((path) =>
      path.replaceAll('\\', '/'),
    );
    const sources = paths.filter((path) => /^[^/]+\/routes\/.*(?<!\.test)\.ts$/.test(path));
    const endpoints = new Set(routes.map(({ file }) => file));
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.filter((path) => !endpoints.has(`server/${path}`))).toEqual([]);
  });
});

describe('the API document', () => {
  it('has 431 in every operation, because headers are read before anything else', () => {
    const without = operations.filter(({ operation }) => operation.responses['431'] === undefined);
    expect(without.map(({ name }) => name)).toEqual([]);
  });

  it('has one flat object for the body of every operation that may be sent without one', () => {
    const bodies = operations.map(({ name, operation }) => ({ name, ...operation.requestBody }));
    const nested = bodies.filter(({ required, content }) => !required && content?.['application/json']?.schema.oneOf);
    expect(nested.map(({ name }) => name)).toEqual([]);
    const { properties, description } = document.components.schemas.NoteCreate;
    expect(properties).toMatchObject({ text: { type: 'string' }, source_widget_id: { type: 'string' } });
    expect(description).toContain('`source_canvas_id`');
  });

  it('says the format of an e-mail address of what is sent, and never of answers, which have admin@localhost', () => {
    const hasFormat = (part: Json): boolean => within(part).some(({ format }) => format === 'email');
    const named = (part: 'responses' | 'requestBody') =>
      operations.filter(({ operation }) => hasFormat(operation[part])).map(({ name }) => name);
    expect(named('responses')).toEqual([]);
    expect(named('requestBody')).toEqual(expect.arrayContaining(['post /users', 'post /users/login', 'patch /server-config']));
  });

  it('says what it is', () => {
    expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Easel' }, servers: [{ url: '/api/v1' }] });
    expect(Object.keys(document.info).sort()).toEqual(['description', 'title', 'version']);
  });

  it('is what the server answers', async () => {
    const served = await fetch(`${easel.url}/api/openapi.json`);
    expect(await served.json()).toEqual(document);
  });

  it('has an operation for each route, under an id of its own', () => {
    const names = described.map(({ method, path }) => `${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`);
    expect(operations.map(({ name }) => name).sort()).toEqual(names.sort());
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][A-Za-z0-9_]*$/.test(id))).toEqual([]);
  });

  it('refers only to what is in it, and holds nothing that is not referred to', () => {
    const references = new Set(found(document, '$ref') as string[]);
    const at = (reference: string) =>
      reference
        .slice(2)
        .split('/')
        .reduce((node, key) => node?.[key], document);
    expect([...references].filter((reference) => !reference.startsWith('#/') || at(reference) === undefined)).toEqual([]);
    const { securitySchemes: _, ...components } = document.components;
    const held = Object.entries<Json>(components).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    expect(held.filter((name) => !references.has(name))).toEqual([]);
  });

  it('declares the parameters of each path, and no two of one name', () => {
    for (const { name, path, operation } of operations) {
      const parameters = operation.parameters.map((one: Json) => resolved(one));
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
      const declared = parameters.filter((one: Json) => one.in === 'path');
      expect([name, declared.map((one: Json) => one.name)]).toEqual([name, inPath]);
      expect([name, declared.every((one: Json) => one.required === true && one.schema)]).toEqual([name, true]);
      const names = parameters.map((one: Json) => `${one.in} ${one.name}`);
      expect([name, new Set(names).size]).toEqual([name, names.length]);
    }
  });

  it('describes every answer, and every body and its own tag', () => {
    const tags = document.tags.map(({ name }: Json) => name);
    for (const { name, operation } of operations) {
      const { responses, summary, requestBody, security } = operation;
      expect([name, operation.tags.filter((tag: string) => !tags.includes(tag))]).toEqual([name, []]);
      expect([name, typeof summary, summary?.length > 0]).toEqual([name, 'string', true]);
      expect([name, Object.values(responses).every((one) => resolved(one).description)]).toEqual([name, true]);
      expect([name, Object.keys(responses).filter((status) => !/^[1-5]\d\d$/.test(status))]).toEqual([name, []]);
      for (const { schema } of Object.values<Json>(requestBody?.content ?? {}))
        expect([name, schema]).toEqual([name, expect.any(Object)]);
      const schemes = security.flatMap((one: Json) => Object.keys(one));
      expect([name, schemes.filter((one: string) => !document.components.securitySchemes[one])]).toEqual([name, []]);
    }
  });

  it('holds only schemas that a validator takes', () => {
    const withoutExamples = JSON.stringify(document.components.schemas, (key, value) => (key === 'examples' ? undefined : value));
    const types = found(JSON.parse(withoutExamples), 'type').flat();
    const known = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
    expect(types.filter((type) => typeof type === 'string' && !known.includes(type))).toEqual([]);
    for (const pattern of found(document, 'pattern')) if (typeof pattern === 'string') new RegExp(pattern, 'u');
  });
});

/** Every value that stands under a key, anywhere. */
function found(node: Json, key: string): unknown[] {
  if (Array.isArray(node)) return node.flatMap((one) => found(one, key));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([name, value]) => [...(name === key ? [value] : []), ...found(value, key)]);
}
