import { HANDS_BYTES } from '../../../model/displays/hands.ts';
import type { MessageOf } from '../../../model/displays/message.ts';
import { OthersPresence, Presence, WATCHED_MAX, Watch } from '../../../model/displays/presence.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { sleeper } from '../../scheduler.ts';
import { DIRECTORY } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import { handler } from '../session/messages.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { mayEdit, mayView } from '../shown/canvas-sizes.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';
import { frameOfText } from '../socket/frames.ts';
import type { Elsewhere } from './elsewhere.ts';
import { Expiry } from './expiry.ts';
import type { PlaceFrame } from './greetings.ts';
import type { News } from './parcels.ts';
import { nameOf, type Placed, Places } from './places.ts';
import type { Relay } from './relay.ts';
import type { Watching } from './watching.ts';

interface Deps extends DisplayDeps {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
  readonly watching: Watching;
  readonly relay: Pick<Relay, 'tell' | 'tellSoon'>;
  /** The other nodes, which receive what is relayed here. */
  readonly elsewhere: Pick<Elsewhere, 'tell'>;
}

type Said = MessageOf<typeof Presence>;

/**
 * Workspaces and canvases of one sender; what is beyond is not relayed.
 * @bound Workspaces and canvases in the presence of one sender: the rest is not relayed.
 */
const PLACES_MAX = 64;
/** Anybody may be a guest, as often as connections can be had; it has no workspaces, and watches no more canvases than these. */
const PLACES_OF_GUEST = WATCHED_MAX;

/** Where people are on canvases (interface/streaming 4.11). In memory only, and known to nobody but those who watch a canvas. */
export class Presences {
  readonly #deps: Deps;
  readonly #places = new Places<Place>();
  readonly #relay: Deps['relay'];
  readonly #expiry: Expiry<Place>;

  constructor(deps: Deps) {
    const { relay, watching, canvases, sessions, store, scheduler, clock, log } = deps;
    this.#deps = deps;
    this.#relay = relay;
    const failed = (cause: unknown): void => log.error({ err: cause }, 'presence does not end');
    const oldest = (): Place | undefined => this.#places.oldest;
    this.#expiry = new Expiry({ clock, scheduler, oldest, remove: (place) => this.#remove(place), failed });
    watching.listen({ began: () => undefined, ended: ({ sessionId }, canvas) => this.#removeAt(canvas, sessionId) });
    canvases.listen({
      closed: (canvas, { client, index }) => {
        const session = sessions.get(client)?.sessionId;
        if (session !== undefined) this.#removeAt(canvas, session, index);
      },
    });
    sessions.listen({
      over: ({ sessionId }) => {
        for (const place of this.#places.of(sessionId)) this.#remove(place);
      },
    });
    const leave = sleeper(scheduler, () => this.#removeHidden(), failed);
    store.feed.follow(({ scope }) => {
      if (scope === DIRECTORY && this.#places.size > 0) leave();
    });
  }

  close(): void {
    this.#expiry.close();
  }

  /** For whoever begins to watch. */
  on(canvas: string): readonly PlaceFrame[] {
    return this.#places.on(canvas);
  }

  /** Whether the session shows where it is anywhere. */
  shows({ sessionId }: ClientSession): boolean {
    return this.#places.of(sessionId).length > 0;
  }

  /** Takes the place of what the session said before of this canvas and workspace. */
  put(session: ClientSession, said: Said): void {
    const { access, clock } = this.#deps;
    if (!mayShow({ access }, session.owner, said)) throw refuse.denied();
    const place = new Place(session, said, clock.steady());
    if (said.hands.length > 0 && Buffer.byteLength(place.text) > HANDS_BYTES)
      throw refuse.invalid(`hands must fit into ${HANDS_BYTES} bytes`);
    const before = this.#places.get(nameOf(place));
    if (before) before.isOver = true;
    else if (this.#places.of(session.sessionId).length >= (session.isGuest ? PLACES_OF_GUEST : PLACES_MAX))
      throw refuse.conflict('Too many places');
    this.#places.put(place);
    this.#relay.tell(this.#newsOf(place));
    this.#expiry.follow();
  }

  #newsOf({ canvas, session, workspace, sender, said }: Place): News {
    const take = (): Buffer | undefined => {
      const now = this.#shownAt({ canvas, session, workspace }, sender, said);
      this.#deps.elsewhere.tell({ canvas, session, workspace, text: now?.text });
      return now?.frame;
    };
    return { canvas, session, workspace, take };
  }

  /** What is there now: nothing of this workspace while the sender is there with another one; undefined: it is there with none. */
  #shownAt(at: Placed, sender: ClientSession, said: Said): Place | undefined {
    const place = this.#places.get(nameOf(at));
    if (place || this.#places.at(at.canvas, at.session).length === 0) return place;
    return new Place(sender, { ...said, viewport: null, cursors: [], hands: [] }, 0);
  }

  *#removeHidden(): Work {
    for (const place of this.#places.all()) {
      if (!place.isOver && !mayShow(this.#deps, place.sender.owner, place.said)) this.#remove(place);
      yield;
    }
  }

  /** `workspace` undefined: all of them. */
  #removeAt(canvas: string, session: string, workspace?: number): void {
    for (const place of this.#places.at(canvas, session)) {
      if (workspace === undefined || place.workspace === workspace) this.#remove(place);
    }
  }

  #remove(place: Place): void {
    place.isOver = true;
    if (this.#places.delete(place)) this.#relay.tellSoon(this.#newsOf(place));
  }
}

/** Hands change a canvas, so whoever may only view it has none. */
const mayShow = (deps: Pick<Deps, 'access'>, owner: ClientSession['owner'], { canvas_id, hands }: Said): boolean =>
  (hands.length > 0 ? mayEdit : mayView)(deps, owner, canvas_id);

/** Somebody on a canvas, in one workspace, as the session said last. */
class Place implements Placed, PlaceFrame {
  isOver = false;
  #text: string | undefined;
  #frame: Buffer | undefined;

  constructor(
    readonly sender: ClientSession,
    readonly said: Said,
    /** Steady time of the message, in milliseconds. */
    readonly at: number,
  ) {}

  get canvas(): string {
    return this.said.canvas_id;
  }

  get session(): string {
    return this.sender.sessionId;
  }

  get workspace(): number {
    return this.said.workspace;
  }

  /** For the other nodes. */
  get text(): string {
    this.#text ??= textOf(this.sender, this.said);
    return this.#text;
  }

  get frame(): Buffer {
    this.#frame ??= frameOfText(this.text);
    return this.#frame;
  }
}

/** The share of what a connection may ask for in a second: each canvas is a greeting. */
const WATCH_COST = 4;

/** What clients say of where they are, and whom they want to see. */
export const presenceHandlers = ({ presences, watching }: { readonly presences: Presences; readonly watching: Watching }) => ({
  [Watch.type]: handler(Watch, (message, { session }) => watching.hear(session, message), { cost: WATCH_COST }),
  [Presence.type]: handler(Presence, (message, { session }) => presences.put(session, message), { now: true }),
});

/** No e-mail address is in it. */
function textOf(session: ClientSession, { canvas_id, workspace, viewport, cursors, hands }: Said): string {
  const { clientId: client_id, sessionId: session_id, installationName: installation_name, kind, owner } = session;
  const from = { client_id, session_id, installation_name, kind, user: { id: owner.id, name: owner.name } };
  const shown = cursors.map(({ color, label, ...cursor }) => ({ ...cursor, ...(color && { color }), ...(label && { label }) }));
  const done = hands.length > 0 ? { hands } : {};
  return JSON.stringify({ type: OthersPresence.type, canvas_id, from, workspace, viewport, cursors: shown, ...done });
}
