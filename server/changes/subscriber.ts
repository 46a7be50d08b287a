import type { Sink } from './sink.ts';
import type { StreamClass } from './stream-class.ts';

/** One open stream: a cursor in its class and the state of its socket. Kept small, there are thousands. */
export class Subscriber {
  readonly class: StreamClass<Subscriber>;
  readonly sink: Sink;
  /** Set while the stream is open. */
  closeActivity: (() => void) | undefined;
  /** The state of the class that was sent, or shown to be the same. */
  cursor: number;
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

  constructor(streamClass: StreamClass<Subscriber>, sink: Sink, now: number) {
    this.class = streamClass;
    this.sink = sink;
    this.cursor = streamClass.head;
    this.wroteAt = now;
  }
}
