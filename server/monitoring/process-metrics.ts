import { readdirSync } from 'node:fs';
import {
  constants,
  type IntervalHistogram,
  monitorEventLoopDelay,
  type NodeGCPerformanceDetail,
  type PerformanceEntry,
  PerformanceObserver,
} from 'node:perf_hooks';
import type { Clock, Timer } from '../clock.ts';
import { type Distribution, type Metrics, SECONDS } from '../metrics/metrics.ts';
import { mostDescriptors } from '../settings/descriptors.ts';

/** What costs something all the time is measured only while somebody reads it. */
export interface ProcessMetrics {
  /** Somebody reads, and will read again. */
  asked(): void;
  close(): void;
}

/** A reader that has not come back after this long is gone; Prometheus reads every 15 to 60 s. */
const READER_MS = 5 * 60_000;
/** Milliseconds between two looks at the event loop. */
const RESOLUTION = 20;
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.99, 1] as const;

/** Lets the metrics tell of the process, by the names that Prometheus and its dashboards use. */
export function readProcess(metrics: Metrics, clock: Pick<Clock, 'after' | 'now'>): ProcessMetrics {
  const gauge = (name: string, help: string, read: () => number | undefined): void =>
    metrics.read({ name, help, type: 'gauge', read });
  const startedAt = Math.round(clock.now() / 1000 - process.uptime());
  metrics.read({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of all threads',
    type: 'counter',
    read: () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1e6;
    },
  });
  gauge('process_start_time_seconds', 'When the process began, in seconds since 1970', () => startedAt);
  gauge('process_resident_memory_bytes', 'Memory of the process', () => process.memoryUsage.rss());
  gauge('nodejs_heap_used_bytes', 'Memory of objects of JavaScript', () => process.memoryUsage().heapUsed);
  gauge('process_open_fds', 'Open files and sockets', openDescriptors);
  gauge('process_max_fds', 'Files and sockets that the process may open', mostDescriptors);
  return new LoopWatch(metrics, clock);
}

/** Only Linux tells it. */
function openDescriptors(): number | undefined {
  try {
    return readdirSync('/proc/self/fd').length;
  } catch {
    return undefined;
  }
}

class LoopWatch implements ProcessMetrics {
  readonly #collections;
  #delays: IntervalHistogram | undefined;
  #observer: PerformanceObserver | undefined;
  #gone: Timer | undefined;

  constructor(
    metrics: Metrics,
    private readonly clock: Pick<Clock, 'after'>,
  ) {
    metrics.read({
      name: 'easel_event_loop_delay_seconds',
      help: 'How late the event loop came to its work since the last reading; none at the first one',
      type: 'gauge',
      labels: ['quantile'],
      read: () => this.#delaysNow(),
    });
    this.#collections = metrics.histogram({
      name: 'nodejs_gc_duration_seconds',
      help: 'Time to collect garbage, from the first reading on',
      labels: ['kind'],
      bounds: SECONDS,
    });
  }

  asked(): void {
    this.#gone?.cancel();
    this.#gone = this.clock.after(READER_MS, () => this.#end());
    if (this.#observer) return;
    this.#observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) this.#seriesOf(entry).observe(entry.duration / 1000);
    });
    this.#observer.observe({ entryTypes: ['gc'] });
  }

  close(): void {
    this.#gone?.cancel();
    this.#end();
  }

  #end(): void {
    this.#observer?.disconnect();
    this.#observer = undefined;
    this.#delays?.disable();
    this.#delays = undefined;
  }

  #seriesOf(entry: PerformanceEntry): Distribution {
    const { detail } = entry as PerformanceEntry & { readonly detail?: NodeGCPerformanceDetail };
    return this.#collections.of(kinds.get(detail?.kind ?? 0) ?? 'other');
  }

  #delaysNow(): (readonly [readonly string[], number])[] {
    if (!this.#delays) {
      this.#delays = monitorEventLoopDelay({ resolution: RESOLUTION });
      this.#delays.enable();
      return [];
    }
    const delays = this.#delays;
    // The interval itself is no delay
    const told = QUANTILES.map((quantile) => {
      const seen = delays.percentile(quantile * 100) / NANOSECONDS - RESOLUTION / 1000;
      return [[String(quantile)], Math.max(0, seen)] as const;
    });
    const isEmpty = delays.max === 0;
    delays.reset();
    return isEmpty ? [] : told;
  }
}

const kinds: ReadonlyMap<number, string> = new Map([
  [constants.NODE_PERFORMANCE_GC_MINOR, 'minor'],
  [constants.NODE_PERFORMANCE_GC_MAJOR, 'major'],
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL, 'incremental'],
  [constants.NODE_PERFORMANCE_GC_WEAKCB, 'weakcb'],
]);
