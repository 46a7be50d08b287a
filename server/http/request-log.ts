import type { Clock } from '../clock.ts';
import type { Exchange } from './exchange.ts';
import type { Log } from './parts.ts';

/** A line for an answer. A line for each would cost a quarter of the speed, so only errors, writes and slow ones have one. */
export type RequestLog = (exchange: Exchange, status: number) => void;

const slowMs = 1_000;

/** @param all every answer, setting `EASEL_LOG_REQUESTS`. Lines hold no token, no body, no query and no path id. */
export function createRequestLog(log: Log, clock: Clock, all: boolean): RequestLog {
  return (exchange, status) => {
    const { method = '' } = exchange.request;
    const ms = Math.round(clock.steady() - exchange.startedAt);
    if (all || status >= 400 || ms > slowMs || isWrite(method)) {
      log.info({ request: exchange.id, method, route: exchange.pattern, status, ms, user: signedIn(exchange) }, 'answered');
    }
  };
}

const signedIn = ({ actor }: Exchange): number | undefined => (actor?.credential === 'none' ? undefined : actor?.id);

const isWrite = (method: string): boolean => method === 'POST' || method === 'PATCH' || method === 'DELETE';
