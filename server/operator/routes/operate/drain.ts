import { jsonText } from '../../../../model/json.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Health } from '../../../health/health.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';

interface Deps {
  readonly rules: Pick<Rules, 'operator'>;
  readonly health: Pick<Health, 'drain'>;
}

const body = Schema.Object({ draining: Schema.Boolean() });

/** POST /operate/drain: balancers send this node nothing new, or something again; it serves on in both cases. */
export const drainRoutes = ({ rules, health }: Deps): Route[] => [
  {
    method: 'POST',
    family: 'operator',
    path: '/operate/drain',
    operation: 'drain',
    tag: tags.server,
    summary: 'Makes this node not ready, or ready again',
    file: 'server/operator/routes/operate/drain.ts',
    access: rules.operator,
    withoutRecords: true,
    body,
    answer: body,
    handle: (call) => {
      const { draining } = call.body;
      if (typeof draining !== 'boolean') throw refuse.wrongType('draining', 'a boolean');
      health.drain(draining);
      return jsonText({ draining });
    },
  },
];
