import { isIP } from 'node:net';
import { type Environment, isSet, readSetting, setting } from './read.ts';
import { listenAddress, password } from './types.ts';

/** What monitoring reads, and where. */
export const monitoringSettings = {
  metricsListen: setting({
    name: 'EASEL_METRICS_LISTEN',
    group: 'Log',
    type: listenAddress,
    default: '',
    unit: '',
    why: 'Address and port of a listener of its own for monitoring, with `/metrics` for Prometheus and the two health routes: `127.0.0.1:9464`; port 0 takes a free one. Empty: there is none, and `easel metrics` prints the same. See [Monitoring](monitoring.md).',
  }),
  metricsToken: setting({
    name: 'EASEL_METRICS_TOKEN',
    group: 'Log',
    type: password,
    default: '',
    unit: '',
    why: 'What a reader of `/metrics` sends as `Authorization: Bearer …`. Needed when `EASEL_METRICS_LISTEN` is an address that other machines reach.',
    secret: true,
  }),
};

/** Metrics tell how much a server is used, so a listener that other machines reach needs a token. */
export function openMetrics(env: Environment): string[] {
  const { metricsListen, metricsToken } = monitoringSettings;
  const { value } = readSetting(metricsListen, env);
  if (!value || isSet(metricsToken.name, env) || isLoopback(hostIn(value))) return [];
  return [`${metricsToken.name} is missing: ${metricsListen.name} is ${value}, which other machines reach`];
}

/** `[::1]:9464` names the host `::1`. */
export const hostIn = (address: string): string => address.slice(0, address.lastIndexOf(':')).replace(/^\[|\]$/g, '');

export const portIn = (address: string): number => Number(address.slice(address.lastIndexOf(':') + 1));

/** An address at which only programs of the same machine are heard. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
