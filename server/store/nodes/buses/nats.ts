import { type ConnectionOptions, connect as connectTo, type NatsConnection } from '@nats-io/transport-node';
import type { Clock } from '../../../clock.ts';
import type { Bus } from '../bus.ts';
import { type Wire, type WireEvents, wireBus } from './wire-bus.ts';

const CONNECT_MS = 3000;
/** The pause between two pings of the server, which is given up after two without an answer. */
const PING_MS = 3000;

export interface NatsBusOptions {
  /** `nats://` or `tls://`, with an account or a token in front of the host. */
  readonly url: string;
  /**
   * The id of the installation, which keeps several on one NATS apart. Undefined: it is not known yet, and the bus waits.
   */
  readonly installation: () => string | undefined;
  readonly node: string;
  readonly clock: Clock;
}

/** NATS without persistence: what is sent while nobody listens is gone. */
export function natsBus({ url, installation, node, clock }: NatsBusOptions): Bus {
  return wireBus({ node, clock, connect: (events) => connect(url, installation(), events) });
}

async function connect(url: string, installation: string | undefined, events: WireEvents): Promise<Wire> {
  if (installation === undefined) throw new Error('the installation has no id yet');
  const connection = await connectTo({
    ...natsOptions(url),
    name: 'easel',
    noEcho: true,
    timeout: CONNECT_MS,
    pingInterval: PING_MS,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    ignoreAuthErrorAbort: true,
  });
  const subject = `easel.${installation}`;
  connection.subscribe(subject, {
    callback(failure, message) {
      if (!failure) events.take(message.string());
    },
  });
  void watch(connection, events);
  await connection.flush();
  return {
    packetBytes: connection.info!.max_payload,
    send(packets) {
      for (const packet of packets) publish(connection, subject, packet);
    },
    close: () => connection.close().catch(() => undefined),
  };
}

/** The client connects again by itself, and subscribes again. */
async function watch(connection: NatsConnection, events: WireEvents): Promise<void> {
  void connection.closed().then(events.gone);
  for await (const { type } of connection.status()) {
    if (type === 'disconnect') events.turn(false);
    if (type === 'reconnect') events.turn(true);
  }
}

function publish(connection: NatsConnection, subject: string, packet: string): void {
  try {
    connection.publish(subject, packet);
  } catch {
    // The connection is closed; the message is lost
  }
}

/** An account without a password is a token. */
export function natsOptions(text: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(text);
  const user = decodeURIComponent(username);
  const pass = decodeURIComponent(password);
  const account = user === '' ? {} : pass === '' ? { token: user } : { user, pass };
  return { servers: host, ...account, ...(protocol === 'tls:' && { tls: {} }) };
}
