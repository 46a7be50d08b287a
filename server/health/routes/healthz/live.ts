import { Schema } from '../../../../model/json-schema.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Reply, Route } from '../../../http/routing/route.ts';
import type { Health } from '../../health.ts';

interface Deps {
  readonly rules: Pick<Rules, 'anyone'>;
  readonly health: Pick<Health, 'isLive'>;
}

const status = (value: string) => Schema.Object({ status: Schema.Literal(value) });
const answers = { ok: JSON.stringify({ status: 'ok' }), stuck: JSON.stringify({ status: 'stuck' }) };

/** GET /healthz/live (interface/conventions 1.14): restart the process when this fails. */
export const liveRoutes = ({ rules, health }: Deps): Route[] => [
  {
    method: 'GET',
    family: 'operations',
    path: '/healthz/live',
    operation: 'getLiveness',
    tag: tags.server,
    summary: 'Whether the process works',
    file: 'server/health/routes/healthz/live.ts',
    access: rules.anyone,
    withoutRecords: true,
    answer: status('ok'),
    others: { 503: { says: 'Only a restart helps', headers: ['Retry-After'], schema: status('stuck') } },
    handle: (): string | Reply =>
      health.isLive ? answers.ok : { status: 503, headers: { 'Retry-After': '1' }, body: answers.stuck },
  },
];
