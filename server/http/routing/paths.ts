import { type Refusal, refuse } from '../../../model/refusal.ts';
import type { Route } from './route.ts';

/** The routes that programs use, which the API document describes. */
export const ofInterface = (routes: readonly Route[]): Route[] =>
  routes.filter(({ family = 'interface' }) => family === 'interface');

/** Routes that only the door of the data folder leads to. */
export const ofOperator = (routes: readonly Route[]): Route[] => routes.filter(({ family }) => family === 'operator');

/** A path with its methods. `routes` is empty where only longer paths exist (`/users/password`). */
export interface Endpoint {
  readonly path: string;
  /** The key is the request method; HEAD stands beside GET. */
  readonly routes: ReadonlyMap<string, Route>;
  /** `GET, HEAD, PATCH` */
  readonly allow: string;
}

/**
 * The routes grouped by path, so that a path is matched before its method: `GET /users/login` is 405 and not the
 * user `login`. For the same reason it includes paths that end in a fixed segment and only lead to longer ones.
 * Throws on two routes with the same method and path, and on a path whose parameter has two names.
 */
export function endpointsOf(routes: readonly Route[]): Endpoint[] {
  const byShape = new Map<string, { path: string; routes: Map<string, Route> }>();
  for (const route of routes) {
    const found = open(byShape, route.path);
    if (found.path !== route.path) throw new Error(`${route.path} and ${found.path} name one parameter differently`);
    for (const method of methodsOf(route)) {
      if (found.routes.has(method)) throw new Error(`${method} ${route.path} is declared twice`);
      found.routes.set(method, route);
    }
  }
  for (const { path } of routes) for (const prefix of fixedPrefixes(path)) open(byShape, prefix);
  return [...byShape.values()].map((found) => ({ ...found, allow: [...found.routes.keys()].sort().join(', ') }));
}

/** Below these, such a second segment is an action and not an id, whether it has a route yet or not (interface/auth 0). */
const reserved: Readonly<Record<string, readonly string[]>> = {
  users: ['login', 'logout', 'register', 'confirm-email', 'password'],
};

/** The parameter of a path that the router may mistake such a name for. */
export function reservedIn(path: string): { readonly param: string; readonly words: readonly string[] } | undefined {
  const [type = '', id = ''] = segmentsOf(path);
  const words = reserved[type];
  return words && id.startsWith(':') ? { param: id.slice(1), words } : undefined;
}

/**
 * Says why nothing was found for a path below `base`: the longest prefix that fits a route pattern decides, and the
 * first segment that does not fit is named (interface/conventions 1.5). Runs only for refused requests, so it tries them all.
 *
 * @param segments decoded, without `api` and `v1`.
 */
export function explain(endpoints: readonly Endpoint[], segments: readonly string[]): Refusal {
  const patterns = endpoints.map((endpoint) => ({ endpoint, pattern: segmentsOf(endpoint.path) }));
  const exact = patterns
    .filter(({ pattern }) => pattern.length === segments.length && fit(pattern, segments) === pattern.length)
    .sort((a, b) => paramsIn(a.pattern) - paramsIn(b.pattern))[0];
  if (exact && exact.endpoint.allow !== '') return refuse.methodNotAllowed(exact.endpoint.allow);
  const fitting = Math.max(0, ...patterns.map(({ pattern }) => fit(pattern, segments)));
  const named = segments[Math.min(fitting, segments.length - 1)] ?? 'v1';
  const isAction = fitting > 0 && segments.length > 1 && withActions.has(segments[0]!);
  return isAction ? refuse.unknownAction(named) : refuse.unknownType(named);
}

/** Below these an unknown segment is an action (interface/conventions 1.5). */
const withActions = new Set(['users', 'license', 'server-config']);

export const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '');

type PathRoutes = { path: string; routes: Map<string, Route> };

function open(byShape: Map<string, PathRoutes>, path: string): PathRoutes {
  const shape = path.replace(/:[^/]+/g, ':');
  const found = byShape.get(shape) ?? { path, routes: new Map() };
  byShape.set(shape, found);
  return found;
}

const methodsOf = (route: Route): string[] => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method]);

function fixedPrefixes(path: string): string[] {
  const segments = segmentsOf(path);
  return segments.flatMap((segment, at) =>
    at === 0 || segment.startsWith(':') ? [] : [`/${segments.slice(0, at + 1).join('/')}`],
  );
}

/** Counts the leading segments of a path that fit a pattern. */
function fit(pattern: readonly string[], segments: readonly string[]): number {
  let at = 0;
  while (at < pattern.length && at < segments.length && takes(pattern, at, segments[at]!)) at++;
  return at;
}

const takes = (pattern: readonly string[], at: number, segment: string): boolean =>
  pattern[at]!.startsWith(':') ? !(at === 1 && reserved[pattern[0]!]?.includes(segment)) : pattern[at] === segment;

const paramsIn = (pattern: readonly string[]): number => pattern.filter((part) => part.startsWith(':')).length;

/** Is a body read, and are its faults refused? */
export const takesBody = (route: Route): boolean =>
  (route.method === 'POST' || route.method === 'PATCH') && !('ignoresBody' in route);
