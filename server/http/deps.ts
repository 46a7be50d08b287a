import type { Actor } from '../access/actor.ts';
import type { Credentials } from '../access/authentication/authenticate.ts';
import type { Streams } from '../changes/streams.ts';
import type { Clock } from '../clock.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Store } from '../store/store.ts';
import type { Route } from './routing/route.ts';

/** The settings of the HTTP side. Names and defaults: interface/conventions 1.10. */
export interface HttpSettings {
  readonly host: string;
  /** 0 takes a free port. With TLS on, this port only redirects. */
  readonly port: number;
  readonly httpsPort: number;
  /** Paths of PEM files. TLS is on when both are set. */
  readonly tlsCert: string;
  readonly tlsKey: string;
  /** The value in force now: that of server-config once it was changed there. */
  readonly externalUrl: () => string;
  /** CIDRs. */
  readonly trustedProxies: readonly string[];
  readonly corsAllowedOrigins: readonly string[];
  /** Servers from which the page may load parts of IP videos, as `connect-src` of a policy names them. */
  readonly ipVideoSources: readonly string[];
  /** True: log every answer, not only errors, writes and slow ones. */
  readonly logRequests: boolean;
  /** Address and port of the listener for monitoring; `''`: none. */
  readonly metricsListen: string;
  /** What a reader of metrics sends; `''`: nothing. */
  readonly metricsToken: string;
  /** Memory for all bodies together while they are read. */
  readonly bodyMemoryBytes: number;
  readonly maxConnections: number;
  /** Open streams of one user, or of everybody at one address who is not signed in; 0: half of the connections. */
  readonly maxStreamsPerCaller: number;
  /** Bytes a second that a long upload must bring on average; 0: no bound. */
  readonly minUploadRate: number;
}

export interface Log {
  info(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** Bounds on what a peer can make the server hold or wait for. */
export interface Limits {
  /** Time from the headers of a request to the end of its JSON body. Uploads have their own bounds. */
  readonly bodyMs: number;
  /** Time for the headers of a request. */
  readonly headersMs: number;
  /** Bytes of the request line and the headers together. */
  readonly headerBytes: number;
  /** Requests of a connection that may wait behind an unanswered one. */
  readonly pipelined: number;
  /** Bytes of an unwanted body that are read and dropped, so that the peer can read its answer. */
  readonly unwantedBytes: number;
  /** A reader that takes nothing of a large plain answer for this long is cut off; streams have a bound of their own. */
  readonly unreadMs: number;
  /** Bytes a second that a reader must take of an answer that is made while it is sent, once that takes long. */
  readonly slowestRead: number;
  /** Bytes of all long answers together that are made before they are sent. Undefined: the same as for bodies of requests. */
  readonly answerBytes?: number;
  /** How long an idle connection is kept: longer than the 60 s that are usual for a proxy in front. */
  readonly keepAliveMs: number;
  /** Time for requests in flight at shutdown; then their connections are cut. */
  readonly closeMs: number;
}

export const usualLimits: Limits = {
  bodyMs: 60_000,
  headersMs: 20_000,
  headerBytes: 16 * 1024,
  pipelined: 16,
  unwantedBytes: 64 * 1024 * 1024,
  unreadMs: 60_000,
  slowestRead: 16 * 1024,
  keepAliveMs: 72_000,
  closeMs: 8_000,
};

/** What the HTTP side needs from the other parts. */
export interface HttpDeps {
  readonly routes: readonly Route[];
  /** Throws 401 `Invalid token`, or 403 `User is blocked` (unless `blockedToo`). Guest when nothing was sent. */
  readonly authenticate: (sent: Credentials, blockedToo?: boolean) => Actor;
  /** Called once for each request that came with a token. */
  readonly noteUse: (actor: Actor, address: string) => void;
  readonly streams: Pick<Streams, 'open' | 'close'>;
  readonly store: Pick<Store, 'isShared' | 'ready' | 'load' | 'revision' | 'head'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly settings: HttpSettings;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly limits?: Partial<Limits>;
}
