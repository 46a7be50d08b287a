import type { MessageOf } from '../../model/displays/message.ts';
import { OthersPresence, Presence, PresenceGone, WATCHED_MAX, Watch } from '../../model/displays/presence.ts';
import type { Work } from '../../model/hooks.ts';
import { refuse } from '../../model/refusal.ts';
import type { Timer } from '../clock.ts';
import { sleeper } from '../scheduler.ts';
import { DIRECTORY } from '../store/store.ts';
import { mayView } from './canvas-sizes.ts';
import type { DisplayDeps } from './deps.ts';
import type { Elsewhere } from './elsewhere.ts';
import { handler } from './messages.ts';
import type { OpenCanvases } from './open-canvases.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';
import type { Watching } from './watching.ts';

interface Deps extends DisplayDeps {
  readonly sessions: Sessions;
  readonly canvases: OpenCanvases;
  readonly watching: Watching;
  /** The other nodes, which are told what is told here. */
  readonly elsewhere: Pick<Elsewhere, 'tell' | 'flush'>;
}

/** Between two relays: 20 in a second. */
const RELAY_MS = 50;
/**
 * A relay to many watchers takes its time, and so many times as long nothing is relayed, but not longer than `LONGEST_REST_MS`: cursors of
 * a crowd become slow before the server does.
 */
const RESTS = 4;
const LONGEST_REST_MS = 5_000;
/** Who is not heard of for so long is gone. */
const EXPIRY_MS = 10_000;
/** A receiver that has left so much unread is sent no presence. */
const UNSENT_BYTES = 256 * 1024;
/** Workspaces and canvases of one sender; what is beyond is not relayed. */
const PLACES_MAX = 64;
/** Anybody may be a guest, as often as connections can be had; it has no workspaces, and watches no more canvases than these. */
const PLACES_OF_GUEST = WATCHED_MAX;

/** Somebody on a canvas, in one workspace. */
interface Place {
  readonly session: Session;
  readonly said: MessageOf<typeof Presence>;
  /** Steady time of the message, in milliseconds. */
  readonly at: number;
}

/** Where people are on canvases (interface/streaming 4.11). In memory only, and known to nobody but those who watch a canvas. */
export class Presences {
  readonly #deps: Deps;
  /** The latest message for each sender, canvas and workspace, in the order in which they came. */
  readonly #places = new Map<string, Place>();
  /** What has not been relayed yet. */
  readonly #fresh = new Set<string>();
  /** Places of each session, and of each session on each canvas. */
  readonly #counts = new Map<string, number>();
  readonly #relay: () => void;
  readonly #expire: () => void;
  #isRelaying = false;
  #isClosed = false;
  /** Before the next relay. */
  #pauseMs = RELAY_MS;
  #nextRelay: Timer | undefined;
  #nextExpiry: Timer | undefined;
  #nextFlush: Timer | undefined;

  constructor(deps: Deps) {
    const { watching, canvases, sessions, store, scheduler, log } = deps;
    this.#deps = deps;
    const failed = (cause: unknown): void => log.error({ err: cause }, 'presence is not relayed');
    this.#relay = sleeper(scheduler, () => this.#relayFresh(), failed);
    this.#expire = sleeper(scheduler, () => this.#removeExpired(), failed);
    watching.listen({
      began: (session, canvas) => this.#greet(session, canvas),
      ended: (session, canvas) => this.#removeAll((place) => place.session === session && place.said.canvas_id === canvas),
    });
    canvases.listen({ closed: (canvas, { client, index }) => this.#removeAll(isIn(canvas, client, index)) });
    sessions.listen({ over: (session) => this.#removeAll((place) => place.session === session) });
    const leave = sleeper(scheduler, () => this.#removeHidden(), failed);
    store.onChange(({ scope }) => {
      if (scope === DIRECTORY && this.#places.size > 0) leave();
    });
  }

  close(): void {
    this.#isClosed = true;
    this.#nextRelay?.cancel();
    this.#nextExpiry?.cancel();
    this.#nextFlush?.cancel();
  }

  /** Takes the place of what the session said before of this canvas and workspace. */
  put(session: Session, said: MessageOf<typeof Presence>): void {
    const { access, clock } = this.#deps;
    if (!mayView({ access }, session.owner, said.canvas_id)) throw refuse.denied();
    const name = nameOf(session, said);
    if (!this.#places.delete(name)) this.#countOne(session, said.canvas_id);
    this.#places.set(name, { session, said, at: clock.steady() });
    this.#fresh.add(name);
    this.#relayLater();
    this.#expireLater();
  }

  #countOne({ sessionId, isGuest }: Session, canvas: string): void {
    if ((this.#counts.get(sessionId) ?? 0) >= (isGuest ? PLACES_OF_GUEST : PLACES_MAX)) throw refuse.conflict('Too many places');
    for (const key of [sessionId, `${sessionId} ${canvas}`]) this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
  }

  /** True: the session is on the canvas with another workspace still. */
  #discountOne({ sessionId }: Session, canvas: string): boolean {
    for (const key of [sessionId, `${sessionId} ${canvas}`]) {
      const left = this.#counts.get(key)! - 1;
      if (left > 0) this.#counts.set(key, left);
      else this.#counts.delete(key);
    }
    return this.#counts.has(`${sessionId} ${canvas}`);
  }

  #relayLater(): void {
    if (this.#isRelaying || this.#isClosed || this.#fresh.size === 0) return;
    this.#nextRelay ??= this.#deps.clock.after(this.#pauseMs, () => {
      this.#nextRelay = undefined;
      this.#isRelaying = true;
      this.#relay();
    });
  }

  *#relayFresh(): Work {
    const { clock } = this.#deps;
    const begun = clock.steady();
    const names = [...this.#fresh];
    this.#fresh.clear();
    try {
      for (const name of names) {
        const place = this.#places.get(name);
        if (place) this.#relayOne(place, textOf(place));
        yield;
      }
    } finally {
      this.#deps.elsewhere.flush();
      this.#isRelaying = false;
      this.#pauseMs = Math.min(LONGEST_REST_MS, Math.max(RELAY_MS, RESTS * (clock.steady() - begun)));
      this.#relayLater();
    }
  }

  #relayOne(place: Place, text: string | undefined): void {
    const { session, said } = place;
    if (text !== undefined) this.#offer(place, text);
    this.#deps.elsewhere.tell({ canvas: said.canvas_id, session: session.sessionId, workspace: said.workspace, text });
  }

  #offer({ session, said }: Place, text: string): void {
    for (const watcher of this.#deps.watching.watchersOf(said.canvas_id)) {
      if (watcher !== session) watcher.connection?.offer(text, UNSENT_BYTES);
    }
  }

  /** Whoever begins to watch is told who is there. */
  #greet(watcher: Session, canvas: string): void {
    for (const place of this.#places.values()) {
      if ((watcher.connection?.unsent ?? 0) > UNSENT_BYTES) return;
      if (place.said.canvas_id === canvas && place.session !== watcher) watcher.connection?.offer(textOf(place), UNSENT_BYTES);
    }
  }

  /** Who leaves is told to the other nodes with the next relay, or without one. */
  #flushLater(): void {
    if (this.#deps.nodes.isAlone) return;
    this.#nextFlush ??= this.#deps.clock.after(RELAY_MS, () => {
      this.#nextFlush = undefined;
      this.#deps.elsewhere.flush();
    });
  }

  #expireLater(): void {
    const [oldest] = this.#places.values();
    if (this.#nextExpiry || !oldest) return;
    const { clock } = this.#deps;
    this.#nextExpiry = clock.after(oldest.at + EXPIRY_MS - clock.steady(), () => {
      this.#nextExpiry = undefined;
      this.#expire();
    });
  }

  *#removeExpired(): Work {
    for (const [name, place] of this.#places) {
      if (place.at > this.#deps.clock.steady() - EXPIRY_MS) break;
      this.#remove(name, place);
      yield;
    }
    this.#expireLater();
  }

  *#removeHidden(): Work {
    for (const [name, place] of this.#places) {
      if (!mayView(this.#deps, place.session.owner, place.said.canvas_id)) this.#remove(name, place);
      yield;
    }
  }

  #removeAll(isGone: (place: Place) => boolean): void {
    for (const [name, place] of this.#places) if (isGone(place)) this.#remove(name, place);
  }

  /** The others are told: that nobody is there any more, or nothing of this workspace while the sender is there with another. */
  #remove(name: string, place: Place): void {
    this.#places.delete(name);
    this.#fresh.delete(name);
    const { session, said } = place;
    this.#flushLater();
    if (this.#discountOne(session, said.canvas_id))
      return this.#relayOne(place, textOf({ ...place, said: { ...said, viewport: null, cursors: [] } }));
    this.#relayOne(place, undefined);
    const gone = { type: PresenceGone.type, canvas_id: said.canvas_id, session_id: session.sessionId };
    for (const watcher of this.#deps.watching.watchersOf(said.canvas_id)) if (watcher !== session) watcher.send(gone);
  }
}

/** What clients say of where they are, and whom they want to see. */
export const presenceHandlers = ({ presences, watching }: { readonly presences: Presences; readonly watching: Watching }) => [
  handler(Watch, ({ canvas_ids }, { session }) => watching.watch(session, canvas_ids)),
  handler(Presence, (message, { session }) => presences.put(session, message), { now: true }),
];

const isIn =
  (canvas: string, client: string, index: number) =>
  ({ session, said }: Place): boolean =>
    session.clientId === client && said.canvas_id === canvas && said.workspace === index;

const nameOf = ({ sessionId }: Session, { canvas_id, workspace }: Place['said']): string =>
  `${sessionId} ${canvas_id} ${workspace}`;

/** No e-mail address is in it. */
function textOf({ session, said }: Place): string {
  const { clientId: client_id, sessionId: session_id, kind, owner } = session;
  const { canvas_id, workspace, viewport, cursors } = said;
  const from = {
    client_id,
    session_id,
    installation_name: session.installationName,
    kind,
    user: { id: owner.id, name: owner.name },
  };
  const shown = cursors.map(({ color, label, ...cursor }) => ({ ...cursor, ...(color && { color }), ...(label && { label }) }));
  return JSON.stringify({ type: OthersPresence.type, canvas_id, from, workspace, viewport, cursors: shown });
}
