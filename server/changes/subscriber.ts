import { type Channel, NOTHING } from './channel.ts';
import type { Sink } from './sink.ts';

/** One open stream: a cursor in its channel and the state of its socket. Kept small, there are thousands. */
export class Subscriber {
  readonly channel: Channel<Subscriber>;
  readonly sink: Sink;
  /** Set while the stream is open. */
  closeActivity: (() => void) | undefined;
  /** The state of the channel that was sent, or shown to be the same. */
  cursor = NOTHING;
  /** It missed a turn because of its socket or of the gap: what follows is merged into one message. */
  late = false;
  queued = false;
  /** Told to end; nothing is written any more. */
  ended = false;
  /** The connection is gone. */
  gone = false;
  /** Its right is gone: it is told so, then ends. */
  sightLost = false;
  /** Since when the socket is full; undefined while it is not. */
  stalledAt: number | undefined;
  /** End of the gap behind a large message. */
  freeAt = 0;
  wroteAt: number;
  keepaliveSlot = -1;
  gapSlot = -1;
  deadlineSlot = -1;

  constructor(channel: Channel<Subscriber>, sink: Sink, now: number) {
    this.channel = channel;
    this.sink = sink;
    this.wroteAt = now;
  }
}
