import { PresenceGone, Presences } from '../../../model/displays/presence.ts';
import type { ClientSession } from '../session/client-session.ts';
import { frameOfPieces, frameOfText, payloadOf } from '../socket/frames.ts';
import type { Placed } from './places.ts';

/**
 * A receiver with more unread bytes than this is sent no presence.
 * @bound Unread bytes with which a receiver is still sent presence: presence is left out until the receiver has read.
 */
export const UNSENT_BYTES = 256 * 1024;

/** A change at a place. */
export interface News extends Placed {
  /**
   * Called once, when the news are sent: the frame that says what the place is now; undefined: the session is not on the canvas any more.
   */
  readonly take: () => Buffer | undefined;
}

/** News of one canvas, made into bytes once for all who watch it. */
export interface Parcel {
  readonly canvas: string;
  /** Whether it is for those who asked for bundles, or for the others. */
  readonly isBundle: boolean;
  /** Leaves out what the news say of the watcher. Also watchers with much unread receive who left. */
  offerTo(watcher: ClientSession): void;
}

/** News of one session at one place. */
interface NewsFrame {
  readonly session: string;
  /** Undefined: the session left. */
  readonly frame: Buffer | undefined;
}

/** What the news say now. The news of one session stand together, as they do in `news`. */
export function framesOfNews(news: readonly News[]): readonly NewsFrame[] {
  const all: NewsFrame[] = [];
  for (const { session, take } of news) {
    const frame = take();
    const last = all.at(-1);
    // Each workspace of a session reports that the session is gone; one message is enough
    if (!frame && last && last.session === session && !last.frame) continue;
    all.push({ session, frame });
  }
  return all;
}

/** One message for each of the news. */
export class PresencePortion implements Parcel {
  readonly isBundle = false;
  readonly #bytes: Buffer;
  /** Where in the bytes the news of each session stand: the session itself does not receive them. */
  readonly #own = new Map<string, readonly [from: number, to: number]>();
  readonly #gone: readonly string[];

  constructor(
    readonly canvas: string,
    news: readonly NewsFrame[],
  ) {
    const frames: Buffer[] = [];
    let length = 0;
    for (const { session, frame = frameOfText(JSON.stringify(goneFrom(canvas, session))) } of news) {
      const from = this.#own.get(session)?.[0] ?? length;
      length += frame.length;
      frames.push(frame);
      this.#own.set(session, [from, length]);
    }
    this.#bytes = Buffer.concat(frames);
    this.#gone = goneIn(news);
  }

  offerTo(watcher: ClientSession): void {
    const [from, to] = this.#own.get(watcher.sessionId) ?? [0, 0];
    const bytes = this.#bytes;
    const pieces = to === 0 ? [bytes] : [bytes.subarray(0, from), bytes.subarray(to)];
    if (watcher.connection?.offer(pieces, UNSENT_BYTES) === false) sendGone(watcher, this.canvas, this.#gone);
  }
}

/** A bundle with more bytes than this is sent, and another one begun. */
const BUNDLE_BYTES = 256 * 1024;

/** All the news in one message, in which each receiver leaves out those of itself. */
export class PresenceBundle implements Parcel {
  readonly isBundle = true;
  readonly #news: NewsFrame[] = [];
  readonly #sessions = new Set<string>();
  #bytes = 0;
  #frame: Buffer | undefined;

  constructor(readonly canvas: string) {}

  get isFull(): boolean {
    return this.#bytes > BUNDLE_BYTES;
  }

  add(news: readonly NewsFrame[]): void {
    for (const one of news) {
      this.#news.push(one);
      this.#sessions.add(one.session);
      this.#bytes += one.frame?.length ?? 0;
    }
  }

  offerTo(watcher: ClientSession): void {
    if (this.#sessions.size === 1 && this.#sessions.has(watcher.sessionId)) return;
    this.#frame ??= this.#made();
    if (watcher.connection?.offer([this.#frame], UNSENT_BYTES) === false) sendGone(watcher, this.canvas, goneIn(this.#news));
  }

  #made(): Buffer {
    const pieces: Buffer[] = [];
    for (const { frame } of this.#news) {
      if (!frame) continue;
      if (pieces.length > 0) pieces.push(COMMA);
      pieces.push(payloadOf(frame));
    }
    const begin = `{"type":"${Presences.type}","canvas_id":${JSON.stringify(this.canvas)},"presences":[`;
    const end = `],"gone":${JSON.stringify(goneIn(this.#news))}}`;
    return frameOfPieces([Buffer.from(begin), ...pieces, Buffer.from(end)]);
  }
}

const COMMA = Buffer.from(',');

const goneIn = (news: readonly NewsFrame[]): readonly string[] => news.flatMap(({ session, frame }) => (frame ? [] : [session]));

const goneFrom = (canvas_id: string, session_id: string): object => ({ type: PresenceGone.type, canvas_id, session_id });

function sendGone(watcher: ClientSession, canvas: string, sessions: readonly string[]): void {
  for (const session of sessions) if (session !== watcher.sessionId) watcher.send(goneFrom(canvas, session));
}
