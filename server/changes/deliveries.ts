import type { Work } from '../../model/hooks.ts';
import type { Clock } from '../clock.ts';
import { type Scheduler, sleeper } from '../scheduler.ts';
import { NOTHING, type Passage } from './channel.ts';
import type { Line } from './sink.ts';
import type { StreamMetrics } from './stream-metrics.ts';
import type { Subscriber } from './subscriber.ts';
import { LF } from './text.ts';
import { TimerWheel } from './timer-wheel.ts';

export interface Pace {
  /** 1 to 300. */
  readonly keepaliveSeconds: number;
  /** A reader that takes nothing for this long is cut off. */
  readonly writeTimeoutSeconds: number;
}

export interface DeliveryEvents {
  /** The stream is over. */
  readonly leave: (subscriber: Subscriber) => void;
  /** Every subscriber was told its news, or waits for its gap or its socket. */
  readonly idle: () => void;
  /** A source or a sink threw. */
  readonly fault: (error: unknown) => void;
}

/** Writes in one step, which take about 30 microseconds. */
const writesAStep = 8;
const keepaliveLine: readonly Buffer[] = [LF];

/**
 * Brings subscribers to the head of their channel, in steps. Leaves a gap after large messages, writes keepalives, and keeps
 * nothing but the cursor for a subscriber whose socket is full.
 */
export class Deliveries {
  readonly #clock: Clock;
  readonly #metrics: StreamMetrics;
  readonly #wake: () => void;
  readonly #leave: (subscriber: Subscriber) => void;
  readonly #idle: () => void;
  readonly #fault: (error: unknown) => void;
  readonly #keepalive: number;
  readonly #timeout: number;
  readonly #keepalives: TimerWheel<Subscriber>;
  readonly #gaps: TimerWheel<Subscriber>;
  readonly #deadlines: TimerWheel<Subscriber>;
  #queue: Subscriber[] = [];
  #isServing = false;

  constructor(clock: Clock, scheduler: Pick<Scheduler, 'later'>, pace: Pace, events: DeliveryEvents, metrics: StreamMetrics) {
    this.#clock = clock;
    this.#metrics = metrics;
    this.#wake = sleeper(scheduler, () => this.#serveAll(), events.fault);
    this.#leave = events.leave;
    this.#idle = events.idle;
    this.#fault = events.fault;
    this.#keepalive = pace.keepaliveSeconds * 1000;
    this.#timeout = pace.writeTimeoutSeconds * 1000;
    this.#keepalives = new TimerWheel(clock, Math.min(250, this.#keepalive / 20), (subscriber) => this.#keepAlive(subscriber));
    this.#gaps = new TimerWheel(clock, 10, (subscriber) => this.#endGap(subscriber));
    this.#deadlines = new TimerWheel(clock, 250, (subscriber) => this.#judge(subscriber));
  }

  /** Writes the first message in this turn, unless it is long. */
  begin(subscriber: Subscriber): void {
    subscriber.sink.onDrain(() => this.#drained(subscriber));
    subscriber.keepaliveSlot = this.#keepalives.put(subscriber, this.#clock.steady() + this.#keepalive);
    this.#attempt(subscriber);
  }

  queue(subscriber: Subscriber): void {
    if (subscriber.queued) return;
    subscriber.queued = true;
    this.#queue.push(subscriber);
    this.#wake();
  }

  /**
   * The subscriber lost its right: tells it all objects that it holds as gone, then ends. Waits for a full socket, but for no
   * gap.
   */
  loseSight(subscriber: Subscriber): void {
    subscriber.loseSight();
    this.queue(subscriber);
  }

  /** Ends the stream cleanly. A reader that does not take the end is cut off later. */
  end(subscriber: Subscriber, last = false, reason?: string): void {
    if (subscriber.isOver) return;
    subscriber.end();
    this.#leave(subscriber);
    this.#drop(subscriber);
    this.#setDeadline(subscriber, this.#clock.steady() + (last ? shutdownPatience : this.#timeout));
    subscriber.sink.end(last, reason);
  }

  /** The connection is gone. */
  forget(subscriber: Subscriber): void {
    subscriber.close();
    this.#drop(subscriber);
    if (subscriber.deadlineSlot >= 0) this.#deadlines.remove(subscriber, subscriber.deadlineSlot);
  }

  /** True when there is no news for any subscriber. */
  get isIdle(): boolean {
    return this.#queue.length === 0 && !this.#isServing;
  }

  stop(): void {
    this.#keepalives.stop();
    this.#gaps.stop();
  }

  *#serveAll(): Work {
    this.#isServing = true;
    while (this.#queue.length > 0) {
      const queue = this.#queue;
      this.#queue = [];
      for (const [at, subscriber] of queue.entries()) {
        subscriber.queued = false;
        if (!subscriber.isOver) this.#attempt(subscriber);
        if (at % writesAStep === writesAStep - 1) yield;
      }
    }
    this.#isServing = false;
    this.#idle();
  }

  /** Drops the connection without an end. */
  cutOff(subscriber: Subscriber): void {
    this.forget(subscriber);
    this.#leave(subscriber);
    subscriber.sink.destroy();
  }

  #attempt(subscriber: Subscriber): void {
    try {
      this.#serve(subscriber);
    } catch (error) {
      this.#fault(error);
      this.cutOff(subscriber);
    }
  }

  #serve(subscriber: Subscriber): void {
    const { channel } = subscriber;
    if (subscriber.stalledAt !== undefined) {
      subscriber.late = true;
      return;
    }
    channel.catchUp();
    // The subscriber was cut off, because the source threw
    if (subscriber.isOver) return;
    if (channel.isOver || subscriber.isLeaving) this.#farewell(subscriber);
    else if (subscriber.cursor === channel.head) this.#rest(subscriber);
    else this.#bringForward(subscriber);
  }

  #farewell(subscriber: Subscriber): void {
    const passage = subscriber.channel.farewell(subscriber);
    if (!passage) return this.#rest(subscriber);
    this.#write(subscriber, passage);
    this.end(subscriber);
  }

  #bringForward(subscriber: Subscriber): void {
    const { channel } = subscriber;
    if (subscriber.freeAt > this.#clock.steady()) return this.#wait(subscriber);
    const passage = channel.next(subscriber);
    if (!passage || subscriber.isOver) return this.#rest(subscriber);
    const isFirst = subscriber.cursor === NOTHING;
    subscriber.reach(passage.to);
    if (!passage.message) this.#rest(subscriber);
    else this.#write(subscriber, passage);
    // The gap only delays later messages, never the first (interface/streaming 2.8)
    if (!isFirst && passage.message) subscriber.freeAt = this.#clock.steady() + passage.message.gap;
    if (passage.message?.last) this.end(subscriber);
    else if (passage.to !== channel.head) this.queue(subscriber);
  }

  #wait(subscriber: Subscriber): void {
    subscriber.late = true;
    if (subscriber.gapSlot < 0) subscriber.gapSlot = this.#gaps.put(subscriber, subscriber.freeAt);
    this.#rest(subscriber);
  }

  /** There is no news: writes a keepalive when one is due. */
  #rest(subscriber: Subscriber): void {
    if (this.#clock.steady() - subscriber.wroteAt >= this.#keepalive) this.#put(subscriber, keepaliveLine);
  }

  #write(subscriber: Subscriber, { message, lines }: Passage): void {
    if (!message) return;
    this.#put(subscriber, message.pieces, lines);
    this.#metrics.wrote(message.pieces, subscriber.wroteAt);
  }

  #put(subscriber: Subscriber, pieces: readonly Buffer[], lines?: readonly Line[]): void {
    const now = this.#clock.steady();
    subscriber.wroteAt = now;
    if (subscriber.sink.write(pieces, lines)) return;
    subscriber.stalledAt = now;
    if (subscriber.deadlineSlot < 0) this.#setDeadline(subscriber, now + this.#timeout);
  }

  #drained(subscriber: Subscriber): void {
    subscriber.stalledAt = undefined;
    if (subscriber.isOver) return;
    const { channel } = subscriber;
    if (subscriber.isLeaving || channel.isOver || subscriber.cursor !== channel.head) this.queue(subscriber);
  }

  #endGap(subscriber: Subscriber): void {
    subscriber.gapSlot = -1;
    if (!subscriber.isOver) this.queue(subscriber);
  }

  /** The wheel runs once per keepalive, not after each write: a subscriber that was written to meanwhile is put back. */
  #keepAlive(subscriber: Subscriber): void {
    if (subscriber.isOver) return;
    const now = this.#clock.steady();
    const due = subscriber.wroteAt + this.#keepalive;
    if (due <= now) this.queue(subscriber);
    subscriber.keepaliveSlot = this.#keepalives.put(subscriber, (due <= now ? now : subscriber.wroteAt) + this.#keepalive);
  }

  #judge(subscriber: Subscriber): void {
    subscriber.deadlineSlot = -1;
    if (subscriber.isGone) return;
    const due = (subscriber.stalledAt ?? Number.POSITIVE_INFINITY) + this.#timeout;
    if (subscriber.isOver || due <= this.#clock.steady()) {
      if (!subscriber.isOver) this.#metrics.closedSlow();
      this.cutOff(subscriber);
    } else if (subscriber.stalledAt !== undefined) this.#setDeadline(subscriber, due);
  }

  #setDeadline(subscriber: Subscriber, due: number): void {
    if (subscriber.deadlineSlot >= 0) this.#deadlines.remove(subscriber, subscriber.deadlineSlot);
    subscriber.deadlineSlot = this.#deadlines.put(subscriber, due);
  }

  /** Nothing may keep the response of a closed stream: clients that reconnect in a loop would fill the memory. */
  #drop(subscriber: Subscriber): void {
    if (subscriber.keepaliveSlot >= 0) this.#keepalives.remove(subscriber, subscriber.keepaliveSlot);
    if (subscriber.gapSlot >= 0) this.#gaps.remove(subscriber, subscriber.gapSlot);
    subscriber.keepaliveSlot = -1;
    subscriber.gapSlot = -1;
  }
}

/** At shutdown everything must be over within 10 s. */
const shutdownPatience = 2000;
