import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { refuse } from '../../../model/refusal.ts';
import { operator } from '../../access/actor.ts';
import type { Clock } from '../../clock.ts';
import { hostIn, portIn } from '../../settings/monitoring.ts';
import type { HttpDeps, HttpSettings, Limits } from '../deps.ts';
import { createServerOfFew } from './few.ts';
import { type Listener, listen, shownHost } from './listeners.ts';

/** The listener of monitoring, which the settings may leave out. */
export interface Monitoring {
  /** Does nothing where the settings name none. Rejects with one clear line. */
  listen(): Promise<void>;
  /** `''` until it listens. */
  readonly address: string;
  close(): Promise<void>;
}

type MonitoringSettings = Pick<HttpSettings, 'metricsListen' | 'metricsToken'>;

export function createMonitoring(
  { metricsListen }: MonitoringSettings,
  limits: Limits,
  clock: Clock,
  run: RequestListener,
): Monitoring {
  let listening: Listener | undefined;
  let address = '';
  return {
    get address() {
      return address;
    },
    async listen() {
      if (metricsListen === '') return;
      const server = createServerOfFew(limits, clock, run, 'Too many readers of metrics at a time');
      const host = hostIn(metricsListen);
      listening = await listen(server, { host, port: portIn(metricsListen), setting: 'EASEL_METRICS_LISTEN' }, limits, clock);
      address = `http://${shownHost(host)}:${listening.port}`;
    },
    close: async () => listening?.stop(),
  };
}

/** A reader of metrics has no account, but the token of the settings; where there is none, only this machine can ask. */
export function monitorOf(
  { metricsToken }: MonitoringSettings,
  authenticate: HttpDeps['authenticate'],
): HttpDeps['authenticate'] {
  const expected = digest(metricsToken);
  return ({ token = '' }) => {
    if (metricsToken === '' || timingSafeEqual(digest(token), expected)) return operator;
    if (token === '') return authenticate({});
    throw refuse.invalidToken();
  };
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
