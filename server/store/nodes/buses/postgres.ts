import { Client, type ClientConfig } from 'pg';
import type { Clock, Timer } from '../../../clock.ts';
import type { Bus } from '../bus.ts';
import { type Wire, type WireEvents, wireBus } from './wire-bus.ts';

/** What NOTIFY takes is less than 8,000 bytes. */
const PACKET_BYTES = 7900;
/** Packets of this many milliseconds are one statement. */
const GATHER_MS = 5;
/** Packets that wait for the database; more are lost. */
const WAITING = 10_000;
/** The pause between two proofs that the connection is alive, and the longest wait for an answer. */
const PROVE_MS = 3000;

export interface PostgresBusOptions {
  readonly config: ClientConfig;
  /** Nodes of one installation name the same. 1 to 63 of a to z, 0 to 9 and _. */
  readonly channel: string;
  readonly node: string;
  readonly clock: Clock;
}

/** NOTIFY on a connection of its own, so that no commit waits for it and it for none. */
export function postgresBus({ config, channel, node, clock }: PostgresBusOptions): Bus {
  return wireBus({ node, clock, connect: (events) => connect({ config, channel, clock }, events) });
}

async function connect(options: Omit<PostgresBusOptions, 'node'>, events: WireEvents): Promise<Wire> {
  const { config, channel } = options;
  const client = new Client({
    application_name: 'easel events',
    connectionTimeoutMillis: PROVE_MS,
    keepAlive: true,
    query_timeout: PROVE_MS,
    ...config,
  });
  client.on('error', events.gone);
  client.on('end', events.gone);
  client.on('notification', ({ payload }) => payload && events.take(payload));
  try {
    await client.connect();
    await client.query(`LISTEN ${client.escapeIdentifier(channel)}`);
  } catch (cause) {
    await client.end().catch(() => undefined);
    throw cause;
  }
  return new PostgresWire(client, options, events);
}

class PostgresWire implements Wire {
  readonly packetBytes = PACKET_BYTES;
  #waiting: string[] = [];
  #gathering: Timer | undefined;
  #isSending = false;
  readonly #proving: Timer;

  constructor(
    private readonly client: Client,
    private readonly options: Omit<PostgresBusOptions, 'node'>,
    private readonly events: WireEvents,
  ) {
    this.#proving = options.clock.every(PROVE_MS, () => void client.query('SELECT 1').catch(events.gone));
  }

  send(packets: readonly string[]): void {
    if (this.#waiting.length + packets.length > WAITING) return;
    this.#waiting.push(...packets);
    this.#gather();
  }

  async close(): Promise<void> {
    this.#proving.cancel();
    this.#gathering?.cancel();
    await this.client.end().catch(() => undefined);
  }

  #gather(): void {
    if (this.#gathering || this.#isSending || this.#waiting.length === 0) return;
    this.#gathering = this.options.clock.after(GATHER_MS, () => void this.#notify());
  }

  async #notify(): Promise<void> {
    this.#gathering = undefined;
    this.#isSending = true;
    const packets = this.#waiting;
    this.#waiting = [];
    try {
      const text = 'SELECT pg_notify($1, packet) FROM unnest($2::text[]) AS packet';
      await this.client.query(text, [this.options.channel, packets]);
    } catch {
      this.events.gone();
    }
    this.#isSending = false;
    this.#gather();
  }
}
