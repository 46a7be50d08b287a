import type { Bus, Topic } from '../../server/store/store.ts';

interface Place {
  readonly topic: Topic;
  readonly take: (text: string) => void;
}

/** A bus between the nodes of one process, which a test can cut and make lossy. */
export class Hub {
  readonly #buses = new Set<HubBus>();
  /** Which messages get lost; by default none. */
  loses: (topic: Topic, text: string) => boolean = () => false;
  /** Everything that was sent since the start. */
  readonly sent: { readonly topic: Topic; readonly text: string }[] = [];

  join(): HubBus {
    const bus = new HubBus((topic, text) => this.#carry(bus, topic, text));
    this.#buses.add(bus);
    return bus;
  }

  #carry(from: HubBus, topic: Topic, text: string): void {
    this.sent.push({ topic, text });
    for (const bus of this.#buses) {
      if (bus === from || !bus.isUp || this.loses(topic, text)) continue;
      setImmediate(() => bus.hear(topic, text));
    }
  }
}

export class HubBus implements Bus {
  readonly #places = new Set<Place>();
  readonly #turns = new Set<(isUp: boolean) => void>();
  readonly #carry: (topic: Topic, text: string) => void;
  #isUp = true;

  constructor(carry: (topic: Topic, text: string) => void) {
    this.#carry = carry;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Nothing comes through, or everything again. */
  set isUp(isUp: boolean) {
    this.#isUp = isUp;
    for (const turn of this.#turns) turn(isUp);
  }

  send(topic: Topic, text: string): void {
    if (this.#isUp) this.#carry(topic, text);
  }

  listen(topic: Topic, take: (text: string) => void): () => void {
    const place = { topic, take };
    this.#places.add(place);
    return () => this.#places.delete(place);
  }

  onTurn(listener: (isUp: boolean) => void): () => void {
    this.#turns.add(listener);
    return () => this.#turns.delete(listener);
  }

  async close(): Promise<void> {
    this.#places.clear();
  }

  hear(topic: Topic, text: string): void {
    if (!this.#isUp) return;
    for (const place of this.#places) if (place.topic === topic) place.take(text);
  }
}
