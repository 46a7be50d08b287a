import type { IncomingMessage } from 'node:http';
import { refuse } from '../../../model/refusal.ts';
import type { Proxies } from '../bounds/proxies.ts';
import type { Exchange } from '../routing/exchange.ts';
import type { Answers } from './answer.ts';

/** Where a plain request must go instead; undefined: nowhere (interface/conventions 1.8). */
export type Redirect = (request: IncomingMessage) => string | undefined;

/** For the plain listener beside a TLS one: redirects every request. @param httpsPort the port of the TLS listener. */
export const toTls =
  (externalUrl: () => string, httpsPort: () => number): Redirect =>
  (request) => {
    const host = httpsHost(externalUrl()) ?? requestedHost(request, httpsPort());
    return host === undefined ? undefined : `https://${host}${targetOf(request)}`;
  };

/** For a plain server behind a proxy that also takes plain requests: redirects those to an https `external_url`. */
export const behindProxy =
  (externalUrl: () => string, proxies: Proxies): Redirect =>
  (request) => {
    if (request.headers['x-forwarded-proto'] === undefined || proxies.forwardedProto(request) !== 'http') return undefined;
    const host = httpsHost(externalUrl());
    return host === undefined ? undefined : `https://${host}${targetOf(request)}`;
  };

/** 308 keeps the method and the body. Does not wait for the body. */
export function redirect(answers: Answers, exchange: Exchange, location: string | undefined): void {
  if (location === undefined) return answers.error(exchange, refuse.malformedHttp());
  answers.redirect(exchange, location);
}

function httpsHost(externalUrl: string): string | undefined {
  return externalUrl.startsWith('https://') && URL.canParse(externalUrl) ? new URL(externalUrl).host : undefined;
}

/** The name in the `Host` header with the TLS port; undefined when it is invalid, because it goes into a header. */
function requestedHost(request: IncomingMessage, httpsPort: number): string | undefined {
  const name = /^([A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(:\d*)?$/.exec(request.headers.host ?? '')?.[1];
  return name === undefined || httpsPort === 443 ? name : `${name}:${httpsPort}`;
}

/** Path and query; a request target may also be a whole URL, or `*`. */
function targetOf(request: IncomingMessage): string {
  const url = (request.url ?? '/').replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?]*/i, '');
  return url.startsWith('/') ? url : `/${url.replace(/^\*$/, '')}`;
}
