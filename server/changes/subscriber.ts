import { type Channel, NOTHING } from './channel.ts';
import type { MissedSets } from './channel-messages.ts';
import type { Sink } from './sink.ts';

/**
 * How far a stream has come to its end. No way leads back:
 *
 *   open ──its right is lost──▶ leaving ──it was told so──▶ ending ──the connection is gone──▶ gone
 *     ├──────────── the item is gone, or the server ends ─────▲                                  ▲
 *     └──────────────── it is cut off, or the peer leaves, at any time ──────────────────────────┘
 */
type Life = 'open' | 'leaving' | 'ending' | 'gone';

/** One open stream: a cursor in its channel and the state of its socket. It is small, because there are thousands. */
export class Subscriber {
  readonly channel: Channel<Subscriber>;
  readonly sink: Sink;
  /** Set while the stream is open. */
  closeActivity: (() => void) | undefined;
  /** The state of the channel that it was sent, or a later one that shows the same. */
  cursor = NOTHING;
  /** The subscriber missed a turn because of its socket or the gap: the changes that follow are merged into one message. */
  late = false;
  /** What it was opened with, until its first message. */
  missed: MissedSets | undefined;
  queued = false;
  /** The time at which its socket became full; undefined while it is not full. */
  stalledAt: number | undefined;
  /** The time at which the gap after a large message ends. */
  freeAt = 0;
  wroteAt: number;
  keepaliveSlot = -1;
  gapSlot = -1;
  deadlineSlot = -1;
  #life: Life = 'open';

  constructor(channel: Channel<Subscriber>, sink: Sink, now: number, missed?: MissedSets) {
    this.channel = channel;
    this.sink = sink;
    this.wroteAt = now;
    this.missed = missed;
  }

  /** Records that the subscriber is sent everything up to this state of the channel. */
  reach(cursor: number): void {
    this.cursor = cursor;
    this.late = false;
    this.missed = undefined;
  }

  /** True when the subscriber is gone or was told to end: nothing is written any more. */
  get isOver(): boolean {
    return this.#life === 'ending' || this.#life === 'gone';
  }

  /** The next message reports that everything the subscriber holds is gone. */
  get isLeaving(): boolean {
    return this.#life === 'leaving';
  }

  /** The connection is gone. */
  get isGone(): boolean {
    return this.#life === 'gone';
  }

  loseSight(): void {
    if (this.#life === 'open') this.#life = 'leaving';
  }

  end(): void {
    if (this.#life !== 'gone') this.#life = 'ending';
  }

  close(): void {
    this.#life = 'gone';
  }
}
