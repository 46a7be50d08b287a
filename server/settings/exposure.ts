import { isLoopback } from './monitoring.ts';

interface ExposureSettings {
  readonly host: string;
  readonly tlsCert: string;
  readonly trustedProxies: readonly string[];
}

/**
 * One line for each combination of settings that is dangerous once other machines reach the server. @param usual the default of
 * the trusted proxies.
 */
export function exposureWarnings({ host, tlsCert, trustedProxies }: ExposureSettings, usual: readonly string[]): string[] {
  if (isLoopback(host)) return [];
  const lines = [];
  if (tlsCert === '') {
    lines.push(
      `EASEL_HOST is ${host} and there is no TLS: passwords and tokens cross the network in clear text. Set EASEL_TLS_CERT and EASEL_TLS_KEY, or listen on 127.0.0.1 behind a proxy that has TLS`,
    );
  }
  if (trustedProxies.join() === usual.join()) {
    lines.push(
      `EASEL_TRUSTED_PROXIES is ${usual.join()}, its default, which covers public addresses: whoever comes from one can claim any other in X-Forwarded-For. Set it to your proxy, or to nothing if there is none`,
    );
  }
  return lines;
}
