import { readMessage } from '../../model/displays/message.ts';
import { OthersPresence, PresenceGone } from '../../model/displays/presence.ts';
import type { Body } from '../../model/field.ts';
import type { Work } from '../../model/hooks.ts';
import type { Timer } from '../clock.ts';
import { sleeper } from '../scheduler.ts';
import type { DisplayDeps } from './deps.ts';
import type { Session } from './session.ts';
import type { Watching } from './watching.ts';

interface Deps extends Pick<DisplayDeps, 'nodes' | 'bus' | 'clock' | 'scheduler' | 'log'> {
  readonly watching: Watching;
}

/** Somebody on a canvas, in one workspace, who is connected to another node. */
interface Place {
  readonly canvas: string;
  readonly session: string;
  readonly workspace: number;
  /** The message for those who watch; undefined: nobody is there any more. */
  readonly text: string | undefined;
}

/** As the bus carries it: what is older than what was heard of the same node counts no more. */
interface Told extends Place {
  readonly number: number;
}

interface Heard extends Told {
  readonly node: string;
  readonly at: number;
}

/** Who is not heard of for so long is gone: the same as on the own node. */
const EXPIRY_MS = 10_000;
/** A receiver that has left so much unread is sent no presence. */
const UNSENT_BYTES = 256 * 1024;
/** A message of the bus has so many characters, or one place: PostgreSQL carries no more than 8000 bytes at once. */
const MESSAGE_CHARACTERS = 6_000;
/** Places of other nodes that are known at once; the one that was not heard of for longest is forgotten. */
const PLACES_MAX = 10_000;

/**
 * Where people are who are connected to other nodes. What is relayed here is told to the other nodes by the bus, and they pass it on to
 * those of their own who watch the canvas; a message that gets lost is made up for by the next one of its sender.
 */
export class Elsewhere {
  readonly #deps: Deps;
  readonly #places = new Map<string, Heard>();
  readonly #stop: () => void;
  readonly #expire: () => void;
  #unsent: Told[] = [];
  #number = 0;
  #nextExpiry: Timer | undefined;

  constructor(deps: Deps) {
    const { bus, watching, scheduler, log } = deps;
    this.#deps = deps;
    this.#expire = sleeper(
      scheduler,
      () => this.#removeExpired(),
      (cause) => log.error({ err: cause }, 'presence of other nodes does not end'),
    );
    this.#stop = bus?.listen('presence', (text) => this.#hear(text)) ?? (() => undefined);
    watching.listen({ began: (session, canvas) => this.#greet(session, canvas), ended: () => undefined });
  }

  close(): void {
    this.#stop();
    this.#nextExpiry?.cancel();
  }

  /** To be told to the others with the next `flush`. */
  tell(place: Place): void {
    if (this.#deps.nodes.others.length > 0) this.#unsent.push({ ...place, number: ++this.#number });
  }

  /** Sends what is to be told, in as few messages as it fits in. */
  flush(): void {
    const { bus, nodes } = this.#deps;
    const places = this.#unsent;
    this.#unsent = [];
    let part: Told[] = [];
    let length = 0;
    const send = (): void => bus?.send('presence', JSON.stringify({ node: nodes.id, places: part }));
    for (const place of places) {
      const own = 150 + (place.text?.length ?? 0) * 1.2;
      if (part.length > 0 && length + own > MESSAGE_CHARACTERS) {
        send();
        [part, length] = [[], 0];
      }
      part.push(place);
      length += own;
    }
    if (part.length > 0) send();
  }

  #hear(message: string): void {
    for (const place of readPlaces(message)) this.#take(place);
    this.#expireLater();
  }

  #take(place: Omit<Heard, 'at'>): void {
    const name = nameOf(place);
    const before = this.#places.get(name);
    const isSameNode = before?.node === place.node;
    if (before && isSameNode && before.number >= place.number) return;
    // The session goes on from another node, and this one is late to say that it is not there any more
    if (before && !isSameNode && isThere(before) && !isThere(place)) return;
    this.#places.delete(name);
    this.#places.set(name, { ...place, at: this.#deps.clock.steady() });
    for (const [oldest] of this.#places) {
      if (this.#places.size <= PLACES_MAX) break;
      this.#places.delete(oldest);
    }
    if (place.text !== undefined) this.#offer(place.canvas, place.text);
    else if (before?.text !== undefined) this.#tellGone(place);
  }

  #offer(canvas: string, text: string): void {
    for (const watcher of this.#deps.watching.watchersOf(canvas)) watcher.connection?.offer(text, UNSENT_BYTES);
  }

  /** Nobody is told while the session is on the canvas with another workspace. */
  #tellGone({ canvas, session }: Place): void {
    for (const place of this.#places.values()) if (isThere(place) && place.canvas === canvas && place.session === session) return;
    const gone = { type: PresenceGone.type, canvas_id: canvas, session_id: session };
    for (const watcher of this.#deps.watching.watchersOf(canvas)) if (watcher.sessionId !== session) watcher.send(gone);
  }

  /** Whoever begins to watch is told who is there. */
  #greet(watcher: Session, canvas: string): void {
    for (const { canvas: where, text } of this.#places.values()) {
      if (where === canvas && text !== undefined) watcher.connection?.offer(text, UNSENT_BYTES);
    }
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
      this.#places.delete(name);
      if (isThere(place)) this.#tellGone(place);
      yield;
    }
    this.#expireLater();
  }
}

/** Anybody on the bus may have sent it, also another version: what is no presence of that canvas is left out, and reaches no client. */
function* readPlaces(message: string): Generator<Omit<Heard, 'at'>> {
  const { node, places } = objectIn(message);
  if (!isName(node) || !Array.isArray(places)) return;
  for (const told of places) {
    const place = readPlace(told);
    if (place) yield { ...place, node };
  }
}

function readPlace(told: unknown): Told | undefined {
  const { canvas, session, workspace, text, number } = (told ?? {}) as Body;
  if (!isName(canvas) || !isName(session) || !Number.isSafeInteger(workspace) || !Number.isSafeInteger(number)) return undefined;
  const place = { canvas, session, workspace: Number(workspace), number: Number(number) };
  if (text === undefined) return { ...place, text };
  const said = typeof text === 'string' ? readPresence(text) : undefined;
  const isOfPlace = said?.canvas_id === canvas && said.from.session_id === session;
  return isOfPlace ? { ...place, text: JSON.stringify(said) } : undefined;
}

/** Nothing but what belongs to the message. Undefined: it is none. */
function readPresence(text: string) {
  const sent = objectIn(text);
  try {
    return sent.type === OthersPresence.type ? readMessage(OthersPresence, sent) : undefined;
  } catch {
    return undefined;
  }
}

/** Without keys when it holds no object. */
function objectIn(text: string): Body {
  try {
    return (JSON.parse(text) ?? {}) as Body;
  } catch {
    return {};
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= 100;

const isThere = ({ text }: Place): boolean => text !== undefined;

const nameOf = ({ session, canvas, workspace }: Place): string => `${session} ${canvas} ${workspace}`;
