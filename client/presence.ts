import type { MessageInput, MessageOf } from '../model/displays/message.ts';
import type { OthersPresence, PresenceGone, Presence as PresenceMessage, Presences, Watch } from '../model/displays/presence.ts';
import { Paced } from './paced.ts';
import type { Clock, Timer } from './ports.ts';

/** `hands`: what somebody holds, draws and writes at this moment. */
export type OtherPresence = MessageOf<typeof OthersPresence>;
/** Where the own user is. Replaces the earlier message for the same canvas and workspace. */
export type OwnPresence = Omit<MessageInput<typeof PresenceMessage>, 'type' | 'id'> & { readonly canvas_id: string };

export interface PresenceEvents {
  /** Another user came to a watched canvas, or moved on it. */
  readonly seen?: (other: OtherPresence) => void;
  readonly gone?: (gone: { readonly canvas_id: string; readonly session_id: string }) => void;
}

interface Deps {
  readonly clock: Clock;
  readonly events: PresenceEvents;
  /** Whether it is a session of this very client, the present one or an earlier one that the server still shows to others. */
  readonly isOwn: (session_id: string) => boolean;
  /** Sends nothing without a connection. */
  readonly send: (message: MessageInput<typeof PresenceMessage> | MessageInput<typeof Watch>) => void;
}

/** While few are there: once a frame. The server accepts 60 a second. */
const FRAME_MS = 17;
const FEW = 10;
/** In a crowd: as often as the server passes it on. */
const PACE_MS = 33;
/** The server forgets a presence after 10 s without a message. */
const REPEAT_MS = 5_000;
/** Others repeat theirs every 5 s. The server does not report who leaves a canvas that the client does not watch any more. */
const SILENT_MS = 15_000;

/** Cursors and views of the own user and of other users (interface/streaming 4.11). */
export class Presence {
  readonly #deps: Deps;
  readonly #own = new Map<string, OwnPresence>();
  /** The messages with their steady time, the oldest first. */
  readonly #others = new Map<string, { readonly other: OtherPresence; readonly at: number }>();
  readonly #paced: Paced<OwnPresence>;
  #watched: readonly string[] = [];
  #repeat: Timer | undefined;
  #expiry: Timer | undefined;
  #isOver = false;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#paced = new Paced(
      deps.clock,
      (key) => (this.#crowdAt(key) > FEW ? PACE_MS : FRAME_MS),
      (_, presence) => deps.send({ type: 'presence', ...presence }),
    );
  }

  /** Sets the watched canvases, at most 8, besides those that are open in the client's workspaces. */
  watch(canvas_ids: readonly string[]): void {
    this.#watched = canvas_ids;
    this.#sendWatched();
  }

  /**
   * Shows the own user until `hide`. Call it for every change: the first is sent at once, then the latest once a frame, or every
   * 33 ms where more than ten others are. `hands`: what the user holds, draws and writes; a hand ends when it is left out.
   */
  show(presence: OwnPresence): void {
    if (this.#isOver) return;
    this.#own.set(keyOf(presence), presence);
    this.#paced.put(keyOf(presence), presence);
    this.#repeat ??= this.#deps.clock.every(REPEAT_MS, () => this.#sendOwn());
  }

  hide(canvas_id: string, workspace = 0): void {
    const key = keyOf({ canvas_id, workspace });
    if (!this.#own.delete(key)) return;
    this.#paced.put(key, { canvas_id, workspace, viewport: null, cursors: [] });
    if (this.#own.size === 0) this.#stopRepeating();
  }

  others(canvas_id: string): OtherPresence[] {
    return [...this.#others.values()].flatMap(({ other }) => (other.canvas_id === canvas_id ? other : []));
  }

  heardAll({ canvas_id, presences, gone }: MessageOf<typeof Presences>): void {
    for (const other of presences) this.heard(other as OtherPresence);
    for (const session_id of gone) this.heardGone({ type: 'presence-gone', canvas_id, session_id });
  }

  /** The server leaves out `hands` where there are none. */
  heard(said: Omit<OtherPresence, 'hands'> & Partial<OtherPresence>): void {
    const other = { ...said, hands: said.hands ?? [] };
    if (this.#deps.isOwn(other.from.session_id)) return;
    const key = `${other.from.session_id} ${keyOf(other)}`;
    this.#others.delete(key);
    this.#others.set(key, { other, at: this.#deps.clock.steady() });
    this.#expireLater();
    this.#deps.events.seen?.(other);
  }

  heardGone({ canvas_id, session_id }: MessageOf<typeof PresenceGone>): void {
    if (this.#deps.isOwn(session_id)) return;
    for (const [key, { other }] of this.#others) {
      if (other.canvas_id === canvas_id && other.from.session_id === session_id) this.#others.delete(key);
    }
    this.#deps.events.gone?.({ canvas_id, session_id });
  }

  connected(): void {
    if (this.#watched.length > 0) this.#sendWatched();
    this.#sendOwn();
  }

  /** The connection is lost. With the next one the server tells which users are there. */
  lost(): void {
    const others = [...this.#others.values()].map(({ other }) => other);
    const gone = new Map(others.map((one) => [`${one.from.session_id} ${one.canvas_id}`, one]));
    this.#others.clear();
    this.#expiry?.cancel();
    this.#expiry = undefined;
    for (const { canvas_id, from } of gone.values()) this.#deps.events.gone?.({ canvas_id, session_id: from.session_id });
  }

  end(): void {
    this.#isOver = true;
    this.#paced.stop();
    this.#expiry?.cancel();
    this.#stopRepeating();
  }

  #expireLater(): void {
    const [oldest] = this.#others.values();
    if (this.#expiry || !oldest || this.#isOver) return;
    const { clock } = this.#deps;
    this.#expiry = clock.after(oldest.at + SILENT_MS - clock.steady(), () => {
      this.#expiry = undefined;
      this.#expire();
      this.#expireLater();
    });
  }

  #expire(): void {
    for (const [key, { other, at }] of this.#others) {
      if (at > this.#deps.clock.steady() - SILENT_MS) return;
      this.#others.delete(key);
      const { canvas_id, from } = other;
      const isThere = this.others(canvas_id).some((one) => one.from.session_id === from.session_id);
      if (!isThere) this.#deps.events.gone?.({ canvas_id, session_id: from.session_id });
    }
  }

  #sendWatched(): void {
    this.#deps.send({ type: 'watch', canvas_ids: [...this.#watched], bundles: true });
  }

  #sendOwn(): void {
    for (const [key, presence] of this.#own) this.#paced.put(key, presence);
  }

  /** How many others are on the canvas of a key. */
  #crowdAt(key: string): number {
    const canvas_id = key.slice(0, key.indexOf(' '));
    const sessions = new Set<string>();
    for (const { other } of this.#others.values()) if (other.canvas_id === canvas_id) sessions.add(other.from.session_id);
    return sessions.size;
  }

  #stopRepeating(): void {
    this.#repeat?.cancel();
    this.#repeat = undefined;
  }
}

const keyOf = ({ canvas_id, workspace = 0 }: Pick<OwnPresence, 'canvas_id' | 'workspace'>): string => `${canvas_id} ${workspace}`;
