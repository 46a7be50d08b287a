import type { JsonSchema } from '../../../model/json-schema.ts';
import type { HeaderName } from '../openapi/headers.ts';
import type { Family } from '../routing/families.ts';
import type { Reply, Route } from '../routing/route.ts';

/** An answer that is not a refusal, as its route declares it. */
interface DeclaredAnswer {
  /** Content type of the body. Undefined: there is no body, or it is a file, which has its own type. */
  readonly type?: string;
  readonly schema?: JsonSchema;
  /** Headers besides those of the family and of the content. */
  readonly headers: readonly HeaderName[];
}

/** What a route may answer with a status; undefined when it declares nothing for it. */
function declaredOf({ answer, mediaType, headers = [], others = {} }: Route, status: number): DeclaredAnswer | undefined {
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

/** The beginning of an answer, apart from its length. */
export interface AnswerHead {
  readonly status: number;
  /** Headers that follow from the body. */
  readonly content: readonly string[];
  /** Headers of the family and of the reply. */
  readonly headers: readonly string[];
}

/** Throws an Error, which is a fault of the server, for an answer that the route does not declare. */
export function answerHeadOf(
  route: Route,
  { status = 200, headers = {}, body }: Reply,
  family: Pick<Family, 'headers'>,
): AnswerHead {
  const declared = declaredOf(route, status);
  if (!declared) throw new Error(`${route.operation} answers ${status} and does not declare it`);
  const odd = Object.keys(headers).find((name) => !declared.headers.includes(name as HeaderName));
  if (odd !== undefined) throw new Error(`${route.operation} answers ${status} with ${odd} and does not declare it`);
  const own = Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one]));
  const isFile = typeof body === 'object' && 'file' in body;
  return { status, content: isFile ? [] : contentOf(route, declared, { headers, body }), headers: [...family.headers, ...own] };
}

function contentOf(route: Route, { type }: DeclaredAnswer, { headers, body }: Reply): string[] {
  if (body === undefined) return [];
  if (type === undefined) throw new Error(`${route.operation} answers with a body and declares none`);
  return ['Content-Type', type, ...(headers?.['Cache-Control'] === undefined ? ['Cache-Control', 'no-store'] : [])];
}
