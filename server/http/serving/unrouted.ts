import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Refusal, refuse } from '../../../model/refusal.ts';
import type { Clock } from '../../clock.ts';
import type { Answers } from '../answers/answer.ts';
import { Exchange } from '../routing/exchange.ts';
import { base, type Families, type Family } from '../routing/families.ts';
import { type Endpoint, explain, type reservedIn, segmentsOf } from '../routing/paths.ts';

/** What a path leads to. */
export interface FoundEndpoint extends Endpoint {
  readonly family: Family;
  readonly reserved: ReturnType<typeof reservedIn>;
}

interface Deps {
  readonly families: Families;
  /** Endpoints of the interface. */
  readonly endpoints: readonly Endpoint[];
  readonly answers: Answers;
  readonly clock: Clock;
}

/** Answers what no route takes: OPTIONS on any path, wrong methods, unknown paths (interface/conventions 1.1, 1.5, 1.7). */
export type Unrouted = (request: IncomingMessage, response: ServerResponse, target: FoundEndpoint | undefined) => void;

export function createUnrouted({ families, endpoints, answers, clock }: Deps): Unrouted {
  const types = new Set(endpoints.map(({ path }) => segmentsOf(path)[0]));
  const familyOf = (first: string | undefined): Family =>
    Object.values(families).find(({ firstSegments }) => first !== undefined && firstSegments.includes(first)) ?? families.site;
  const refusalOf = (segments: readonly string[], family: Family, target: FoundEndpoint | undefined): Refusal => {
    if (family !== families.interface) return target?.allow ? refuse.methodNotAllowed(target.allow) : refuse.absent('Not found');
    if (segments[1] === 'v1') return explain(endpoints, segments.slice(2));
    const hint = types.has(segments[1]) ? `every path begins with ${base}` : '';
    return refuse.unknownType(segments[1] ?? 'api', hint);
  };
  return (request, response, target) => {
    const encoded = segmentsOf(pathOf(request.url ?? ''));
    const segments = isTarget(request.url ?? '') ? decoded(encoded) : undefined;
    const family = target?.family ?? familyOf((segments ?? encoded)[0]);
    const exchange = new Exchange(request, response, family, target?.path ?? '', clock.steady());
    if (segments === undefined) answers.error(exchange, refuse.invalidUrl());
    else if (request.method === 'OPTIONS') answers.preflight(exchange);
    else answers.error(exchange, refusalOf(segments, family, target));
  };
}

/** A path, `*`, or a whole URL. */
const isTarget = (target: string): boolean => /^[/*]/.test(target) || URL.canParse(target);

const pathOf = (target: string): string => target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '').replace(/[?#].*$/s, '');

/** Decodes the segments one by one, so that `%2f` stays inside its segment. */
export function decoded(segments: readonly string[]): string[] | undefined {
  try {
    return segments.map(decodeURIComponent);
  } catch {
    return undefined;
  }
}
