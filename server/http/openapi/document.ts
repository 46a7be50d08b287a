import { sortedRoutes } from '../pages/endpoints-text.ts';
import { base } from '../routing/families.ts';
import { ofInterface } from '../routing/paths.ts';
import type { Route } from '../routing/route.ts';
import { Components } from './components.ts';
import { introduction } from './introduction.ts';
import type { Json } from './json.ts';
import { operationOf, securitySchemes } from './operation.ts';
import { refusal } from './refusals.ts';

/** The text of docs/openapi.json and of `GET /api/openapi.json`. The same routes always give the same text. */
export const openApiText = (routes: readonly Route[]): string => `${JSON.stringify(openApiDocument(routes), null, 2)}\n`;

/** The OpenAPI 3.1 document of a table of routes. */
export function openApiDocument(all: readonly Route[]): Json {
  const routes = ofInterface(all);
  const components = new Components();
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of sortedRoutes(routes)) {
    const path = route.path.replace(/:([^/]+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][route.method.toLowerCase()] = operationOf(route, components);
  }
  // 405 belongs to no operation, because every operation is a method that its path takes
  refusal(405, components);
  refuseSameNames(routes);
  return {
    openapi: '3.1.0',
    info: { title: 'Easel', version: '1.4', description: introduction },
    servers: [{ url: base }],
    tags: tagsOf(routes),
    paths,
    components: { securitySchemes, ...components.all() },
  };
}

function refuseSameNames(routes: readonly Route[]): void {
  const names = routes.map(({ operation }) => operation);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`Two routes are called ${twice}`);
}

/** The groups in the order of the tag table. */
function tagsOf(routes: readonly Route[]): Json[] {
  const byName = new Map(routes.map(({ tag }) => [tag.name, tag]));
  return [...byName.values()].map(({ name, about }) => ({ name, description: about }));
}
