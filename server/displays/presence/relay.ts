import type { Work } from '../../../model/hooks.ts';
import type { Timer } from '../../clock.ts';
import { sleeper } from '../../scheduler.ts';
import type { DisplayDeps } from '../deps.ts';
import { framesOfNews, type News, type Parcel, PresenceBundle, PresencePortion } from './parcels.ts';
import { nameOf, type Placed } from './places.ts';
import type { Watching } from './watching.ts';

interface Deps extends Pick<DisplayDeps, 'clock' | 'scheduler' | 'log'> {
  readonly watching: Pick<Watching, 'watchersOf' | 'isWatching' | 'takesBundles'>;
  /** Called at the end of a round, when all its news have been sent. */
  readonly flush: () => void;
}

/** Between two relays of one canvas: 30 in a second. What is new on a canvas that was quiet for this time goes out at once. */
const RELAY_MS = 33;
/**
 * After a relay, nothing is relayed for this multiple of the time that its steps took, and at most for `LONGEST_REST_MS`: the cursors of
 * a crowd become slow before the server does.
 */
const RESTS = 4;
const LONGEST_REST_MS = 5_000;
/** News that become one text: making it takes a fraction of a millisecond. */
const PORTION = 16;
/** Watchers that are written to in one step. */
const WATCHERS = 16;

/** News of one canvas by session and name. */
type OfCanvas = Map<string, Map<string, News>>;
type Due = readonly [canvas: string, news: OfCanvas];

/**
 * Tells those who watch a canvas what is new at its places. All news go through here, one round after the other and in steps, so that
 * news that somebody is there never come behind the news that this person has left.
 */
export class Relay {
  readonly #deps: Deps;
  #due = new Map<string, OfCanvas>();
  /** News that do not wait until their canvas was quiet. */
  #urgent = new Map<string, OfCanvas>();
  /** Canvases that were relayed less than `RELAY_MS` ago, and what is new there since. */
  readonly #resting = new Map<string, Timer>();
  readonly #waiting = new Map<string, OfCanvas>();
  /** Ends after a relay that took its time. */
  #rest: Timer | undefined;
  readonly #run: () => void;
  #isRunning = false;
  #isClosed = false;

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
    this.#rest?.cancel();
    for (const timer of this.#resting.values()) timer.cancel();
  }

  /** Relays a change as soon as the canvas was quiet long enough. */
  tell(news: News): void {
    if (drop(this.#urgent, news)) add(this.#urgent, news);
    else add(this.#resting.has(news.canvas) ? this.#waiting : this.#due, news);
    this.#wake();
  }

  /** Relays as soon as possible: somebody leaves, or another node has waited already. */
  tellSoon(news: News): void {
    drop(this.#waiting, news);
    drop(this.#due, news);
    add(this.#urgent, news);
    this.#wake();
  }

  get #isDue(): boolean {
    return !this.#rest && !this.#isClosed && this.#due.size + this.#urgent.size > 0;
  }

  #wake(): void {
    if (this.#isRunning || !this.#isDue) return;
    this.#isRunning = true;
    this.#run();
  }

  *#rounds(): Work {
    try {
      while (this.#isDue) yield* this.#round();
    } finally {
      this.#isRunning = false;
    }
  }

  *#round(): Work {
    const { clock, flush } = this.#deps;
    const relaying = this.#relay(this.#takeDue());
    let took = 0;
    try {
      for (let isDone = false; !isDone; ) {
        const begun = clock.steady();
        isDone = relaying.next().done === true;
        took += clock.steady() - begun;
        if (!isDone) yield;
      }
    } finally {
      flush();
      this.#restFor(RESTS * took);
    }
  }

  #takeDue(): readonly Due[] {
    const due = [...this.#urgent, ...this.#due];
    for (const canvas of this.#due.keys()) this.#quiet(canvas);
    this.#urgent = new Map();
    this.#due = new Map();
    return due;
  }

  /** What comes for this canvas from now on waits. */
  #quiet(canvas: string): void {
    const isOver = (): void => {
      this.#resting.delete(canvas);
      const news = this.#waiting.get(canvas);
      if (!news) return;
      this.#waiting.delete(canvas);
      this.#due.set(canvas, news);
      this.#wake();
    };
    this.#resting.set(canvas, this.#deps.clock.after(RELAY_MS, isOver));
  }

  #restFor(ms: number): void {
    if (ms < 1 || this.#isClosed) return;
    this.#rest = this.#deps.clock.after(Math.min(LONGEST_REST_MS, ms), () => {
      this.#rest = undefined;
      this.#wake();
    });
  }

  *#relay(due: readonly Due[]): Work {
    for (const [canvas, sessions] of due) {
      const left = [...sessions.values()].flatMap((news) => [...news.values()]);
      let bundle = new PresenceBundle(canvas);
      for (let from = 0; from < left.length; from += PORTION) {
        const frames = framesOfNews(left.slice(from, from + PORTION));
        bundle.add(frames);
        const portion = new PresencePortion(canvas, frames);
        yield;
        yield* this.#offer(portion);
        if (from + PORTION < left.length && !bundle.isFull) continue;
        yield* this.#offer(bundle);
        bundle = new PresenceBundle(canvas);
      }
    }
  }

  *#offer(parcel: Parcel): Work {
    const { watching } = this.#deps;
    const { canvas, isBundle } = parcel;
    for (const [at, watcher] of [...watching.watchersOf(canvas)].entries()) {
      if (watching.isWatching(watcher, canvas) && watching.takesBundles(watcher) === isBundle) parcel.offerTo(watcher);
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
