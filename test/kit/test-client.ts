import { type ClientOptions, type ConnectionEnd, connect, type EaselClient } from '../../client/index.ts';
import { type FakeClock, fakeClock } from './clock.ts';
import { FakeSockets } from './fake-socket.ts';

/** A client of the library whose server is the test. */
export interface TestClient {
  readonly sockets: FakeSockets;
  readonly clock: FakeClock;
  readonly client: EaselClient;
  readonly faults: unknown[];
  readonly losses: ConnectionEnd[];
}

/** Lets settled promises run on. */
export const turn = async (): Promise<void> => {
  for (let at = 0; at < 30; at++) await Promise.resolve();
};

/** A display that has begun to connect. */
export async function beginClient({ ports, ...options }: Partial<ClientOptions> = {}): Promise<TestClient> {
  const sockets = new FakeSockets();
  const clock = fakeClock();
  const faults: unknown[] = [];
  const losses: ConnectionEnd[] = [];
  const fetch = () => Promise.reject(new Error('no network'));
  const client = connect({
    server: 'http://wall.example:8080/',
    token: 'pR3v',
    client: { installation_name: 'lobby' },
    workspaces: [{ index: 0, size: { width: 1600, height: 900 } }],
    fault: (cause) => faults.push(cause),
    ...options,
    ports: { WebSocket: sockets.WebSocket, clock, random: () => 0.5, fetch, ...ports },
    on: { lost: (lost) => losses.push(lost), ...options.on },
  });
  await turn();
  return { sockets, clock, client, faults, losses };
}

/** A display that the server has welcomed. */
export async function connectedClient(options: Partial<ClientOptions> = {}): Promise<TestClient> {
  const connected = await beginClient(options);
  connected.sockets.welcome();
  return connected;
}
