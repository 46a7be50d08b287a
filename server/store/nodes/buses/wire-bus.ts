import type { Clock, Timer } from '../../../clock.ts';
import type { Bus, Topic } from '../bus.ts';
import { Joiner, Packets } from './packets.ts';

/** Pauses between attempts to connect, in milliseconds; the last one again and again. */
const PAUSES = [250, 500, 1000, 2000, 5000];

type Take = (text: string) => void;

/** One connection to what carries messages, from the moment at which it carries them. */
export interface Wire {
  /** Bytes that a packet may have. */
  readonly packetBytes: number;
  /** Never throws. What cannot be sent is lost. */
  send(packets: readonly string[]): void;
  close(): Promise<void>;
}

export interface WireEvents {
  readonly take: (packet: string) => void;
  /** Messages come through again, or no more, while the connection is kept. */
  readonly turn: (isUp: boolean) => void;
  /** The connection is gone: another one is needed. */
  readonly gone: () => void;
}

export interface WireBusDeps {
  /** A name that no other node has. */
  readonly node: string;
  readonly clock: Clock;
  /** Rejects while it cannot be reached. */
  readonly connect: (events: WireEvents) => Promise<Wire>;
}

/** A bus over a connection that comes and goes: it connects in the background, again and again. */
export function wireBus(deps: WireBusDeps): Bus {
  return new WireBus(deps);
}

class WireBus implements Bus {
  readonly #takers = new Map<Topic, Set<Take>>();
  readonly #listeners = new Set<(isUp: boolean) => void>();
  readonly #packets: Packets;
  readonly #joiner: Joiner;
  #wire: Wire | undefined;
  #isUp = false;
  #failures = 0;
  #again: Timer | undefined;
  #connecting: Promise<void> | undefined;
  #closed = false;

  constructor(private readonly deps: WireBusDeps) {
    this.#packets = new Packets(deps.node);
    this.#joiner = new Joiner(deps.node);
    this.#begin();
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  send(topic: Topic, text: string): void {
    const wire = this.#wire;
    if (wire && this.#isUp) wire.send(this.#packets.cut({ topic, text }, wire.packetBytes));
  }

  listen(topic: Topic, take: Take): () => void {
    const takers = this.#takers.get(topic) ?? new Set();
    this.#takers.set(topic, takers.add(take));
    return () => void takers.delete(take);
  }

  onTurn(listener: (isUp: boolean) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#again?.cancel();
    await this.#connecting;
    await this.#wire?.close();
    this.#turn(false);
  }

  #begin(): void {
    this.#connecting = this.#connect().finally(() => {
      this.#connecting = undefined;
    });
  }

  async #connect(): Promise<void> {
    let isGone = false;
    const gone = (): void => {
      if (isGone) return;
      isGone = true;
      this.#lose();
    };
    const turn = (isUp: boolean): void => {
      if (!isGone && this.#wire) this.#turn(isUp);
    };
    try {
      const wire = await this.deps.connect({ take: (packet) => this.#take(packet), turn, gone });
      this.#wire = wire;
      if (isGone) return;
      this.#failures = 0;
      this.#turn(true);
    } catch {
      gone();
    }
  }

  #lose(): void {
    const wire = this.#wire;
    this.#wire = undefined;
    this.#turn(false);
    wire?.close().catch(() => undefined);
    if (this.#closed) return;
    const pause = PAUSES[Math.min(this.#failures++, PAUSES.length - 1)]!;
    this.#again = this.deps.clock.after(pause, () => this.#begin());
  }

  #turn(isUp: boolean): void {
    if (isUp === this.#isUp) return;
    this.#isUp = isUp;
    for (const listener of this.#listeners) listener(isUp);
  }

  #take(packet: string): void {
    const message = this.#joiner.take(packet);
    if (message) for (const take of this.#takers.get(message.topic) ?? []) take(message.text);
  }
}
