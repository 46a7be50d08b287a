import { type Count, type Distribution, type Metrics, SECONDS } from '../../metrics/metrics.ts';
import { RequestCall } from './call.ts';
import type { Exchange } from './exchange.ts';
import type { Route } from './route.ts';

/** Counts an answer. @param seconds from the end of the request's head to the head of the answer */
export type CountAnswer = (exchange: Exchange, status: number, seconds: number) => void;

interface Answered {
  readonly count: Count;
  readonly seconds: Count;
}

/** Requests that are neither of the interface nor of the page: their answers say nothing about how fast the server is. */
const QUIET = 'none';

/** Labels are patterns of routes and methods that they have, never what a caller sent. */
export function createCountAnswer(metrics: Metrics): CountAnswer {
  const labels = ['method', 'route', 'status'];
  const requests = metrics.counter({ name: 'easel_http_requests_total', help: 'Answered requests', labels });
  const spent = metrics.counter({
    name: 'easel_http_request_seconds_total',
    help: 'Time from a request to its answer',
    labels,
  });
  const durations = metrics.histogram({
    name: 'easel_http_request_duration_seconds',
    help: 'Time from a request to the beginning of its answer, by the kind of request',
    labels: ['kind'],
    bounds: SECONDS,
  });
  const known = new Map<string, Map<string, Answered>>();
  const answered = (exchange: Exchange, status: number): Answered => {
    const route = routeLabel(exchange);
    const ofRoute = known.get(route) ?? new Map<string, Answered>();
    known.set(route, ofRoute);
    const key = `${exchange.request.method} ${status}`;
    const found = ofRoute.get(key);
    if (found) return found;
    const method = methods.has(exchange.request.method!) ? exchange.request.method! : 'other';
    const values = [method, route, String(status)];
    const made = { count: requests.of(...values), seconds: spent.of(...values) };
    ofRoute.set(key, made);
    return made;
  };
  const distributions = new WeakMap<Route, Distribution | typeof QUIET>();
  const distributionOf = (route: Route): Distribution | typeof QUIET => {
    const kind = kindOf(route);
    const found = kind === QUIET ? QUIET : durations.of(kind);
    distributions.set(route, found);
    return found;
  };
  return (exchange, status, seconds) => {
    const { count, seconds: sum } = answered(exchange, status);
    count.add();
    sum.add(seconds);
    if (!(exchange instanceof RequestCall)) return;
    const distribution = distributions.get(exchange.route) ?? distributionOf(exchange.route);
    if (distribution !== QUIET) distribution.observe(seconds);
  };
}

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** The files of the page have names that change with each build. */
function routeLabel({ family, pattern }: Exchange): string {
  if (pattern === '') return 'none';
  return pattern.startsWith('/page/') ? '/page/*' : family.base + pattern;
}

type Kind = 'read' | 'write' | 'list' | 'upload' | 'download' | 'render' | 'sign_in' | 'page';

function kindOf(route: Route): Kind | typeof QUIET {
  const { family = 'interface', path, method } = route;
  if (family === 'operations' || family === 'monitoring' || family === 'operator') return QUIET;
  if (signIns.test(path)) return 'sign_in';
  if (family !== 'interface') return 'page';
  if (/\/(mipmaps|preview)\b|^\/files\//.test(path)) return 'render';
  if (route.answer === 'file') return 'download';
  if (typeof route.multipart === 'object') return 'upload';
  if (method !== 'GET') return 'write';
  return path.includes(':') && /\/:\w+$/.test(path) ? 'read' : 'list';
}

const signIns = /^\/session$|^\/users\/(login|register)$|^\/sign-on\//;
