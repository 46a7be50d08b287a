import { PresenceGone } from '../../../model/displays/presence.ts';
import type { Work } from '../../../model/hooks.ts';
import type { Timer } from '../../clock.ts';
import { sleeper } from '../../scheduler.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/session.ts';
import { frameOfText } from '../socket/frames.ts';
import { nameOf, type Placed } from './places.ts';
import type { Watching } from './watching.ts';

interface Deps extends Pick<DisplayDeps, 'clock' | 'scheduler' | 'log'> {
  readonly watching: Pick<Watching, 'watchersOf' | 'isWatching'>;
  /** Called at the end of a round, when all its news have been sent. */
  readonly flush: () => void;
}

/** A change at a place. */
export interface News extends Placed {
  /**
   * Called once, when the news are sent: the frame that says what the place is now; undefined: the session is not on the canvas any more.
   */
  readonly take: () => Buffer | undefined;
}

/** Between two relays: 20 in a second. */
const RELAY_MS = 50;
/**
 * After a relay, nothing is relayed for this multiple of the time that it took, and at most for `LONGEST_REST_MS`: the cursors of
 * a crowd become slow before the server does.
 */
const RESTS = 4;
const LONGEST_REST_MS = 5_000;
/**
 * A receiver with more unread bytes than this is sent no presence.
 * @bound Unread bytes with which a receiver is still sent presence: presence is left out until the receiver has read.
 */
export const UNSENT_BYTES = 256 * 1024;
/** News that become one text: making it takes a fraction of a millisecond. */
const PORTION = 16;
/** Watchers that are written to in one step. */
const WATCHERS = 16;

/** News of one canvas by session and name. */
type OfCanvas = Map<string, Map<string, News>>;
type Due = readonly [canvas: string, news: OfCanvas];

/** Some news of one canvas as one text, which all who watch it share. */
interface Portion {
  readonly canvas: string;
  readonly bytes: Buffer;
  /** Where in it the news of each session stand: the session itself does not receive them. */
  readonly own: ReadonlyMap<string, readonly [from: number, to: number]>;
  /** Sessions that left: also watchers with much unread receive this. */
  readonly gone: readonly string[];
}

/**
 * Tells those who watch a canvas what is new at its places. All news go through here, one round after the other and in steps, so that
 * news that somebody is there never come behind the news that this person has left.
 */
export class Relay {
  readonly #deps: Deps;
  #paced = new Map<string, OfCanvas>();
  /** News that go without the pause between relays, as long as the relays do not take long. */
  #urgent = new Map<string, OfCanvas>();
  readonly #run: () => void;
  #isRunning = false;
  #isClosed = false;
  /** Before the next relay. */
  #pauseMs = RELAY_MS;
  #next: Timer | undefined;
  #isPacedDue = false;

  constructor(deps: Deps) {
    const { scheduler, log } = deps;
    this.#deps = deps;
    this.#run = sleeper(
      scheduler,
      () => this.#rounds(),
      (cause) => log.error({ err: cause }, 'presence is not relayed'),
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#next?.cancel();
  }

  /** Relays a change with the next relay. */
  tell(news: News): void {
    add(drop(this.#urgent, news) ? this.#urgent : this.#paced, news);
    this.#wake();
  }

  /** Relays as soon as possible: somebody leaves, or another node has waited already. */
  tellSoon(news: News): void {
    drop(this.#paced, news);
    add(this.#urgent, news);
    this.#wake();
  }

  #wake(): void {
    if (this.#isRunning || this.#isClosed) return;
    if (!this.#isDue) return this.#later();
    this.#isRunning = true;
    this.#run();
  }

  get #isDue(): boolean {
    return this.#isPacedDue || (this.#urgent.size > 0 && this.#pauseMs <= RELAY_MS);
  }

  #later(): void {
    if (this.#isClosed || (this.#urgent.size === 0 && this.#paced.size === 0)) return;
    this.#next ??= this.#deps.clock.after(this.#pauseMs, () => {
      this.#next = undefined;
      this.#isPacedDue = true;
      this.#wake();
    });
  }

  *#rounds(): Work {
    try {
      while (this.#isDue) yield* this.#round();
    } finally {
      this.#isRunning = false;
      this.#later();
    }
  }

  *#round(): Work {
    const { clock, flush } = this.#deps;
    const begun = clock.steady();
    try {
      yield* this.#relay(this.#takeDue());
    } finally {
      flush();
      this.#pauseMs = Math.min(LONGEST_REST_MS, Math.max(RELAY_MS, RESTS * (clock.steady() - begun)));
    }
  }

  #takeDue(): readonly Due[] {
    const due = [...this.#urgent, ...(this.#isPacedDue ? this.#paced : [])];
    this.#urgent = new Map();
    if (this.#isPacedDue) this.#paced = new Map();
    this.#isPacedDue = false;
    return due;
  }

  *#relay(due: readonly Due[]): Work {
    for (const [canvas, sessions] of due) {
      const left = [...sessions.values()].flatMap((news) => [...news.values()]);
      for (let from = 0; from < left.length; from += PORTION) {
        const portion = portionOf(canvas, left.slice(from, from + PORTION));
        yield;
        yield* this.#offer(portion);
      }
    }
  }

  *#offer(portion: Portion): Work {
    const { watching } = this.#deps;
    for (const [at, watcher] of [...watching.watchersOf(portion.canvas)].entries()) {
      if (watching.isWatching(watcher, portion.canvas)) offerTo(watcher, portion);
      if (at % WATCHERS === WATCHERS - 1) yield;
    }
  }
}

function add(to: Map<string, OfCanvas>, news: News): void {
  const sessions: OfCanvas = to.get(news.canvas) ?? new Map();
  to.set(news.canvas, sessions);
  sessions.set(news.session, (sessions.get(news.session) ?? new Map()).set(nameOf(news), news));
}

function drop(from: Map<string, OfCanvas>, place: Placed): boolean {
  return from.get(place.canvas)?.get(place.session)?.delete(nameOf(place)) ?? false;
}

/** What is said of one session stands together, as it does in `news`. */
function portionOf(canvas: string, news: readonly News[]): Portion {
  const own = new Map<string, [from: number, to: number]>();
  const gone: string[] = [];
  const frames: Buffer[] = [];
  let length = 0;
  for (const { session, take } of news) {
    const said = take();
    // Each workspace of a session reports that the session is gone; one message is enough
    if (!said && gone.at(-1) === session) continue;
    if (!said) gone.push(session);
    const frame = said ?? frameOfText(JSON.stringify(goneFrom(canvas, session)));
    const from = own.get(session)?.[0] ?? length;
    length += frame.length;
    frames.push(frame);
    own.set(session, [from, length]);
  }
  return { canvas, bytes: Buffer.concat(frames), own, gone };
}

const goneFrom = (canvas_id: string, session_id: string): object => ({ type: PresenceGone.type, canvas_id, session_id });

function offerTo(watcher: ClientSession, { canvas, bytes, own, gone }: Portion): void {
  const [from, to] = own.get(watcher.sessionId) ?? [0, 0];
  const pieces = to === 0 ? [bytes] : [bytes.subarray(0, from), bytes.subarray(to)];
  if (watcher.connection?.offer(pieces, UNSENT_BYTES) !== false) return;
  for (const session of gone) if (session !== watcher.sessionId) watcher.send(goneFrom(canvas, session));
}
