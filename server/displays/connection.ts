import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Body } from '../../model/field.ts';
import type { Clock, Timer } from '../clock.ts';
import { closes, type End } from './ends.ts';
import { parseMessage } from './parse.ts';

export interface ConnectionLimits {
  /** Between two beats of the server. */
  readonly heartbeatMs: number;
  /** From the handshake to the `hello`. */
  readonly helloMs: number;
  /** A peer that has not read so much of its messages is cut off. Streams have a bound of their own. */
  readonly unsentBytes: number;
  /** Messages a second, and for how many seconds more of them are taken. */
  readonly messagesPerSecond: number;
  readonly burstSeconds: number;
  /** A peer has so long to answer a close. */
  readonly closeMs: number;
}

export const usualConnectionLimits: Omit<ConnectionLimits, 'heartbeatMs'> = {
  helloMs: 10_000,
  unsentBytes: 8 * 1024 * 1024,
  messagesPerSecond: 200,
  burstSeconds: 5,
  closeMs: 2_000,
};

/** A close frame has room for so many bytes of a reason (RFC 6455, 5.5); ws throws when there are more. */
const REASON_BYTES = 123;

/** The heartbeat is missed when nothing was heard for so many times its distance. */
const MISSED = 2.5;

interface Events {
  /** A message that is a JSON object; beats are answered already. */
  readonly message: (message: Body) => void;
  /** Once, when nothing more comes. */
  readonly gone: () => void;
}

/**
 * One WebSocket of a display client: frames to messages and back, the heartbeat, and the bounds on what a peer may send and
 * leave unread (interface/streaming 4.4, 4.10).
 */
export class Connection {
  readonly #socket: WebSocket;
  readonly #stream: Duplex;
  readonly #clock: Clock;
  readonly #limits: ConnectionLimits;
  readonly #events: Events;
  readonly #beat: Timer;
  #hello: Timer | undefined;
  #heardAt: number;
  /** Messages that may come at once: refilled with time, and never more than a burst. */
  #allowed: number;
  #isEnding = false;
  /** Characters of messages that the peer has not taken; of streams, which look after that themselves, there may be more. */
  #unread = 0;

  /** `stream`: what the socket stands on. Between two messages of the socket, frames may be written to it. */
  constructor([socket, stream]: readonly [WebSocket, Duplex], clock: Clock, limits: ConnectionLimits, events: Events) {
    this.#socket = socket;
    this.#stream = stream;
    // One listener for each stream
    stream.setMaxListeners(0);
    this.#clock = clock;
    this.#limits = limits;
    this.#events = events;
    this.#heardAt = clock.steady();
    this.#allowed = limits.messagesPerSecond * limits.burstSeconds;
    this.#beat = clock.every(limits.heartbeatMs, () => this.#sendBeat());
    this.#hello = clock.after(limits.helloMs, () => this.end({ code: 4408, msg: 'No hello came' }));
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    // Each is answered, so they count
    socket.on('ping', () => this.#admit());
    socket.on('pong', () => this.#admit());
    // Of a frame that cannot be read ws sends the close itself: 1009 for one that is too large
    socket.on('error', () => undefined);
    socket.once('close', () => this.#over());
  }

  /** The `hello` has come. */
  greeted(): void {
    this.#hello?.cancel();
    this.#hello = undefined;
  }

  get isEnding(): boolean {
    return this.#isEnding;
  }

  /** Bytes that the peer has not taken yet. */
  get unsent(): number {
    return this.#socket.bufferedAmount;
  }

  send(message: object): void {
    if (this.#isEnding || this.#socket.readyState !== WebSocket.OPEN) return;
    const text = JSON.stringify(message);
    this.#unread += text.length;
    this.#socket.send(text, () => {
      this.#unread -= text.length;
    });
    if (this.#unread > this.#limits.unsentBytes) this.end({ code: 4408, msg: 'Nothing was read for too long' });
  }

  /** Frames that are ready. False: the socket is full, so write nothing until `onDrain`. */
  write(frames: readonly Buffer[]): boolean {
    if (this.#isEnding || this.#socket.readyState !== WebSocket.OPEN) return false;
    const stream = this.#stream;
    stream.cork();
    for (const frame of frames) stream.write(frame);
    stream.uncork();
    return !stream.writableNeedDrain;
  }

  /** Called each time the socket has taken everything after a `false`. `until`: is given what stops that. */
  onDrain(run: () => void, until: (stop: () => void) => void): void {
    this.#stream.on('drain', run);
    until(() => this.#stream.off('drain', run));
  }

  /** Sends what may be lost, as a text that was made once for many; a peer that has left more bytes unread goes without. */
  offer(text: string, unsentMost: number): void {
    if (this.#isEnding || this.#socket.readyState !== WebSocket.OPEN || this.unsent > unsentMost) return;
    this.#socket.send(text);
  }

  /** Reads no more until `resume`. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** Says why, closes with the code, and cuts off a peer that does not answer that. */
  end(end: End): void {
    if (this.#isEnding) return;
    const why = closes(end);
    if (why) this.send(why);
    this.#isEnding = true;
    this.#socket.resume();
    this.#socket.close(end.code, reasonOf(end.msg));
    const timer = this.#clock.after(this.#limits.closeMs, () => this.#socket.terminate());
    this.#socket.once('close', () => timer.cancel());
  }

  #over(): void {
    this.#isEnding = true;
    this.#beat.cancel();
    this.greeted();
    this.#events.gone();
  }

  #sendBeat(): void {
    // Until its hello a peer is waited for, and asked nothing
    if (this.#hello) return;
    if (this.#clock.steady() - this.#heardAt > MISSED * this.#limits.heartbeatMs)
      this.end({ code: 4408, msg: 'Heartbeat missed' });
    else this.send({ type: 'beat' });
  }

  #hear(): void {
    this.#heardAt = this.#clock.steady();
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.#admit()) return;
    const message = isBinary ? undefined : parseMessage(data);
    if (!message)
      return this.end({ code: 4400, msg: 'Messages must be JSON objects in text frames, with at most 20,000 keys and elements' });
    // Before its hello a peer may say nothing else
    if (message.type === 'beat' && !this.#hello) return this.#answerBeat(message);
    this.#events.message(message);
  }

  /** False: nothing is taken of the peer any more. */
  #admit(): boolean {
    if (this.#isEnding) return false;
    this.#refill();
    this.#allowed -= 1;
    if (this.#allowed < 0) this.end({ code: 4429, msg: 'Too many messages' });
    return this.#allowed >= 0;
  }

  #refill(): void {
    const { messagesPerSecond, burstSeconds } = this.#limits;
    const before = this.#heardAt;
    this.#hear();
    const more = ((this.#heardAt - before) / 1000) * messagesPerSecond;
    this.#allowed = Math.min(messagesPerSecond * burstSeconds, this.#allowed + more);
  }

  /** A client that tells its own time learns the offset of its clock. */
  #answerBeat({ client_time }: Body): void {
    if (typeof client_time !== 'number') return;
    this.send({ type: 'beat', client_time, server_time: new Date(this.#clock.now()).toISOString() });
  }
}

/** As much of a text as a close frame can hold. */
function reasonOf(text: string): string {
  let reason = text.slice(0, REASON_BYTES);
  while (Buffer.byteLength(reason) > REASON_BYTES) reason = reason.slice(0, -1);
  return reason;
}
