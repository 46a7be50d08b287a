import type { Clock } from '../../clock.ts';
import type { Proxies } from '../bounds/proxies.ts';
import type { Log } from '../deps.ts';
import type { Exchange } from './exchange.ts';
import type { CountAnswer } from './http-metrics.ts';

/** Logs and counts an answer. Logging each would cost a quarter of the speed, so only errors, writes and slow answers are logged. */
export type RequestLog = (exchange: Exchange, status: number) => void;

const slowMs = 1_000;

/**
 * Lines hold no token, no body, no query and no id from a path. The line of a refused sign-in, and of whatever else may be tried again
 * and again without an account, holds the address of the client, for people and programs that look for attacks.
 *
 * @param all logs every answer: setting `EASEL_LOG_REQUESTS`
 */
export function createRequestLog(
  log: Log,
  clock: Clock,
  all: boolean,
  { clientAddress }: Pick<Proxies, 'clientAddress'>,
  count: CountAnswer,
): RequestLog {
  return (exchange, status) => {
    const { method = '' } = exchange.request;
    const took = clock.steady() - exchange.startedAt;
    const ms = Math.round(took);
    count(exchange, status, took / 1000);
    if (all || (!exchange.family.isQuiet && (status >= 400 || ms > slowMs || isWrite(method)))) {
      const address = isRefusedAttempt(exchange, status) ? { address: clientAddress(exchange.request) } : {};
      log.info(
        { request: exchange.id, method, route: exchange.pattern, status, ms, user: signedIn(exchange), ...address },
        'answered',
      );
    }
  };
}

const signedIn = ({ actor }: Exchange): number | undefined =>
  actor === undefined || actor.credential === 'none' || actor.credential === 'operator' ? undefined : actor.id;

const isRefusedAttempt = ({ pattern }: Exchange, status: number): boolean => status >= 400 && attempts.test(pattern);

/** The routes that `server/access/authentication/attempts.ts` bounds. */
const attempts = /^\/session$|^\/users\/(login|register|confirm-email|password\/|:user_id\/(password|change-email)$)/;

const isWrite = (method: string): boolean => method === 'POST' || method === 'PATCH' || method === 'DELETE';
