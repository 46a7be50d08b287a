import type { Metrics } from '../../metrics/metrics.ts';
import type { Capacity } from '../bounds/capacity.ts';
import type { Connections } from './connections.ts';

/** What the process holds of what it can hold, and what it had to refuse. */
export function tellCapacity(metrics: Metrics, capacity: Capacity, connections: Pick<Connections, 'traffic'>): void {
  const { connections: taken, streams, subscriptions, bodies, answers, files } = capacity;
  const gauge = (name: string, help: string, read: () => number): void => metrics.read({ name, help, type: 'gauge', read });
  gauge('easel_connections', 'Open connections', () => taken.taken);
  gauge('easel_connections_limit', 'The value of EASEL_MAX_CONNECTIONS', () => taken.limits.all);
  metrics.read({
    name: 'easel_http_refused_total',
    help: 'Refusals because a caller, or the server, has no room for more',
    type: 'counter',
    labels: ['reason'],
    read: () => [
      [['connections'], taken.refused],
      [['streams'], streams.refused + subscriptions.refused],
      [['body_memory'], bodies.refused],
      [['answers'], answers.refused],
      [['files'], files.refused],
    ],
  });
  metrics.read({
    name: 'easel_http_received_bytes_total',
    help: 'Bytes that came over all connections',
    type: 'counter',
    read: () => connections.traffic().received,
  });
  metrics.read({
    name: 'easel_http_sent_bytes_total',
    help: 'Bytes that went over all connections',
    type: 'counter',
    read: () => connections.traffic().sent,
  });
}
