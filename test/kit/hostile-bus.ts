import type { Bus, Topic } from '../../server/store/nodes/bus.ts';
import { Random } from './random.ts';

type Take = (text: string) => void;

/** Joins the nodes of one process. With a seed it loses, doubles, delays and reorders messages, as a bus may. */
export class BusHub {
  readonly #nodes = new Set<HubBus>();
  readonly #random: Random | undefined;
  #isUp = true;
  /** Every message is lost, and nobody knows. */
  loses = false;
  /** What was sent while it was up. */
  readonly sent: { readonly topic: Topic; readonly text: string }[] = [];

  constructor(seed?: number) {
    if (seed !== undefined) this.#random = new Random(seed);
  }

  node(): Bus {
    const bus = new HubBus(this);
    this.#nodes.add(bus);
    return bus;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** Takes it away from all nodes, or brings it back. */
  turn(isUp: boolean): void {
    this.#isUp = isUp;
    for (const node of this.#nodes) node.turn(isUp);
  }

  deliver(from: HubBus, topic: Topic, text: string): void {
    if (!this.#isUp) return;
    this.sent.push({ topic, text });
    if (this.loses) return;
    for (const node of this.#nodes) if (node !== from) this.#carry(() => node.take(topic, text));
  }

  #carry(arrive: () => void): void {
    const random = this.#random;
    if (!random) return void setImmediate(arrive);
    const copies = random.of([0, 0, 0, 1, 1, 1, 1, 2, 2, 3]);
    for (let copy = 0; copy < copies; copy++) this.#late(arrive, random.below(6));
  }

  #late(arrive: () => void, turns: number): void {
    setImmediate(() => (turns === 0 ? arrive() : this.#late(arrive, turns - 1)));
  }

  leave(node: HubBus): void {
    this.#nodes.delete(node);
  }
}

class HubBus implements Bus {
  readonly #takers = new Map<Topic, Set<Take>>();
  readonly #listeners = new Set<(isUp: boolean) => void>();

  constructor(private readonly hub: BusHub) {}

  get isUp(): boolean {
    return this.hub.isUp;
  }

  send(topic: Topic, text: string): void {
    this.hub.deliver(this, topic, text);
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

  take(topic: Topic, text: string): void {
    for (const take of this.#takers.get(topic) ?? []) take(text);
  }

  turn(isUp: boolean): void {
    for (const listener of this.#listeners) listener(isUp);
  }

  async close(): Promise<void> {
    this.hub.leave(this);
  }
}
