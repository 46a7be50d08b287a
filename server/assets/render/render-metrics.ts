import { type Metrics, SECONDS } from '../../metrics/metrics.ts';
import type { RenderQueue } from './render-queue.ts';

/** Lets the metrics say what the renderers do: smaller versions of pictures and pages, previews. */
export function tellRenders(metrics: Metrics, renders: RenderQueue): void {
  const ended = metrics.counter({
    name: 'easel_renders_total',
    help: 'Jobs of the renderers by what they were and how they ended; abandoned: nobody waited any more',
    labels: ['kind', 'outcome'],
  });
  const durations = metrics.histogram({
    name: 'easel_render_duration_seconds',
    help: 'Time from the request of a rendering to its end, waiting included',
    labels: ['kind'],
    bounds: SECONDS,
  });
  metrics.read({
    name: 'easel_renders_waiting',
    help: 'Jobs of the renderers that have not begun',
    type: 'gauge',
    read: () => renders.waiting,
  });
  renders.onEnd((kind, outcome, ms) => {
    ended.of(kind, outcome).add();
    if (outcome === 'done') durations.of(kind).observe(ms / 1000);
  });
}
