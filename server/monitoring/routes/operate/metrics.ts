import type { Rules } from '../../../access/authorization/rule-table.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';

interface Deps {
  readonly rules: Pick<Rules, 'operator'>;
  readonly readMetrics: () => Promise<string>;
}

/** GET /operate/metrics: what `/metrics` says, also where no listener for monitoring is set. */
export const operatorMetricsRoutes = ({ rules, readMetrics }: Deps): Route[] => [
  {
    method: 'GET',
    family: 'operator',
    path: '/operate/metrics',
    operation: 'readMetrics',
    tag: tags.server,
    summary: 'What the server tells about itself, in the text format of Prometheus',
    file: 'server/monitoring/routes/operate/metrics.ts',
    access: rules.operator,
    withoutRecords: true,
    answer: 'text',
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
    handle: readMetrics,
  },
];
