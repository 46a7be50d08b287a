import { connect } from 'node:net';

const usual = {
  PostgreSQL: { variable: 'EASEL_TEST_DATABASE_URL', url: 'postgres://postgres@127.0.0.1:5432/postgres', port: 5432 },
  NATS: { variable: 'EASEL_TEST_NATS_URL', url: 'nats://127.0.0.1:4222', port: 4222 },
} as const;

/** The address of a service for tests. */
export const serviceAddress = (name: keyof typeof usual): string => process.env[usual[name].variable] || usual[name].url;

/** Does something listen there? */
export function reachable(name: keyof typeof usual): Promise<boolean> {
  const { hostname, port } = new URL(serviceAddress(name));
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port || usual[name].port), timeout: 1000 });
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', () => end(true));
    for (const event of ['error', 'timeout'] as const) socket.once(event, () => end(false));
  });
}
