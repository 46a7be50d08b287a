import type { Rules } from '../../access/authorization/rule-table.ts';
import { tags } from '../../http/answers/tags.ts';
import { takesGzip } from '../../http/answers/weights.ts';
import type { Route } from '../../http/routing/route.ts';

interface Deps {
  readonly rules: Pick<Rules, 'monitor'>;
  readonly readMetrics: () => Promise<string>;
}

/** GET /metrics of the listener for monitoring: the text that Prometheus reads. Elsewhere there is no such path. */
export const metricsRoutes = ({ rules, readMetrics }: Deps): Route[] => [
  {
    method: 'GET',
    family: 'monitoring',
    path: '/metrics',
    operation: 'getMetrics',
    tag: tags.server,
    summary: 'What the server tells about itself, in the text format of Prometheus',
    file: 'server/monitoring/routes/metrics.ts',
    access: rules.monitor,
    withoutRecords: true,
    answer: 'text',
    mediaType: 'text/plain; version=0.0.4; charset=utf-8',
    headers: ['Content-Encoding', 'Vary'],
    handle: async (call) => {
      const text = await readMetrics();
      if (!takesGzip(call.headers)) return text;
      const headers = { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' };
      return { headers, body: { pieces: () => [Buffer.from(text)], isPacked: true } };
    },
  },
];
