import type { Clock } from '../clock.ts';
import type { Message } from './message.ts';
import type { Subscriber } from './subscriber.ts';
import { LF } from './text.ts';
import { Wheel } from './wheel.ts';

export interface Pace {
  /** 1 to 300. */
  readonly keepaliveSeconds: number;
  /** A reader that does not drain for so long is cut off. */
  readonly writeTimeoutSeconds: number;
}

export interface DeliveryEvents {
  /** Asks for a call of `work` in a later turn. */
  readonly wake: () => void;
  /** The stream is over. */
  readonly leave: (subscriber: Subscriber) => void;
  /** Brings the head of a class up to what its source shows; cuts off the streams of a source that throws. */
  readonly catchUp: (streamClass: Subscriber['class']) => void;
  /** A source or a sink threw. */
  readonly fault: (error: unknown) => void;
}

/** Requests are looked at between two turns: with 500 writes in one, a PATCH beside 1,000 streams took twice as long. */
const writesPerTurn = 100;
const msPerTurn = 4;
const keepaliveLine: readonly Buffer[] = [LF];

/**
 * Brings subscribers to the head of their class: in slices, with the gap behind large messages, keepalives, and nothing
 * but the cursor kept for a full socket.
 */
export class Deliveries {
  readonly #clock: Clock;
  readonly #wake: () => void;
  readonly #leave: (subscriber: Subscriber) => void;
  readonly #catchUp: DeliveryEvents['catchUp'];
  readonly #fault: (error: unknown) => void;
  readonly #keepalive: number;
  readonly #timeout: number;
  readonly #keepalives: Wheel<Subscriber>;
  readonly #gaps: Wheel<Subscriber>;
  readonly #deadlines: Wheel<Subscriber>;
  #queue: Subscriber[] = [];
  #at = 0;

  constructor(clock: Clock, pace: Pace, events: DeliveryEvents) {
    this.#clock = clock;
    this.#wake = events.wake;
    this.#leave = events.leave;
    this.#catchUp = events.catchUp;
    this.#fault = events.fault;
    this.#keepalive = pace.keepaliveSeconds * 1000;
    this.#timeout = pace.writeTimeoutSeconds * 1000;
    this.#keepalives = new Wheel(clock, Math.min(250, this.#keepalive / 20), (subscriber) => this.#keepAlive(subscriber));
    this.#gaps = new Wheel(clock, 10, (subscriber) => this.#endGap(subscriber));
    this.#deadlines = new Wheel(clock, 250, (subscriber) => this.#judge(subscriber));
  }

  /** Writes the first message: the state at the subscriber's cursor, so in the turn in which it was made. */
  begin(subscriber: Subscriber, first: Message): void {
    subscriber.sink.onDrain(() => this.#drained(subscriber));
    subscriber.keepaliveSlot = this.#keepalives.put(subscriber, this.#clock.steady() + this.#keepalive);
    this.#write(subscriber, first);
  }

  queue(subscriber: Subscriber): void {
    if (subscriber.queued) return;
    subscriber.queued = true;
    this.#queue.push(subscriber);
    this.#wake();
  }

  /** One turn's share. True: there is more for the next turn. */
  work(): boolean {
    const until = this.#clock.steady() + msPerTurn;
    let writes = writesPerTurn;
    while (writes > 0 && this.#at < this.#queue.length) {
      const subscriber = this.#queue[this.#at++] as Subscriber;
      subscriber.queued = false;
      if (!subscriber.ended) writes -= this.#attempt(subscriber);
      if (writes % 16 === 0 && this.#clock.steady() > until) break;
    }
    if (this.#at < this.#queue.length) return true;
    this.#queue = [];
    this.#at = 0;
    return false;
  }

  /** The right is gone: tells all that the subscriber holds as gone, then ends; waits for a full socket, but for no gap. */
  loseSight(subscriber: Subscriber): void {
    subscriber.sightLost = true;
    this.queue(subscriber);
  }

  /** Clean end. Who does not take it is cut off later. */
  end(subscriber: Subscriber, last = false): void {
    if (subscriber.ended) return;
    subscriber.ended = true;
    this.#leave(subscriber);
    this.#drop(subscriber);
    this.#setDeadline(subscriber, this.#clock.steady() + (last ? shutdownPatience : this.#timeout));
    subscriber.sink.end(last);
  }

  /** The connection is gone. */
  forget(subscriber: Subscriber): void {
    subscriber.gone = true;
    subscriber.ended = true;
    this.#drop(subscriber);
    if (subscriber.deadlineSlot >= 0) this.#deadlines.remove(subscriber, subscriber.deadlineSlot);
  }

  stop(): void {
    this.#keepalives.stop();
    this.#gaps.stop();
  }

  #attempt(subscriber: Subscriber): number {
    try {
      return this.#serve(subscriber);
    } catch (error) {
      this.#fault(error);
      this.#cutOff(subscriber);
      return 1;
    }
  }

  /** Returns how many writes it took. */
  #serve(subscriber: Subscriber): number {
    if (subscriber.stalledAt !== undefined) {
      subscriber.late = true;
      return 0;
    }
    this.#catchUp(subscriber.class);
    if (subscriber.ended) return 1;
    if (subscriber.class.isMaking) return this.#rest(subscriber);
    if (subscriber.class.isOver || subscriber.sightLost) {
      this.#farewell(subscriber);
      return 1;
    }
    return subscriber.cursor === subscriber.class.head ? this.#rest(subscriber) : this.#bringToHead(subscriber);
  }

  #farewell(subscriber: Subscriber): void {
    const message = subscriber.class.farewell(subscriber.cursor);
    if (message) this.#write(subscriber, message);
    this.end(subscriber);
  }

  #bringToHead(subscriber: Subscriber): number {
    if (subscriber.freeAt > this.#clock.steady()) return this.#wait(subscriber);
    const message = subscriber.class.next(subscriber.cursor, subscriber.late);
    subscriber.cursor = subscriber.class.head;
    subscriber.late = false;
    if (!message) return this.#rest(subscriber);
    this.#write(subscriber, message);
    if (message.last) this.end(subscriber);
    return 1;
  }

  #wait(subscriber: Subscriber): number {
    subscriber.late = true;
    if (subscriber.gapSlot < 0) subscriber.gapSlot = this.#gaps.put(subscriber, subscriber.freeAt);
    return this.#rest(subscriber);
  }

  /** Nothing to say: a keepalive when it is due. */
  #rest(subscriber: Subscriber): number {
    if (this.#clock.steady() - subscriber.wroteAt < this.#keepalive) return 0;
    this.#put(subscriber, keepaliveLine);
    return 1;
  }

  #write(subscriber: Subscriber, message: Message): void {
    if (message.gap > 0) subscriber.freeAt = this.#clock.steady() + message.gap;
    this.#put(subscriber, message.pieces);
  }

  #put(subscriber: Subscriber, pieces: readonly Buffer[]): void {
    const now = this.#clock.steady();
    subscriber.wroteAt = now;
    if (subscriber.sink.write(pieces)) return;
    subscriber.stalledAt = now;
    if (subscriber.deadlineSlot < 0) this.#setDeadline(subscriber, now + this.#timeout);
  }

  #drained(subscriber: Subscriber): void {
    subscriber.stalledAt = undefined;
    if (subscriber.ended) return;
    if (subscriber.sightLost || subscriber.class.isOver || subscriber.cursor !== subscriber.class.head) this.queue(subscriber);
  }

  #endGap(subscriber: Subscriber): void {
    subscriber.gapSlot = -1;
    if (!subscriber.ended) this.queue(subscriber);
  }

  /** The wheel is asked once per keepalive, not at each write: who wrote meanwhile is put off. */
  #keepAlive(subscriber: Subscriber): void {
    if (subscriber.ended) return;
    const now = this.#clock.steady();
    const due = subscriber.wroteAt + this.#keepalive;
    if (due <= now) this.queue(subscriber);
    subscriber.keepaliveSlot = this.#keepalives.put(subscriber, (due <= now ? now : subscriber.wroteAt) + this.#keepalive);
  }

  #judge(subscriber: Subscriber): void {
    subscriber.deadlineSlot = -1;
    if (subscriber.gone) return;
    const due = (subscriber.stalledAt ?? Number.POSITIVE_INFINITY) + this.#timeout;
    if (subscriber.ended || due <= this.#clock.steady()) this.#cutOff(subscriber);
    else if (subscriber.stalledAt !== undefined) this.#setDeadline(subscriber, due);
  }

  #cutOff(subscriber: Subscriber): void {
    this.forget(subscriber);
    this.#leave(subscriber);
    subscriber.sink.destroy();
  }

  #setDeadline(subscriber: Subscriber, due: number): void {
    if (subscriber.deadlineSlot >= 0) this.#deadlines.remove(subscriber, subscriber.deadlineSlot);
    subscriber.deadlineSlot = this.#deadlines.put(subscriber, due);
  }

  /** Nothing may hold the response of a closed stream: clients that reconnect in a loop would fill the memory. */
  #drop(subscriber: Subscriber): void {
    if (subscriber.keepaliveSlot >= 0) this.#keepalives.remove(subscriber, subscriber.keepaliveSlot);
    if (subscriber.gapSlot >= 0) this.#gaps.remove(subscriber, subscriber.gapSlot);
    subscriber.keepaliveSlot = -1;
    subscriber.gapSlot = -1;
  }
}

/** At shutdown everything is to be over within 10 s. */
const shutdownPatience = 2000;
