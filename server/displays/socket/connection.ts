import type { Duplex } from 'node:stream';
import { WebSocket } from 'ws';
import type { Body } from '../../../model/field.ts';
import type { Clock, Timer } from '../../clock.ts';
import { closes, type End } from './ends.ts';
import { Incoming, type IncomingLimits, type Peer } from './incoming.ts';
import type { Intake } from './intake.ts';
import { parseMessage } from './parse.ts';

export interface ConnectionLimits extends IncomingLimits {
  /** Between two beats of the server. */
  readonly heartbeatMs: number;
  /** From the handshake to the `hello`. */
  readonly helloMs: number;
  /** A peer that leaves this many bytes of its messages unread is cut off. Streams have a bound of their own. */
  readonly unsentBytes: number;
  /** The time in which a peer must answer a close. */
  readonly closeMs: number;
}

export const usualConnectionLimits: Omit<ConnectionLimits, 'heartbeatMs'> = {
  helloMs: 10_000,
  unsentBytes: 8 * 1024 * 1024,
  burstSeconds: 5,
  messageMs: 60_000,
  closeMs: 2_000,
};

/** Bytes of a reason that a close frame has room for (RFC 6455, 5.5); ws throws when there are more. */
const REASON_BYTES = 123;

/** The heartbeat is missed after a silence of this many intervals. */
const MISSED = 2.5;

export interface ConnectionDeps {
  readonly clock: Clock;
  readonly limits: ConnectionLimits;
  readonly intake: Pick<Intake, 'enter'>;
  readonly peer: Peer;
}

interface Events {
  /** A message that is a JSON object; beats are answered already. `done` is called when nothing of it is needed any more. */
  readonly message: (message: Body, done: () => void) => void;
  /** Called once, when nothing more comes. */
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
  readonly #incoming: Incoming;
  #heardAt: number;
  #isEnding = false;
  #isGathering = false;
  /** Characters of messages that the peer has not taken; of streams, which look after that themselves, there may be more. */
  #unread = 0;

  /** `stream`: what the socket stands on. Between two messages of the socket, frames may be written to it. */
  constructor([socket, stream]: readonly [WebSocket, Duplex], { clock, limits, intake, peer }: ConnectionDeps, events: Events) {
    this.#socket = socket;
    this.#stream = stream;
    // One listener for each stream
    stream.setMaxListeners(0);
    this.#clock = clock;
    this.#limits = limits;
    this.#events = events;
    this.#heardAt = clock.steady();
    this.#beat = clock.every(limits.heartbeatMs, () => this.#sendBeat());
    this.#hello = clock.after(limits.helloMs, () => this.end({ code: 4408, msg: 'No hello came' }));
    this.#incoming = new Incoming([socket, stream], peer, {
      clock,
      intake,
      ...limits,
      take: (data, isBinary, done) => this.#take(data, isBinary, done),
      fail: (end) => this.#cutOff(end),
    });
    for (const event of ['message', 'ping', 'pong']) socket.on(event, () => this.#hear());
    // For an unreadable frame, `ws` itself sends the close
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
    this.#gather();
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

  /** Writes frames that were made once for many. False: it did not, because the peer has left more bytes unread than `unsentMost`. */
  offer(frames: readonly Buffer[], unsentMost: number): boolean {
    if (this.unsent > unsentMost) return false;
    this.write(frames);
    return true;
  }

  /** Takes no message until `go`. */
  hold(): void {
    this.#incoming.hold();
  }

  go(): void {
    this.#incoming.go();
  }

  /** Changes the peer of the connection. Throws a Refusal when there is no room for what waits. */
  become(peer: Peer): void {
    this.#incoming.become(peer);
  }

  /** False: the peer has asked for too much, and is cut off. */
  charge(cost: number): boolean {
    return this.#incoming.charge(cost);
  }

  /** Says why, closes with the code, and cuts off a peer that does not answer that. */
  end(end: End): void {
    if (this.#isEnding) return;
    const why = closes(end);
    if (why) this.send(why);
    this.#isEnding = true;
    this.#incoming.stop();
    this.#socket.resume();
    this.#socket.close(end.code, reasonOf(end.msg));
    const timer = this.#clock.after(this.#limits.closeMs, () => this.#socket.terminate());
    this.#socket.once('close', () => timer.cancel());
  }

  /** Ends it, and reads nothing more that anybody keeps. */
  #cutOff(end: End): void {
    this.end(end);
    this.#stream.removeAllListeners('data');
    this.#stream.resume();
    this.#stream.end();
  }

  #over(): void {
    this.#isEnding = true;
    this.#incoming.end();
    this.#beat.cancel();
    this.greeted();
    this.#events.gone();
  }

  /** Whatever is written in this turn leaves in one piece: an answer often has another one, or the beginning of a stream, behind it. */
  #gather(): void {
    if (this.#isGathering) return;
    this.#isGathering = true;
    this.#stream.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.#stream.uncork();
    });
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

  #take(data: Buffer, isBinary: boolean, done: () => void): void {
    const message = isBinary ? undefined : parseMessage(data);
    if (!message)
      return this.end({ code: 4400, msg: 'Messages must be JSON objects in text frames, with at most 20,000 keys and elements' });
    // Before its hello a peer may say nothing else
    if (message.type !== 'beat' || this.#hello) return this.#events.message(message, done);
    this.#answerBeat(message);
    done();
  }

  /** A client that tells its own time learns the offset of its clock. */
  #answerBeat({ client_time }: Body): void {
    if (typeof client_time !== 'number') return;
    this.send({ type: 'beat', client_time, server_time: new Date(this.#clock.now()).toISOString() });
  }
}

/** Cuts a text to the length that a close frame can hold. */
function reasonOf(text: string): string {
  let reason = text.slice(0, REASON_BYTES);
  while (Buffer.byteLength(reason) > REASON_BYTES) reason = reason.slice(0, -1);
  return reason;
}
