import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import {
  type ClientEvents,
  type ClientOptions,
  type ConnectionEnd,
  connect,
  type EaselClient,
  type OtherPresence,
  type Ports,
  type Slot,
  type WelcomeMessage,
} from '../../client/index.ts';
import type { SharedStream } from './shared.ts';
import { onPage, type WakingPage } from './waking.ts';

/**
 * `live`: connected. `connecting`: for the first time. `lost`: trying again. `polling`: there is no socket, because a
 * proxy forbids it, so streams go over HTTP, and whether they are true stands in the states of what is followed. `over`: the
 * server has refused it for good.
 */
export type ConnectionState = 'connecting' | 'live' | 'lost' | 'polling' | 'over';

/** What is heard of other people on the watched canvases. */
export interface PresenceListener {
  readonly seen?: (other: OtherPresence) => void;
  readonly gone?: (gone: { readonly canvas_id: string; readonly session_id: string }) => void;
}

/** The one connection of a tab, for streams and presence. */
export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>;
  /** The browser says that there is no network, and the server has not answered since. */
  readonly isOffline: ReadonlySignal<boolean>;
  readonly client: EaselClient;
  /** What is followed, by paths (web/live/list.ts). */
  readonly shared: Map<string, SharedStream>;
  /** Where the own user is, and where others are; nobody is seen without a socket. */
  readonly presence: EaselClient['presence'];
  /** Returns what ends that. */
  onPresence(listener: PresenceListener): () => void;
  /** Milliseconds since 1970 by the server's clock; before it is known, by the own one. */
  serverNow(): number;
  close(): void;
}

/** The part of the storage of a tab that is used. */
export interface TabStorage {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
}

export interface ConnectionOptions {
  /** For tests. Default: where the page came from. */
  readonly server?: string;
  readonly ports?: Partial<Ports>;
  readonly page?: WakingPage;
  readonly kept?: TabStorage | undefined;
  /** The server has refused the connection for good: whoever was signed in may not be any more. */
  readonly refused?: () => void;
  /** Connects as a display instead of as the browser of a person. */
  readonly display?: DisplayConnection;
}

/** What a display says of itself when it connects, and what it does then. */
interface DisplayConnection {
  readonly options: Pick<ClientOptions, 'client' | 'workspaces' | 'commands' | 'identity' | 'retryPausesMs'>;
  readonly on: Required<Pick<ClientEvents, 'connected' | 'lost'>>;
}

/** A server that was restarted is found within two seconds for a minute; then it is asked less often. */
const pauses = [250, 500, 1_000, ...Array.from({ length: 40 }, () => 1_500), 5_000, 15_000, 30_000];
/** After this many milliseconds without a message the page asks the server for one, and waits as long for the answer. */
const QUIET = 3_500;
/** Without a welcome the page tries again after this time. It need not be patient, because it goes over HTTP in the end. */
const GREETING = 6_000;
/** A connection that was made with another network answers within this time, or is of no use any more. */
const ANOTHER_NETWORK = 1_000;
/** Tries without a welcome before streams go over HTTP. */
const TRIES = 4;
/** Streams over HTTP in all tabs of the browser, which has six connections for each host. */
const SLOTS = 3;

/** Connects as a viewer, or as a display. The cookie names the user; without one it is Guest, who sees what links share. */
export function openConnection(options: ConnectionOptions = {}): Connection {
  const { server = origin(), ports, refused, page, display, kept = globals.sessionStorage } = options;
  const state = signal<ConnectionState>('connecting');
  const isOffline = signal(false);
  const listeners = new Set<PresenceListener>();
  const clock = new HttpClock(server);
  const former = takeFormer(kept);
  const client = connect({
    server,
    token: '',
    ports,
    retryPausesMs: pauses,
    greetingMs: GREETING,
    quietMs: QUIET,
    formerSessions: former,
    withoutConnection: { after: TRIES, slot },
    ...(display ? { kind: 'display', resume: former[0], ...display.options } : viewerOptions),
    on: {
      ...eventsOf({ state, isOffline, clock, refused, display }),
      seen: (other) => each(listeners, ({ seen }) => seen?.(other)),
      gone: (gone) => each(listeners, (listener) => listener.gone?.(gone)),
    },
    fault: (cause) => console.error(cause),
  });
  const hearNetwork = networkHearer(client, isOffline);
  const unhear = onPage(
    {
      woke: () => void client.check(),
      left: () => leave(client, state, kept, display !== undefined),
      network: (isThere) => void hearNetwork(isThere),
    },
    page,
  );
  return {
    state,
    isOffline,
    client,
    shared: new Map(),
    presence: client.presence,
    onPresence(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    serverNow: () => client.serverClock.now() ?? clock.now(),
    close() {
      unhear();
      void client.bye();
    },
  };
}

/**
 * A browser may say that there is no network to a page of this very machine, whose server answers all the same. A network that is back is
 * believed once the server has answered, or the connection is known to be lost: until then lists may lack what others have changed, and
 * edits that wait would be judged by them.
 */
function networkHearer(client: EaselClient, isOffline: Signal<boolean>): (isThere: boolean) => Promise<void> {
  let isBack = true;
  return async (isThere) => {
    isBack = isThere;
    if (!isThere) isOffline.value = true;
    const hasAnswered = await client.check(isThere ? ANOTHER_NETWORK : undefined);
    if (hasAnswered || isBack) isOffline.value = false;
  };
}

const FORMER = 'easel-session';

/**
 * A page that comes after this one in the same tab knows by this that it is not somebody else. A display says no `bye`: it is loaded again,
 * and goes on as the same one.
 */
function leave(client: EaselClient, state: Signal<ConnectionState>, kept: ConnectionOptions['kept'], isDisplay: boolean): void {
  if (client.sessionId !== undefined) kept?.setItem(FORMER, client.sessionId);
  if (isDisplay) return;
  client.pause();
  if (state.peek() === 'live') state.value = 'lost';
}

/** The storage is read once: a tab that is duplicated has the storage of the other tab, whose person is still there. */
function takeFormer(kept: ConnectionOptions['kept']): readonly string[] {
  const former = kept?.getItem(FORMER) ?? undefined;
  kept?.removeItem(FORMER);
  return former === undefined ? [] : [former];
}

const viewerOptions = { kind: 'viewer', client: { installation_name: 'Easel page' } } as const;

interface Signals extends Pick<ConnectionOptions, 'refused' | 'display'> {
  readonly state: Signal<ConnectionState>;
  readonly isOffline: Signal<boolean>;
  readonly clock: HttpClock;
}

const eventsOf = ({ state, isOffline, clock, refused, display }: Signals) => ({
  connected: (welcome: WelcomeMessage) => {
    state.value = 'live';
    isOffline.value = false;
    display?.on.connected(welcome);
  },
  lost: (end: ConnectionEnd) => {
    const isOver = end.retryMs === undefined;
    if (state.peek() !== 'polling') state.value = isOver ? 'over' : 'lost';
    if (isOver) refused?.();
    display?.on.lost(end);
  },
  overHttp: () => {
    state.value = 'polling';
    void clock.ask();
  },
});

function each<T>(listeners: ReadonlySet<T>, tell: (listener: T) => void): void {
  for (const listener of listeners) tell(listener);
}

/** Names that only a browser has, typed here so that the same code runs in tests. */
interface Globals {
  readonly location: { readonly origin: string };
  readonly navigator?: { readonly locks?: Locks };
  readonly sessionStorage?: TabStorage;
}
interface Locks {
  request(name: string, options: { readonly ifAvailable: true }, use: (lock: unknown) => unknown): Promise<unknown>;
}
const globals = globalThis as unknown as Globals;

const origin = (): string => globals.location.origin;

/**
 * Only the widgets of a canvas hold a connection, in as many tabs as there are slots; everything else, and further tabs, ask
 * again and again.
 */
const slot: Slot = async (path) => {
  // Only pages that came by HTTPS or from this machine have locks
  const locks = globals.navigator?.locks;
  if (!locks || !path.includes('/widgets?')) return undefined;
  for (let number = 0; number < SLOTS; number++) {
    const release = await lockOf(locks, `easel-stream-${number}`);
    if (release) return release;
  }
  return undefined;
};

const lockOf = (locks: Locks, name: string): Promise<(() => void) | undefined> =>
  new Promise((resolve, reject) => {
    const use = (lock: unknown): unknown => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve(() => release()));
    };
    locks.request(name, { ifAvailable: true }, use).catch(reject);
  });

/** The server's time for pages without a socket, by one request. */
class HttpClock {
  #offset = 0;

  constructor(private readonly server: string) {}

  now(): number {
    return Date.now() + this.#offset;
  }

  async ask(): Promise<void> {
    const askedAt = Date.now();
    try {
      const answer = await fetch(`${this.server}/session`);
      const { server } = (await answer.json()) as { readonly server: { readonly now: string } };
      this.#offset = Date.parse(server.now) - (askedAt + Date.now()) / 2 || 0;
    } catch {
      // The own clock has to do
    }
  }
}
