import { type Topic, topics } from '../bus.ts';

/** Longer texts are not sent: nodes never need more. */
const TEXT_BYTES = 256 * 1024;
/** Bytes in front of the part of a packet. */
const HEADER_BYTES = 100;
/** Messages of which parts have come and others have not; the oldest one is given up. */
const INCOMPLETE = 64;

/** The first line of a packet: node, topic, number of the message, place of this part, and how many parts there are. */
const HEADER = new RegExp(`^(\\S+) (${topics.join('|')}) (\\d{1,15}) (\\d{1,4}) (\\d{1,4})$`);

export interface BusMessage {
  readonly topic: Topic;
  readonly text: string;
}

/** Cuts the messages of a node into packets that its bus takes. JSON, as a bus may not take every character. */
export class Packets {
  #messages = 0;

  /** @param node not longer than a UUID */
  constructor(private readonly node: string) {}

  /** No packet is longer than `bytes`. None for a text that is too long. */
  cut({ topic, text }: BusMessage, bytes: number): string[] {
    const body = Buffer.from(JSON.stringify(text));
    if (body.length > TEXT_BYTES) return [];
    const parts: string[] = [];
    for (let from = 0; from < body.length; ) {
      let to = Math.min(body.length, from + bytes - HEADER_BYTES);
      // Between two characters
      while (to < body.length && (body[to]! & 0xc0) === 0x80) to--;
      parts.push(body.toString('utf8', from, to));
      from = to;
    }
    const number = ++this.#messages;
    return parts.map((part, at) => `${this.node} ${topic} ${number} ${at} ${parts.length}\n${part}`);
  }
}

interface Incomplete {
  readonly parts: (string | undefined)[];
  missing: number;
  characters: number;
}

/** Puts the packets of other nodes together. A message of which a part is lost is lost. */
export class Joiner {
  readonly #incomplete = new Map<string, Incomplete>();

  constructor(private readonly node: string) {}

  /** The message that is whole with this packet. Packets that make no sense are left out. */
  take(packet: string): BusMessage | undefined {
    const end = packet.indexOf('\n');
    const [, node, topic, number, at, count] = HEADER.exec(packet.slice(0, end)) ?? [];
    if (!node || node === this.node) return undefined;
    const body = packet.slice(end + 1);
    const whole = count === '1' ? body : this.#join(`${node} ${number}`, Number(at), Number(count), body);
    const text = whole === undefined ? undefined : textOf(whole);
    return text === undefined ? undefined : { topic: topic as Topic, text };
  }

  #join(name: string, at: number, count: number, body: string): string | undefined {
    let message = this.#incomplete.get(name);
    if (!message) {
      message = { parts: new Array(count), missing: count, characters: 0 };
      this.#incomplete.set(name, message);
      const [oldest] = this.#incomplete.keys();
      if (this.#incomplete.size > INCOMPLETE) this.#incomplete.delete(oldest!);
    }
    if (at >= message.parts.length || message.parts[at] !== undefined) return undefined;
    message.characters += body.length;
    // No node sends a text of this length: it would only fill the memory
    if (message.characters > TEXT_BYTES) return void this.#incomplete.delete(name);
    message.parts[at] = body;
    if (--message.missing > 0) return undefined;
    this.#incomplete.delete(name);
    return message.parts.join('');
  }
}

function textOf(json: string): string | undefined {
  try {
    const text: unknown = JSON.parse(json);
    return typeof text === 'string' ? text : undefined;
  } catch {
    return undefined;
  }
}
