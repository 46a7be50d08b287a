import { Schema } from '../../../../model/json-schema.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import { readBoolean } from '../../../http/routing/query.ts';
import type { Reply, Route } from '../../../http/routing/route.ts';
import { checkNames, type Health, type HealthChecks, isReady } from '../../health.ts';

interface Deps {
  readonly rules: Pick<Rules, 'anyone'>;
  readonly health: Pick<Health, 'readiness'>;
}

const check = Schema.Object({
  state: Schema.Union(['ok', 'degraded', 'failed'].map((state) => Schema.Literal(state))),
  problem: Schema.Optional(Schema.String()),
  mend: Schema.Optional(Schema.String()),
});

const report = (status: readonly string[]) =>
  Schema.Object({
    status: Schema.Union(status.map((one) => Schema.Literal(one))),
    checks: Schema.Object(Object.fromEntries(checkNames.map((name) => [name, check]))),
  });

/** GET /healthz/ready (interface/conventions 1.14): send requests here while this is 200. */
export const readyRoutes = ({ rules, health }: Deps): Route[] => [
  {
    method: 'GET',
    family: 'operations',
    path: '/healthz/ready',
    operation: 'getReadiness',
    tag: tags.server,
    summary: 'Whether the server can take requests, and what is wrong',
    file: 'server/health/routes/healthz/ready.ts',
    access: rules.anyone,
    withoutRecords: true,
    answer: report(['ok', 'degraded']),
    query: {
      ending_as_404: Schema.Boolean({
        description:
          'Answers 404 instead of 503 while the server ends and nothing else is wrong: for balancers that end the connections of a server that answers 503',
      }),
    },
    others: {
      404: { says: 'The server ends, and `ending_as_404` was asked for', schema: report(['unavailable']) },
      503: { says: 'Send it nothing now', headers: ['Retry-After'], schema: report(['unavailable']) },
    },
    handle: ({ query }) => {
      const checks = health.readiness();
      const endsAs404 = readBoolean(query, 'ending_as_404');
      return checks instanceof Promise ? checks.then((all) => reply(all, endsAs404)) : reply(checks, endsAs404);
    },
  },
];

const isOnlyEnding = (checks: HealthChecks): boolean => isReady({ ...checks, shutdown: { state: 'ok' } });

/** Seconds after which a check may have another outcome. */
const RETRY_SECONDS = '2';

function reply(checks: HealthChecks, endsAs404 = false): string | Reply {
  if (!isReady(checks)) {
    const body = JSON.stringify({ status: 'unavailable', checks });
    if (endsAs404 && isOnlyEnding(checks)) return { status: 404, body };
    return { status: 503, headers: { 'Retry-After': RETRY_SECONDS }, body };
  }
  const isOk = Object.values(checks).every(({ state }) => state === 'ok');
  return JSON.stringify({ status: isOk ? 'ok' : 'degraded', checks });
}
