import type { Work } from '../../../model/hooks.ts';
import type { Timer } from '../../clock.ts';
import { sleeper } from '../../scheduler.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { Connection } from '../socket/connection.ts';
import { UNSENT_BYTES } from './parcels.ts';
import type { Watching } from './watching.ts';

/** A place in the form in which watchers receive it. */
export interface PlaceFrame {
  readonly session: string;
  /** One buffer serves all receivers. */
  readonly frame: Buffer;
  /** The place has changed or is gone; the relay reports this. */
  readonly isOver: boolean;
}

interface Deps extends Pick<DisplayDeps, 'clock' | 'scheduler' | 'log'> {
  readonly watching: Pick<Watching, 'listen' | 'isWatching'>;
  readonly placesOn: (canvas: string) => readonly PlaceFrame[];
}

/** A session that watches a canvas again within this time receives the places at the end of it. */
const AGAIN_MS = 1_000;
/** Places that are written in one step. */
const PLACES = 32;

/** The greetings of one connection by canvas: when the next one is due, and when the last one went, in steady time. */
interface PendingPlaces {
  readonly session: ClientSession;
  readonly due: Map<string, number>;
  readonly last: Map<string, number>;
}

/**
 * Tells whoever begins to watch a canvas who is there. That is one work for all connections, which takes them in turns, one canvas of
 * each, so that nobody who begins to watch again and again keeps the server from anything.
 */
export class Greetings {
  readonly #deps: Deps;
  readonly #waiting = new Map<Connection, PendingPlaces>();
  readonly #last = new WeakMap<Connection, Map<string, number>>();
  readonly #wake: () => void;
  #next: Timer | undefined;

  constructor(deps: Deps) {
    const { scheduler, log, watching } = deps;
    this.#deps = deps;
    this.#wake = sleeper(
      scheduler,
      () => this.#greetAll(),
      (cause) => log.error({ err: cause }, 'a display does not learn who is there'),
    );
    watching.listen({ began: (session, canvas) => this.#ask(session, canvas), ended: () => undefined });
  }

  close(): void {
    this.#next?.cancel();
  }

  #ask(session: ClientSession, canvas: string): void {
    const { connection } = session;
    if (!connection) return;
    const now = this.#deps.clock.steady();
    const last = this.#last.get(connection) ?? new Map<string, number>();
    for (const [one, at] of last) if (at <= now - AGAIN_MS) last.delete(one);
    this.#last.set(connection, last);
    const waiting = this.#waiting.get(connection) ?? { session, last, due: new Map() };
    const at = last.get(canvas);
    waiting.due.set(canvas, at === undefined ? now : at + AGAIN_MS);
    this.#waiting.set(connection, waiting);
    this.#wake();
  }

  *#greetAll(): Work {
    for (let isDone = false; !isDone; ) {
      isDone = true;
      for (const [connection, greeting] of [...this.#waiting]) {
        const canvas = this.#takeDue(connection, greeting);
        if (canvas === undefined) continue;
        isDone = false;
        yield* this.#greet(connection, greeting, canvas);
      }
    }
    this.#later();
  }

  #takeDue(connection: Connection, { due, last }: PendingPlaces): string | undefined {
    const now = this.#deps.clock.steady();
    for (const [canvas, at] of due) {
      if (at > now) continue;
      due.delete(canvas);
      last.set(canvas, now);
      if (due.size === 0) this.#waiting.delete(connection);
      return canvas;
    }
    if (connection.isEnding) this.#waiting.delete(connection);
    return undefined;
  }

  *#greet(connection: Connection, { session }: PendingPlaces, canvas: string): Work {
    const { watching, placesOn } = this.#deps;
    const places = placesOn(canvas);
    yield;
    for (let from = 0; from < places.length; from += PLACES) {
      if (session.connection !== connection || !watching.isWatching(session, canvas)) return;
      const others = places.slice(from, from + PLACES).filter(({ isOver, session: id }) => !isOver && id !== session.sessionId);
      const frames = others.map(({ frame }) => frame);
      if (!connection.offer(frames, UNSENT_BYTES)) return;
      yield;
    }
  }

  /** Wakes when the next one is due. */
  #later(): void {
    this.#next?.cancel();
    this.#next = undefined;
    let at = Number.POSITIVE_INFINITY;
    for (const { due } of this.#waiting.values()) for (const one of due.values()) at = Math.min(at, one);
    if (at === Number.POSITIVE_INFINITY) return;
    this.#next = this.#deps.clock.after(Math.max(0, at - this.#deps.clock.steady()), () => this.#wake());
  }
}
