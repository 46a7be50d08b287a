import { type Count, type Distribution, type Metrics, SECONDS } from '../metrics/metrics.ts';

/** Messages between two of which the lag is measured. */
const ONE_IN = 16;

/** What streams tell about themselves. */
export class StreamMetrics {
  readonly #messages: Count;
  readonly #bytes: Count;
  readonly #lag: Distribution;
  readonly #opened: Readonly<Record<'whole' | 'resumed', Count>>;
  readonly #slow: Count;
  /** The first commit of those that messages are about now, and of those that are not looked at yet. */
  #since: number | undefined;
  #next: number | undefined;

  constructor(metrics: Metrics) {
    this.#messages = metrics
      .counter({ name: 'easel_stream_messages_total', help: 'Messages of streams, without keepalives' })
      .of();
    this.#bytes = metrics.counter({ name: 'easel_stream_bytes_total', help: 'Bytes of messages of streams' }).of();
    const opened = metrics.counter({
      name: 'easel_streams_opened_total',
      help: 'Opened streams, by what their first message holds: everything, or what changed since the revision that the reader named',
      labels: ['first'],
    });
    this.#opened = { whole: opened.of('whole'), resumed: opened.of('resumed') };
    this.#slow = metrics
      .counter({ name: 'easel_streams_closed_slow_total', help: 'Streams whose reader took nothing for too long' })
      .of();
    this.#lag = metrics
      .histogram({
        name: 'easel_stream_lag_seconds',
        help: 'Time from a commit until a message with it is written, for one message in 16',
        bounds: SECONDS,
      })
      .of();
  }

  opened(first: 'whole' | 'resumed'): void {
    this.#opened[first].add();
  }

  closedSlow(): void {
    this.#slow.add();
  }

  /** A commit that some stream is about became durable. */
  news(now: number): void {
    this.#next ??= now;
  }

  /** From now on messages are about all commits up to this moment. */
  look(): void {
    this.#since = this.#next;
    this.#next = undefined;
  }

  /** @param now in milliseconds of the steady clock */
  wrote(pieces: readonly Buffer[], now: number): void {
    this.#messages.add();
    for (const { length } of pieces) this.#bytes.add(length);
    if (this.#since !== undefined && this.#messages.value % ONE_IN === 0) this.#lag.observe((now - this.#since) / 1000);
  }
}
