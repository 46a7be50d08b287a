import { request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { readSettings } from '../server/settings.ts';
import { refused, type Terminal } from './terminal.ts';

/** Longer than the server takes to answer. */
const PATIENCE_MS = 3000;

/** `easel health`: whether the server of these settings works, as the health check of a container asks. The exit code says it. */
export async function checkHealth(terminal: Terminal): Promise<number> {
  const { host, port, httpsPort, tlsCert } = readSettings(terminal.env);
  const isSecure = tlsCert !== '';
  // A server that listens everywhere is reached here
  const reached = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = { host: reached, port: isSecure ? httpsPort : port, path: '/healthz/live', timeout: PATIENCE_MS };
  try {
    const status = await ask(isSecure, address);
    return status === 200 ? 0 : refused(terminal, `the server is stuck: it answers ${status}`);
  } catch (cause) {
    return refused(terminal, `no server answers at ${reached}:${address.port}: ${(cause as Error).message}`);
  }
}

function ask(isSecure: boolean, address: { host: string; port: number; path: string; timeout: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    // The certificate is for the name that people use, and this is the same machine
    const asked = isSecure ? requestSecure({ ...address, rejectUnauthorized: false }) : requestPlain(address);
    asked.once('response', (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    asked.once('timeout', () => asked.destroy(new Error('it does not answer in time')));
    asked.once('error', reject).end();
  });
}
