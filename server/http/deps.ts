import type { Actor } from '../access/actor.ts';
import type { Credentials } from '../access/authenticate.ts';
import type { Streams } from '../changes/streams.ts';
import type { Clock } from '../clock.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Store } from '../store/store.ts';
import type { Route } from './route.ts';

/** The settings that this part reads. Names and defaults: interface/conventions 1.10. */
export interface HttpSettings {
  readonly host: string;
  /** 0 takes a free one. With TLS on, the listener that only redirects. */
  readonly port: number;
  readonly httpsPort: number;
  /** Paths of PEM files; both set = TLS on. */
  readonly tlsCert: string;
  readonly tlsKey: string;
  /** The value in force now: that of server-config once it was patched. */
  readonly externalUrl: () => string;
  /** CIDRs. */
  readonly trustedProxies: readonly string[];
  readonly corsAllowedOrigins: readonly string[];
  /** A line for every answer, not only for errors, writes and slow ones. */
  readonly logRequests: boolean;
  /** For all bodies together while they are read. */
  readonly bodyMemoryBytes: number;
  readonly maxConnections: number;
  /** Open streams of one user, or of those who are not signed in at one address; 0: half of the connections. */
  readonly maxStreamsPerCaller: number;
  /** Bytes a second that an upload must bring on average once it takes long; 0: any. */
  readonly minUploadRate: number;
}

export interface Log {
  info(fields: object, text: string): void;
  error(fields: object, text: string): void;
}

/** Bounds on what a peer may make the server hold or wait for. */
export interface Limits {
  /** Time from the headers of a request to the end of its JSON body. Uploads have their own bounds. */
  readonly bodyMs: number;
  /** Time for the headers of a request. */
  readonly headersMs: number;
  /** Bytes of the request line and the headers together. */
  readonly headerBytes: number;
  /** Requests of a connection that may wait behind one that is not answered yet. */
  readonly pipelined: number;
  /** Bytes of a body nobody wants that are read and dropped, so that the peer gets to read its answer. */
  readonly unwantedBytes: number;
  /** A reader that takes nothing of a large plain answer for so long is cut off; streams have a bound of their own. */
  readonly unreadMs: number;
  /** Bytes a second that a reader must take of an answer that is made while it is sent, once that takes long. */
  readonly slowestRead: number;
  /** An idle connection is kept so long: longer than the usual 60 s of a proxy in front. */
  readonly keepAliveMs: number;
  /** Requests in flight have so long at shutdown before their connections are cut. */
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

/** What the HTTP side is made of. */
export interface HttpDeps {
  readonly routes: readonly Route[];
  /** Throws 401 `Invalid token` or 403 `User is blocked` (unless `blockedToo`); Guest when nothing was sent. */
  readonly authenticate: (sent: Credentials, blockedToo?: boolean) => Actor;
  readonly streams: Pick<Streams, 'open' | 'close'>;
  readonly store: Pick<Store, 'ready' | 'load' | 'revision'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly settings: HttpSettings;
  readonly log: Log;
  /** `0.1.0`, for the start page and the API document. */
  readonly version: string;
  readonly limits?: Partial<Limits>;
}
