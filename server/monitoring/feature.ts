import type { Rules } from '../access/authorization/rule-table.ts';
import type { Clock } from '../clock.ts';
import { feature } from '../feature.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Scheduler } from '../scheduler.ts';
import { readProcess } from './process-metrics.ts';
import { metricsRoutes } from './routes/metrics.ts';
import { operatorMetricsRoutes } from './routes/operate/metrics.ts';
import { type ServerMetricsDeps, tellServer } from './server-metrics.ts';

interface Needs extends Omit<ServerMetricsDeps, 'metrics'> {
  readonly rules: Rules;
  readonly metrics: Metrics;
  readonly scheduler: Scheduler;
  readonly clock: Clock;
}

/** The numbers that the server tells about itself, for Prometheus and for `easel metrics`. */
export const monitoring = feature({
  make(needs: Needs) {
    const { metrics, scheduler, clock } = needs;
    tellServer(needs);
    const process = readProcess(metrics, clock);
    return {
      process,
      readMetrics: (): Promise<string> => {
        process.asked();
        return metrics.text((work) => scheduler.run(work));
      },
    };
  },
  routes: (deps) => [...metricsRoutes(deps), ...operatorMetricsRoutes(deps)],
  close: ({ process }) => process.close(),
});
