import Schema from 'typebox';
import type { Rules } from '../../access/rule-table.ts';
import { type Checks, checkNames, type Health, isReady } from '../../health/health.ts';
import type { Reply, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';

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
    file: 'server/routes/healthz/ready.ts',
    access: rules.anyone,
    withoutRecords: true,
    answer: report(['ok', 'degraded']),
    others: { 503: { says: 'Send it nothing now', headers: ['Retry-After'], schema: report(['unavailable']) } },
    handle: () => {
      const checks = health.readiness();
      return checks instanceof Promise ? checks.then(reply) : reply(checks);
    },
  },
];

/** Seconds after which a check may have another outcome. */
const RETRY_SECONDS = '2';

function reply(checks: Checks): string | Reply {
  if (!isReady(checks)) {
    return { status: 503, headers: { 'Retry-After': RETRY_SECONDS }, body: JSON.stringify({ status: 'unavailable', checks }) };
  }
  const isOk = Object.values(checks).every(({ state }) => state === 'ok');
  return JSON.stringify({ status: isOk ? 'ok' : 'degraded', checks });
}
