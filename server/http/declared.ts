import type { TSchema } from 'typebox';
import type { Family } from './families.ts';
import type { HeaderName } from './openapi/headers.ts';
import type { Reply, Route } from './route.ts';

/** An answer that is no refusal, as its route declares it. */
export interface Declared {
  /** Of the body. Undefined: there is none, or it is a file, which says its own. */
  readonly type?: string;
  readonly schema?: TSchema;
  /** Besides those that every answer of the family and of the content has. */
  readonly headers: readonly HeaderName[];
}

/** What a route may answer with a status; undefined where it declares none. */
export function declaredOf({ answer, mediaType, headers = [], others = {} }: Route, status: number): Declared | undefined {
  const other = others[status];
  if (other) return { headers: [], ...other, ...(other.schema && { type: 'application/json' }) };
  if (status !== 200 || answer === 'never') return undefined;
  if (answer === 'empty') return { headers };
  if (typeof answer !== 'string') return { type: 'application/json', schema: answer, headers };
  return { headers, ...(mediaType !== undefined && { type: mediaType }) };
}

/** Whether its answers say which revision they were read from, or come after. */
export const saysRevision = ({ family = 'interface', withoutRecords }: Route): boolean =>
  family === 'interface' && !withoutRecords;

/** Whether its answers have a tag, by which they can be asked for again. */
export const isNamed = (route: Route): boolean =>
  route.method === 'GET' && typeof route.answer === 'object' && !route.asFile && saysRevision(route);

/** What an answer begins with, apart from its length. */
export interface Outline {
  readonly status: number;
  /** That follow from what the body is. */
  readonly content: readonly string[];
  /** Of the family and of the reply. */
  readonly headers: readonly string[];
}

/** Throws an Error, which is a fault of the server, for what the route does not declare. */
export function outlineOf(route: Route, { status = 200, headers = {}, body }: Reply, family: Pick<Family, 'headers'>): Outline {
  const declared = declaredOf(route, status);
  if (!declared) throw new Error(`${route.operation} answers ${status} and does not declare it`);
  const odd = Object.keys(headers).find((name) => !declared.headers.includes(name as HeaderName));
  if (odd !== undefined) throw new Error(`${route.operation} answers ${status} with ${odd} and does not declare it`);
  const own = Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
  const isFile = typeof body === 'object' && 'file' in body;
  return { status, content: isFile ? [] : contentOf(route, declared, { headers, body }), headers: [...family.headers, ...own] };
}

function contentOf(route: Route, { type }: Declared, { headers, body }: Reply): string[] {
  if (body === undefined) return [];
  if (type === undefined) throw new Error(`${route.operation} answers with a body and declares none`);
  return ['Content-Type', type, ...(headers?.['Cache-Control'] === undefined ? ['Cache-Control', 'no-store'] : [])];
}
