import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Clock, Timer } from '../../clock.ts';
import { FrameTracker } from './arriving.ts';
import type { End } from './ends.ts';
import type { Intake } from './intake.ts';

/** What one peer may send, and in whose name. */
export interface Peer {
  /** The user or the address that has turns, and memory, for all its connections. */
  readonly caller: string;
  readonly messageBytes: number;
  /** What its messages may cost in a second. */
  readonly costPerSecond: number;
  /** Pays for messages that are not whole, or not done. */
  readonly memory: Memory;
  /** Bytes of messages that need no `memory`. */
  readonly freeBytes: number;
}

interface Memory {
  /** Throws a Refusal when less than this is left. */
  take(bytes: number): void;
  give(bytes: number): void;
}

export interface IncomingLimits {
  /** The cost of messages is counted over this many seconds: a peer may be this far ahead. */
  readonly burstSeconds: number;
  /** From the first byte of a message to its last. */
  readonly messageMs: number;
}

interface Deps extends IncomingLimits {
  readonly clock: Clock;
  readonly intake: Pick<Intake, 'enter'>;
  /** `done` is called when nothing of the message is needed any more. */
  readonly take: (data: Buffer, isBinary: boolean, done: () => void) => void;
  /** The peer did something that ends it; nothing more is read of it. */
  readonly fail: (end: End) => void;
}

/**
 * Messages that wait, and the peer is not read any more until they are taken: reading takes time that the intake does not count, and of
 * many peers at once it must not be much.
 */
const WAITING_MAX = 4;
/** Every message costs one more, and another one for each of these bytes. */
const COST_BYTES = 8 * 1024;
/** A ping is answered in the turn in which it comes. */
const PING_COST = 4;
/** Memory of a message besides its bytes. */
const MESSAGE_OVERHEAD = 256;

interface Message {
  readonly data: Buffer;
  readonly isBinary: boolean;
}

/** What a peer sends, until it is its turn: the bounds of its size, its cost, its time and its memory (interface/streaming 4.4). */
export class Incoming {
  readonly #socket: WebSocket;
  readonly #deps: Deps;
  readonly #arriving = new FrameTracker();
  readonly #waiting: Message[] = [];
  #peer: Peer;
  /** Bytes of messages that are whole and not done. */
  #heldBytes = 0;
  /** What the peer's memory was asked for. */
  #paidBytes = 0;
  /** What messages may still cost. */
  #allowed: number;
  #countedAt: number;
  #deadline: Timer | undefined;
  #isHeld = false;
  #isPaused = false;
  #isOver = false;
  #isGone = false;

  constructor([socket, stream]: readonly [WebSocket, Duplex], peer: Peer, deps: Deps) {
    this.#socket = socket;
    this.#peer = peer;
    this.#deps = deps;
    this.#countedAt = deps.clock.steady();
    this.#allowed = peer.costPerSecond * deps.burstSeconds;
    // This listener comes before that of the library, which keeps what it is given
    stream.prependListener('data', (chunk: Buffer) => this.#arrive(chunk));
    socket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary));
    socket.on('ping', () => this.charge(PING_COST));
    socket.on('pong', () => this.charge(1));
  }

  /** Changes the sender of all later messages. Throws a Refusal when that peer has no memory left for what waits. */
  become(peer: Peer): void {
    const held = this.#paidBytes;
    peer.memory.take(held);
    this.#peer.memory.give(held);
    this.#peer = peer;
    this.#allowed = Math.min(this.#allowed, peer.costPerSecond * this.#deps.burstSeconds);
    this.#pay();
  }

  /** Takes no message until `go`. */
  hold(): void {
    this.#isHeld = true;
  }

  go(): void {
    this.#isHeld = false;
    if (this.#waiting.length > 0) this.#deps.intake.enter(this.#peer.caller, this);
    this.#resume();
  }

  /** False: it costs more than the peer has left, and nothing is taken of it any more. */
  charge(cost: number): boolean {
    if (this.#isOver) return false;
    const { clock, burstSeconds } = this.#deps;
    const { costPerSecond } = this.#peer;
    const now = clock.steady();
    const more = ((now - this.#countedAt) / 1000) * costPerSecond;
    this.#countedAt = now;
    this.#allowed = Math.min(costPerSecond * burstSeconds, this.#allowed + more) - cost;
    if (this.#allowed < 0) this.#deps.fail({ code: 4429, msg: 'Too many messages' });
    return this.#allowed >= 0;
  }

  readonly takeNext = (): boolean => {
    const message = this.#isHeld || this.#isOver ? undefined : this.#waiting.shift();
    if (!message) return false;
    const bytes = message.data.length + MESSAGE_OVERHEAD;
    this.#deps.take(message.data, message.isBinary, () => {
      this.#heldBytes -= bytes;
      this.#pay();
    });
    this.#resume();
    return this.#waiting.length > 0 && !this.#isHeld;
  };

  /** Nothing is taken any more. What the library goes on holding is paid for until the socket is gone. */
  stop(): void {
    this.#isOver = true;
    for (const { data } of this.#waiting.splice(0)) this.#heldBytes -= data.length + MESSAGE_OVERHEAD;
    this.#pay();
    this.#deadline?.cancel();
  }

  /** The socket is gone. */
  end(): void {
    this.stop();
    this.#isGone = true;
    this.#peer.memory.give(this.#paidBytes);
    this.#paidBytes = 0;
  }

  #arrive(chunk: Buffer): void {
    const arriving = this.#arriving;
    const before = arriving.whole;
    arriving.add(chunk);
    const isPaid = this.#pay();
    if (!isPaid && this.#isOver) this.#socket.terminate();
    if (!isPaid || this.#isOver) return;
    if (arriving.announced > this.#peer.messageBytes) {
      return this.#deps.fail({ code: 1009, msg: `A message has at most ${this.#peer.messageBytes} bytes` });
    }
    if (arriving.whole !== before || arriving.held === 0) {
      this.#deadline?.cancel();
      this.#deadline = undefined;
    }
    if (arriving.held > 0) this.#deadline ??= this.#expectRest();
  }

  #expectRest(): Timer {
    const { clock, messageMs, fail } = this.#deps;
    return clock.after(messageMs, () => {
      // Nothing could come
      if (this.#isPaused) this.#deadline = this.#expectRest();
      else fail({ code: 4408, msg: 'A message was not whole in time' });
    });
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.charge(1 + Math.floor(data.length / COST_BYTES))) return;
    this.#waiting.push({ data, isBinary });
    this.#heldBytes += data.length + MESSAGE_OVERHEAD;
    if (!this.#pay()) return;
    if (!this.#isHeld) this.#deps.intake.enter(this.#peer.caller, this);
    if (this.#waiting.length < WAITING_MAX || this.#isPaused) return;
    this.#isPaused = true;
    this.#socket.pause();
  }

  #resume(): void {
    if (!this.#isPaused || this.#isOver || this.#waiting.length > 0) return;
    this.#isPaused = false;
    this.#socket.resume();
  }

  /** False: there is no memory for what the peer sends. */
  #pay(): boolean {
    if (this.#isGone) return true;
    const { memory, freeBytes } = this.#peer;
    const more = Math.max(0, this.#arriving.held + this.#heldBytes - freeBytes) - this.#paidBytes;
    try {
      if (more > 0) memory.take(more);
      else if (more < 0) memory.give(-more);
      this.#paidBytes += more;
      return true;
    } catch {
      if (!this.#isOver) this.#deps.fail({ code: 1011, msg: 'The server has no memory for the message now' });
      return false;
    }
  }
}
