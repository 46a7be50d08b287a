import { readMessage } from '../../../model/displays/message.ts';
import { OthersPresence } from '../../../model/displays/presence.ts';
import type { Body } from '../../../model/field.ts';
import type { Timer } from '../../clock.ts';
import type { DisplayDeps } from '../deps.ts';
import { frameOfText } from '../socket/frames.ts';
import { Expiry } from './expiry.ts';
import type { PlaceFrame } from './greetings.ts';
import { nameOf, type Placed, Places } from './places.ts';
import type { Relay } from './relay.ts';

interface Deps extends Pick<DisplayDeps, 'nodes' | 'bus' | 'clock' | 'scheduler' | 'log'> {
  readonly relay: Pick<Relay, 'tellSoon'>;
}

/** Somebody on a canvas, in one workspace, who is connected to another node. */
interface Place extends Placed {
  /** The message for those who watch; undefined: nobody is there any more. */
  readonly text: string | undefined;
}

/** A place in a message of the bus: a place with a lower number than the last one from the same node is out of date. */
interface NumberedPlace extends Place {
  readonly number: number;
}

interface Heard extends NumberedPlace {
  readonly node: string;
}

/** Between two messages to the bus, however many canvases are relayed: a bus that is a database has other things to do. */
const PAUSE_MS = 10;
/** Characters of a message of the bus, unless a single place has more: PostgreSQL carries no more than 8000 bytes at once. */
const MESSAGE_CHARACTERS = 6_000;
/**
 * Places of other nodes that are known at once; the one that was not heard of for longest is forgotten.
 * @bound Places of people on other nodes: the place that was silent for longest is forgotten.
 */
const PLACES_MAX = 10_000;

/**
 * Where people are who are connected to other nodes. What is relayed here goes to the other nodes by the bus, and they pass it on to
 * those of their own who watch the canvas; a message that gets lost is made up for by the next one of its sender.
 */
export class Elsewhere {
  readonly #deps: Deps;
  readonly #places = new Places<HeardPlace>();
  readonly #stop: () => void;
  readonly #expiry: Expiry<HeardPlace>;
  #unsent: NumberedPlace[] = [];
  #number = 0;
  #pause: Timer | undefined;

  constructor(deps: Deps) {
    const { bus, scheduler, clock, log } = deps;
    this.#deps = deps;
    this.#expiry = new Expiry({
      clock,
      scheduler,
      oldest: () => this.#places.oldest,
      remove: (place) => this.#remove(place),
      failed: (cause) => log.error({ err: cause }, 'presence of other nodes does not end'),
    });
    this.#stop = bus?.listen('presence', (text) => this.#hear(text)) ?? (() => undefined);
  }

  close(): void {
    this.#stop();
    this.#expiry.close();
    this.#pause?.cancel();
  }

  /** For whoever begins to watch. */
  on(canvas: string): readonly PlaceFrame[] {
    return this.#places.on(canvas).filter(isThere);
  }

  /** Queues a place, which the next `flush` sends to the other nodes. */
  tell(place: Place): void {
    if (this.#deps.nodes.others.length > 0) this.#unsent.push({ ...place, number: ++this.#number });
  }

  /** Sends the queue, at once unless something was sent a moment ago. */
  flush(): void {
    if (this.#pause || this.#unsent.length === 0) return;
    this.#send();
    this.#pause = this.#deps.clock.after(PAUSE_MS, () => {
      this.#pause = undefined;
      this.flush();
    });
  }

  /** In as few messages as it fits in. */
  #send(): void {
    const { bus, nodes } = this.#deps;
    const places = this.#unsent;
    this.#unsent = [];
    let part: NumberedPlace[] = [];
    let length = 0;
    const send = (): void => bus?.send('presence', JSON.stringify({ node: nodes.id, places: part }));
    for (const place of places) {
      const own = 150 + (place.text?.length ?? 0) * 1.2;
      if (part.length > 0 && length + own > MESSAGE_CHARACTERS) {
        send();
        part = [];
        length = 0;
      }
      part.push(place);
      length += own;
    }
    if (part.length > 0) send();
  }

  #hear(message: string): void {
    for (const place of readPlaces(message)) this.#take(place);
    this.#expiry.follow();
  }

  #take(heard: Heard): void {
    const before = this.#places.get(nameOf(heard));
    const isSameNode = before?.heard.node === heard.node;
    if (before && isSameNode && before.heard.number >= heard.number) return;
    // The session goes on from another node, and this one is late to say that it is not there any more
    if (before && !isSameNode && isThere(before) && heard.text === undefined) return;
    if (before) before.isOver = true;
    this.#places.put(new HeardPlace(heard, this.#deps.clock.steady()));
    while (this.#places.size > PLACES_MAX) this.#places.delete(this.#places.oldest!);
    if (heard.text !== undefined || (before && isThere(before))) this.#tell(heard);
  }

  /** Watchers hear that a session is gone only when none of its workspaces shows the canvas any more. */
  #tell(place: Placed): void {
    const { canvas, session, workspace } = place;
    const others = this.#places.at(canvas, session).filter(isThere);
    if (others.length > 0 && !others.some((one) => one.workspace === workspace)) return;
    const take = (): Buffer | undefined => {
      const now = this.#places.get(nameOf(place));
      return now && isThere(now) ? now.frame : undefined;
    };
    this.#deps.relay.tellSoon({ canvas, session, workspace, take });
  }

  #remove(place: HeardPlace): void {
    this.#places.delete(place);
    place.isOver = true;
    if (isThere(place)) this.#tell(place);
  }
}

class HeardPlace implements Placed, PlaceFrame {
  isOver = false;
  readonly canvas: string;
  readonly session: string;
  readonly workspace: number;
  #frame: Buffer | undefined;

  constructor(
    readonly heard: Heard,
    /** Steady time at which it was heard, in milliseconds. */
    readonly at: number,
  ) {
    this.canvas = heard.canvas;
    this.session = heard.session;
    this.workspace = heard.workspace;
  }

  get frame(): Buffer {
    this.#frame ??= frameOfText(this.heard.text ?? '');
    return this.#frame;
  }
}

const isThere = ({ heard }: HeardPlace): boolean => heard.text !== undefined;

/** Anybody on the bus may have sent it, also another version: what is no presence of that canvas is left out, and reaches no client. */
function* readPlaces(message: string): Generator<Heard> {
  const { node, places } = objectIn(message);
  if (!isName(node) || !Array.isArray(places)) return;
  for (const value of places) {
    const place = readPlace(value);
    if (place) yield { ...place, node };
  }
}

function readPlace(value: unknown): NumberedPlace | undefined {
  const { canvas, session, workspace, text, number } = (value ?? {}) as Body;
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
    if (sent.type !== OthersPresence.type) return undefined;
    const { hands, ...said } = readMessage(OthersPresence, sent);
    return hands.length > 0 ? { ...said, hands } : said;
  } catch {
    return undefined;
  }
}

/** The object in a text; without keys when the text holds none. */
function objectIn(text: string): Body {
  try {
    return (JSON.parse(text) ?? {}) as Body;
  } catch {
    return {};
  }
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= 100;
