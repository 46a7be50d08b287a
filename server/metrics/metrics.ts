import type { Work } from '../../model/hooks.ts';

/** What a metric is called, and what its numbers mean. */
export interface MetricOptions {
  /** Prometheus: base units, `_total` for counters. */
  readonly name: string;
  /** One line for people. */
  readonly help: string;
  /** The names of the labels. Their values come from closed lists, and never from a caller. */
  readonly labels?: readonly string[];
}

export interface HistogramOptions extends MetricOptions {
  /** Upper bounds of the buckets, rising; one without a bound is added. */
  readonly bounds: readonly number[];
}

export interface DescribedMetric extends Required<MetricOptions> {
  readonly type: 'gauge' | 'counter' | 'histogram';
}

/** The value of one series: the values of its labels, in the order of their names, and the number. */
export type Sample = readonly [labels: readonly string[], value: number];

export interface ReadMetricOptions extends MetricOptions {
  readonly type: 'gauge' | 'counter';
  /** Called for each reading. A number is the only series of a metric without labels; undefined: it has none at present. */
  readonly read: () => number | readonly Sample[] | undefined | Promise<number | readonly Sample[] | undefined>;
}

/** Bounds in seconds for whatever people or programs wait for. */
export const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** A series that only grows. */
export class Count {
  value = 0;

  add(by = 1): void {
    this.value += by;
  }
}

/** The buckets of one series. */
export class Distribution {
  readonly counts: Float64Array;
  sum = 0;

  constructor(private readonly bounds: readonly number[]) {
    this.counts = new Float64Array(bounds.length + 1);
  }

  observe(value: number): void {
    const { bounds } = this;
    let at = 0;
    while (at < bounds.length && value > bounds[at]!) at++;
    this.counts[at]!++;
    this.sum += value;
  }
}

/** A metric whose series are asked for once, and then kept by whoever counts: counting is an addition. */
interface Family<Series> {
  /** @param values of the labels, in the order of their names; the same values give the same series */
  of(...values: readonly string[]): Series;
}

/**
 * The numbers that the server tells about itself, in one place and in the order in which they were named. Parts count whether anybody
 * reads or not, because a count costs nanoseconds; what has to be looked up is read when somebody asks.
 */
export class Metrics {
  readonly #metrics = new Map<string, Metric>();

  counter(options: MetricOptions): Family<Count> {
    const series = new Series(() => new Count());
    this.#add(options, {
      type: 'counter',
      samples: () => series.all.map(([labels, { value }]) => [labels, value]),
    });
    return series;
  }

  histogram(options: HistogramOptions): Family<Distribution> {
    const series = new Series(() => new Distribution(options.bounds));
    this.#add(options, { type: 'histogram', series, bounds: options.bounds });
    return series;
  }

  /** A metric whose value somebody else has. */
  read({ type, read, ...options }: ReadMetricOptions): void {
    this.#add(options, { type, samples: async () => samplesOf(await read()) });
  }

  /** What there is to read, in the order of the text. */
  get described(): DescribedMetric[] {
    return [...this.#metrics.values()].map(({ options: { name, help, labels = [] }, source: { type } }) => ({
      name,
      help,
      labels,
      type,
    }));
  }

  /** The text that Prometheus reads (exposition format 0.0.4), in steps. Look up first what has to be read. */
  async text(run: <T>(work: Work<T>) => Promise<T>): Promise<string> {
    const found: [MetricOptions, Lines][] = [];
    for (const { options, source } of this.#metrics.values()) found.push([options, await linesOf(options, source)]);
    return run(written(found));
  }

  #add(options: MetricOptions, source: Source): void {
    if (this.#metrics.has(options.name)) throw new Error(`the metric ${options.name} is named twice`);
    this.#metrics.set(options.name, { options, source });
  }
}

type Source =
  | {
      readonly type: 'gauge' | 'counter';
      readonly samples: () => readonly Sample[] | Promise<readonly Sample[]>;
    }
  | { readonly type: 'histogram'; readonly series: Series<Distribution>; readonly bounds: readonly number[] };

interface Metric {
  readonly options: MetricOptions;
  readonly source: Source;
}

class Series<Of> implements Family<Of> {
  readonly #series = new Map<string, readonly [readonly string[], Of]>();

  constructor(private readonly make: () => Of) {}

  of(...values: readonly string[]): Of {
    const key = values.join('\n');
    const known = this.#series.get(key);
    if (known) return known[1];
    const made = this.make();
    this.#series.set(key, [values, made]);
    return made;
  }

  get all(): (readonly [readonly string[], Of])[] {
    return [...this.#series.values()];
  }
}

const samplesOf = (value: number | readonly Sample[] | undefined): readonly Sample[] =>
  value === undefined ? [] : typeof value === 'number' ? [[[], value]] : value;

interface Lines {
  readonly type: string;
  /** What follows the name, and the number. */
  readonly lines: readonly (readonly [string, number])[];
}

async function linesOf({ labels = [] }: MetricOptions, source: Source): Promise<Lines> {
  if (source.type !== 'histogram') {
    const samples = await source.samples();
    return { type: source.type, lines: samples.map(([values, value]) => [labelled(labels, values), value]) };
  }
  const { series, bounds } = source;
  return { type: 'histogram', lines: series.all.flatMap(([values, one]) => bucketsOf(one, bounds, labels, values)) };
}

function bucketsOf(
  { counts, sum }: Distribution,
  bounds: readonly number[],
  labels: readonly string[],
  values: readonly string[],
): (readonly [string, number])[] {
  let all = 0;
  const buckets = Array.from(counts, (count, at): readonly [string, number] => {
    all += count;
    const bound = at < bounds.length ? String(bounds[at]) : '+Inf';
    return [`_bucket${labelled([...labels, 'le'], [...values, bound])}`, all];
  });
  return [...buckets, [`_sum${labelled(labels, values)}`, sum], [`_count${labelled(labels, values)}`, all]];
}

function labelled(names: readonly string[], values: readonly string[]): string {
  if (names.length === 0) return '';
  return `{${names.map((name, at) => `${name}="${escaped(values[at] ?? '')}"`).join(',')}}`;
}

const escaped = (value: string): string => value.replace(/[\\"\n]/g, (one) => (one === '\n' ? '\\n' : `\\${one}`));

/** Series of one step: tens of microseconds. */
const STEP = 200;

function* written(metrics: readonly (readonly [MetricOptions, Lines])[]): Work<string> {
  const parts: string[] = [];
  let left = STEP;
  for (const [{ name, help }, { type, lines }] of metrics) {
    parts.push(`# HELP ${name} ${help.replace(/[\\\n]/g, ' ')}\n# TYPE ${name} ${type}\n`);
    for (const [rest, value] of lines) {
      parts.push(`${name}${rest} ${textOf(value)}\n`);
      if (--left > 0) continue;
      left = STEP;
      yield;
    }
  }
  return parts.join('');
}

const textOf = (value: number): string =>
  value === Number.POSITIVE_INFINITY ? '+Inf' : value === Number.NEGATIVE_INFINITY ? '-Inf' : String(value);
