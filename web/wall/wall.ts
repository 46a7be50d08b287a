import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals';
import { type Clock, type ConnectionEnd, NackError, usualClock } from '../../client/index.ts';
import { type SetConfig, type WallConfig, wholeConfig } from '../../model/displays/wall-config.ts';
import { type Connection, openConnection } from '../live/connection.ts';
import { followItem } from '../live/list.ts';
import { pageFetch } from '../session/rest.ts';
import { applyAppearance } from './appearance.ts';
import { Idle } from './idle.ts';
import { MOST_RESTARTS, type WallStore } from './memory.ts';
import { createNotices, type WallNotices } from './notices.ts';
import { watchRatio, whenLeft } from './page-events.ts';
import { beginPinning } from './pinning.ts';
import { Reloading } from './reload.ts';
import { beginReports, type Reports } from './report.ts';
import { keepScreenOn } from './screen-on.ts';
import { Teller } from './teller.ts';
import { wallCommands } from './wall-commands.ts';
import { Workspace } from './workspace.ts';

/**
 * `live`: connected. `waiting`: the connection is lost, and what is seen may be old. `replaced`: another window has taken the place of this
 * one. `refused`: the server takes no more displays, and is asked again each minute. `signed-out`: nobody is signed in here any more.
 */
export type WallState = 'connecting' | 'live' | 'waiting' | 'replaced' | 'refused' | 'signed-out';

export interface WallContext {
  readonly store: WallStore;
  /** The name with which it was paired or made a display. */
  readonly name: string;
  /** Version of the server from which the page came. */
  readonly pageVersion: string;
  /** Whether somebody is signed in here: else there is nothing to connect as. */
  readonly isSignedIn: () => boolean;
  /** The connection was refused because of who is signed in: looks who that is. */
  readonly lookWhoIsSignedIn: () => void;
  /** Forgets the session of this browser, so that the wall is paired anew. */
  readonly signOut: () => void;
}

interface InstallationItem {
  readonly config: SetConfig;
}

/** Close codes of interface/streaming 4.10. */
const SIGNED_OUT = 4401;
const LICENCE = 4402;
const FORBIDDEN = 4403;
const PROTOCOL_CHANGED = 4406;
const REPLACED = 4409;

/** A wall is found within ten seconds once its server is back, however long that was away. */
const pauses = [250, 500, 1_000, ...Array.from({ length: 40 }, () => 1_500), 5_000, 10_000];
/** Shown states are kept at most once in this time. */
const KEEP_MS = 2_000;
/** A refusal that is no other one's may be a matter of the moment. */
const AGAIN_MS = 10_000;

/** A browser as a display: what it shows, whom it obeys, and what it remembers. One for each page. */
export class Wall {
  readonly workspace: Workspace;
  readonly notices: WallNotices;
  readonly idle: Idle;
  readonly reloading: Reloading;
  readonly config: ReadonlySignal<WallConfig>;
  readonly name: ReadonlySignal<string>;
  /** Text of the server that says why it refuses this display. */
  readonly refusal = signal('');
  readonly client_id = signal('');
  readonly state: ReadonlySignal<WallState>;
  readonly connection: ReadonlySignal<Connection | undefined>;
  readonly #context: WallContext;
  readonly #clock: Clock = usualClock;
  readonly #connection = signal<Connection | undefined>(undefined);
  readonly #state = signal<WallState>('connecting');
  readonly #ratio = signal(devicePixelRatio);
  readonly #set = signal<SetConfig>({});
  readonly #screen = keepScreenOn();
  readonly #reports: Reports;
  readonly #pinning: ReturnType<typeof beginPinning>;
  #teller: Teller | undefined;
  #touchedAt = Number.NEGATIVE_INFINITY;
  /** Whether people here have changed what is shown since the wall rested. */
  #isChanged = false;
  #hasForgotten = false;
  /** The page loads itself again, and what it will show is decided. */
  #isLoading = false;
  #keeping: { cancel(): void } | undefined;
  #ends: (() => void)[] = [];

  constructor(context: WallContext) {
    const { store } = context;
    const clock = this.#clock;
    this.#context = context;
    this.state = this.#state;
    this.connection = this.#connection;
    this.#set.value = store.memory.config ?? {};
    this.config = computed(() => wholeConfig(this.#set.value));
    this.name = computed(() => this.config.value.name || context.name);
    this.notices = createNotices(clock, () => this.now());
    this.workspace = new Workspace({
      connection: this.#connection,
      ratio: this.#ratio,
      painted: (at) => this.#reports.painted(at),
    });
    this.reloading = new Reloading({
      clock,
      touchedAt: () => this.#touchedAt,
      sinceLast: () => this.#sinceRestart(),
      isBusy: () => document.querySelector('[data-busy]') !== null,
      load: (reason) => this.#load(reason),
    });
    this.idle = new Idle({
      clock,
      after: () => (this.config.peek().idle.to === 'nothing' ? 0 : this.config.peek().idle.after),
      isChanged: () => this.#isChanged,
      isKept: () => document.querySelector('[data-busy]') !== null,
      rest: () => this.rest(),
    });
    this.#reports = beginReports({
      clock,
      now: () => this.now(),
      send: (report) => this.#connection.peek()?.client.widgets.report(report),
      facts: () => ({
        size: this.workspace.size.peek(),
        ratio: this.#ratio.peek(),
        restarts: store.memory.restarts ?? [],
        wakeLock: this.#screen.isOn.peek(),
        pageVersion: context.pageVersion,
      }),
      troubled: () => this.reloading.wish({ reason: 'faults', when: 'idle' }),
    });
    this.#pinning = beginPinning({ clock, workspace: this.workspace, config: () => this.config.peek().pin });
    this.#begin();
  }

  /** Whoever is in front of the wall has touched it. @param changes what it shows may be another because of it */
  touched(changes: boolean): void {
    this.#touchedAt = this.#clock.steady();
    this.#isChanged ||= changes;
    this.idle.touched();
    this.#pinning.touched();
  }

  /** What a person at the wall opens is not what an idle wall goes back to. */
  open(canvas_id: string): void {
    this.touched(true);
    this.workspace.open(canvas_id).catch(() => undefined);
  }

  close(): void {
    this.touched(true);
    this.workspace.close();
  }

  /** Goes back to what a program, the configuration or somebody elsewhere had shown. */
  rest(): void {
    this.#isChanged = false;
    const { idle, default_canvas } = this.config.peek();
    const resting = this.#context.store.memory.resting;
    if (idle.to === 'welcome') return this.workspace.close();
    if (resting && resting.canvas_id !== '') return this.workspace.restore(resting);
    if (default_canvas) return void this.workspace.open(default_canvas).catch(() => undefined);
    this.workspace.close();
  }

  /** Milliseconds since 1970, by the clock of the server. */
  now(): number {
    return this.#connection.peek()!.serverNow();
  }

  /** Connects anew: in the place of the window that has taken the place of this one, or as somebody else. */
  connect(): void {
    this.#connection.peek()?.close();
    this.#state.value = 'connecting';
    this.#connection.value = this.#open();
  }

  /** Ends everything, and the display is gone for others. */
  destroy(): void {
    for (const end of this.#ends) end();
    this.#keeping?.cancel();
    this.#teller?.close();
    this.#reports.close();
    this.idle.close();
    this.reloading.close();
    this.notices.close();
    this.#pinning.close();
    this.#screen.close();
    this.workspace.destroy();
    this.#connection.peek()?.close();
  }

  #begin(): void {
    const { shown } = this.#context.store.memory;
    if (shown && shown.canvas_id !== '') this.workspace.restore(shown);
    else this.#openDefault();
    this.connect();
    const idleAfter = computed(() => this.config.value.idle.after);
    this.#ends = [
      watchRatio((ratio) => {
        this.#ratio.value = ratio;
      }),
      whenLeft(() => this.#keepShown()),
      effect(() => applyAppearance(this.config.value)),
      effect(() => this.#follow()),
      effect(() => {
        idleAfter.value;
        untracked(() => this.idle.touched());
      }),
      effect(() => {
        this.#truth();
        untracked(() => {
          this.#teller?.changed();
          this.#keepSoon();
        });
      }),
    ];
  }

  #open(): Connection {
    const { store } = this.#context;
    const { workspace, client } = this.#truth();
    const connection: Connection = openConnection({
      ports: { fetch: pageFetch },
      display: {
        options: {
          client: { ...client, version: this.#context.pageVersion, capabilities: [...CAPABILITIES] },
          workspaces: [workspace],
          retryPausesMs: pauses,
          identity: {
            load: () => store.memory.identity,
            save: (identity) => store.keep({ identity }),
          },
          commands: wallCommands({
            workspace: this.workspace,
            notices: this.notices,
            reload: (wish) => this.reloading.wish(wish),
            steered: () => this.#steered(),
          }),
        },
        on: {
          connected: ({ client_id, server_version }) => this.#welcomed(client_id, server_version),
          lost: (end) => this.#lost(end),
        },
      },
    });
    this.#teller?.close();
    this.#teller = new Teller({
      client: connection.client,
      truth: () => this.#truth(),
      clock: this.#clock,
      // A change that was on its way when the connection ended is in the next greeting
      fault: (cause) => cause instanceof NackError && console.error(cause),
    });
    return connection;
  }

  /** What the wall shows, in the words of its declaration. */
  #truth() {
    const { workspace } = this;
    const { access, control } = this.config.value;
    const entry = {
      index: workspace.index,
      size: workspace.size.value,
      canvas_id: workspace.canvas_id.value,
      workspace_state: workspace.state.value,
      pinned: workspace.pinned.value,
      info_panel_visible: workspace.info_panel_visible.value,
      view_rectangle: workspace.view_rectangle.value,
    };
    return { workspace: entry, client: { installation_name: this.name.value, api_access: access, control } };
  }

  #welcomed(client_id: string, server_version: string): void {
    this.#hasForgotten = false;
    batch(() => {
      this.client_id.value = client_id;
      this.#state.value = 'live';
      this.refusal.value = '';
    });
    // What has changed while the server was away
    this.#teller?.changed();
    this.#reports.begin();
    if (server_version !== this.#context.pageVersion) this.reloading.wish({ reason: 'version', when: 'idle' });
  }

  #lost({ code, msg, retryMs }: ConnectionEnd): void {
    this.refusal.value = code === LICENCE ? msg : '';
    this.#state.value = code === LICENCE ? 'refused' : 'waiting';
    if (retryMs !== undefined) return;
    if (code === REPLACED) this.#state.value = 'replaced';
    else if (code === SIGNED_OUT) this.#signedOut();
    else if (code === FORBIDDEN) this.#forbidden();
    else if (code === PROTOCOL_CHANGED) this.reloading.wish({ reason: 'version', when: 'idle' });
    else this.#connectSoon();
  }

  #signedOut(): void {
    this.#state.value = 'signed-out';
    this.#context.lookWhoIsSignedIn();
    // Where the same person is signed in all the same, such as with another session
    this.#connectSoon();
  }

  /** The secret is worth nothing any more. The session of a wall gives another one; where it does not, the wall is paired anew. */
  #forbidden(): void {
    this.#context.store.keep({ identity: undefined });
    if (this.#hasForgotten) {
      this.#state.value = 'signed-out';
      return this.#context.signOut();
    }
    this.#hasForgotten = true;
    this.connect();
  }

  #connectSoon(): void {
    const timer = this.#clock.after(AGAIN_MS, () => this.#context.isSignedIn() && this.connect());
    this.#ends.push(() => timer.cancel());
  }

  /** Follows the record of this installation on the server, and keeps a copy. */
  #follow(): (() => void) | undefined {
    const connection = this.#connection.value;
    const id = this.client_id.value;
    if (!connection || id === '') return undefined;
    const { item, close } = followItem<InstallationItem>(connection, `/installations/${id}`);
    const stop = effect(() => {
      const config = item.value?.config;
      // The record changes with each coming and going of the display, too
      if (!config || JSON.stringify(config) === JSON.stringify(this.#set.peek())) return;
      untracked(() => {
        this.#set.value = config;
        this.#context.store.keep({ config });
        this.#openDefault();
      });
    });
    return () => {
      stop();
      close();
    };
  }

  /** A workspace that nobody has touched or steered has something to show as soon as the configuration says what. */
  #openDefault(): void {
    const { default_canvas } = this.config.peek();
    if (!default_canvas || this.workspace.canvas_id.peek() !== '') return;
    if (!this.#isChanged && !this.#context.store.memory.resting) this.workspace.open(default_canvas).catch(() => undefined);
  }

  #steered(): void {
    this.#isChanged = false;
    const shown = this.workspace.kept();
    this.#context.store.keep({ shown, resting: shown });
    this.idle.touched();
  }

  #keepSoon(): void {
    this.#keeping ??= this.#clock.after(KEEP_MS, () => {
      this.#keeping = undefined;
      this.#keepShown();
    });
  }

  #keepShown(): void {
    if (!this.#isLoading) this.#context.store.keep({ shown: this.workspace.kept() });
  }

  /** What was shown is shown again, or the resting state where nobody at the wall has changed anything. */
  #load(reason: string): void {
    const { store } = this.#context;
    const { restarts = [], resting } = store.memory;
    const shown = this.#isChanged || !resting ? this.workspace.kept() : resting;
    store.keep({
      shown,
      restarts: [...restarts, { at: new Date(this.now()).toISOString(), reason }].slice(-MOST_RESTARTS),
    });
    this.#isLoading = true;
    location.reload();
  }

  #sinceRestart(): number {
    const last = this.#context.store.memory.restarts?.at(-1);
    return last ? this.now() - Date.parse(last.at) : Number.POSITIVE_INFINITY;
  }
}

/** Commands besides those that every display knows, and that it goes by its configuration. */
const CAPABILITIES = ['configured', 'identify', 'message', 'reload'] as const;
