import type { Work } from '../../model/hooks.ts';
import { STEPS } from '../scheduler.ts';
import type { Line } from './sink.ts';
import type { Seen, SeenChange } from './source.ts';
import { byteLength, CLOSE, COMMA, joined, LF } from './text.ts';

/** One line of a stream with its LF, or several that are written together; made once and shared by all subscribers. */
export interface Message {
  readonly pieces: readonly Buffer[];
  readonly bytes: number;
  /** Milliseconds until the next message may follow on the same stream. */
  readonly gap: number;
  /** The item is gone: the stream ends after this message. */
  readonly last: boolean;
  /** The messages that are written together; undefined: a single one. */
  readonly lines?: readonly Line[];
}

/** A message up to this size leaves no gap behind it, and stays a message of its own (interface/streaming 2.8). */
export const smallMessage = 64 * 1024;

/** The text about an object that vanished. */
export type GoneText = (seen: Seen) => string;

/** The body of the plain GET, then the objects that vanished since the previous message. */
export function wholeMessage(body: readonly Buffer[], vanished: readonly string[]): Message {
  return pagesMessage(body, joined(vanished));
}

/** The same, with the texts of the vanished objects in pages. */
export function pagesMessage(body: readonly Buffer[], vanished: readonly Buffer[]): Message {
  const pieces = [...body];
  const tail = pieces.pop() as Buffer;
  if (tail.length > 1) pieces.push(tail.subarray(0, tail.length - 1));
  if (vanished.length > 0 && byteLength(body) > 2) pieces.push(COMMA);
  return message([...pieces, ...separated(vanished), CLOSE_LF]);
}

/** An array of just these objects. */
export const arrayMessage = (texts: readonly string[]): Message => wholeMessage(EMPTY, texts);

export const pageArrayMessage = (pages: readonly Buffer[]): Message => pagesMessage(EMPTY, pages);

export const itemMessage = (body: readonly Buffer[], last = false): Message => message([...body, LF], last);

/** The changed objects as they are now, and the vanished ones with the text that `gone` gives. */
export function changesMessage(changes: Iterable<SeenChange>, gone: GoneText): Message {
  const texts: string[] = [];
  for (const change of changes) {
    const text = changeText(change, gone);
    if (text !== undefined) texts.push(text);
  }
  return arrayMessage(texts);
}

export const changeText = ({ before, after }: SeenChange, gone: GoneText): string | undefined =>
  after ? after.shown : before && gone(before);

export const vanishedText = ({ before, after }: SeenChange, gone: GoneText): string | undefined =>
  before && !after ? gone(before) : undefined;

export function vanishedIn(changes: Iterable<SeenChange>, gone: GoneText): string[] {
  const texts: string[] = [];
  for (const { before, after } of changes) if (before && !after) texts.push(gone(before));
  return texts;
}

/** The list as it was before the changes: with old texts, without new objects, with vanished ones in their old place. */
export function* rewound(list: readonly Seen[], changes: readonly SeenChange[]): Work<Seen[]> {
  const byKey = new Map<string, SeenChange>();
  for (const [at, change] of changes.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    byKey.set(change.key, change);
  }
  const earlier: Seen[] = [];
  for (const [at, seen] of list.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    const change = byKey.get(seen.key);
    byKey.delete(seen.key);
    const was = change ? change.before : seen;
    if (was) earlier.push(was);
  }
  const vanished = [...byKey.values()].flatMap(({ before }) => before ?? []);
  return vanished.length === 0 ? earlier : yield* inOrder(earlier, vanished);
}

/** Puts the vanished objects among the others by their ordinals; objects without an ordinal come last. */
function* inOrder(list: readonly Seen[], vanished: readonly Seen[]): Work<Seen[]> {
  const left = vanished.toSorted((a, b) => placeOf(a) - placeOf(b));
  const ordered: Seen[] = [];
  let next = 0;
  for (const [at, seen] of list.entries()) {
    if (at % STEPS === STEPS - 1) yield;
    while (next < left.length && placeOf(left[next]!) < (seen.ordinal ?? 0)) ordered.push(left[next++]!);
    ordered.push(seen);
  }
  return [...ordered, ...left.slice(next)];
}

const placeOf = ({ ordinal }: Seen): number => ordinal ?? Number.POSITIVE_INFINITY;

/**
 * Joins small messages into one piece, up to the end of an item, after which nothing follows. Writing one piece costs a third of
 * writing several, so the copy, which is made once for all subscribers, pays.
 */
export function together(messages: readonly NumberedMessage[]): Message | undefined {
  if (messages.length <= 1) return messages[0]?.message;
  const end = messages.findIndex(({ message }) => message.last);
  const kept = end < 0 ? messages : messages.slice(0, end + 1);
  const bytes = Buffer.concat(kept.flatMap(({ message }) => message.pieces));
  return { pieces: [bytes], bytes: bytes.length, gap: 0, last: end >= 0, lines: kept.map(lineOf) };
}

/** A message about one change set. */
interface NumberedMessage {
  readonly message: Message;
  readonly revision: number;
}

/** Commands that were committed together have one revision: a reader has reached it with the last of their messages. */
const lineOf = ({ message, revision }: NumberedMessage, at: number, all: readonly NumberedMessage[]): Line => ({
  pieces: message.pieces,
  revision: Math.min(revision, (all[at + 1]?.revision ?? Number.POSITIVE_INFINITY) - 1),
});

function message(pieces: readonly Buffer[], last = false): Message {
  const bytes = byteLength(pieces);
  return {
    pieces: bytes <= copyLimit && pieces.length > 1 ? [Buffer.concat(pieces)] : pieces,
    bytes,
    gap: gapBehind(bytes),
    last,
  };
}

const copyLimit = 16 * 1024;
const shortestGap = 50;
const bytesPerMs = (10 * 1024 * 1024) / 1000;

const gapBehind = (bytes: number): number => (bytes <= smallMessage ? 0 : Math.max(shortestGap, bytes / bytesPerMs));

const separated = (pages: readonly Buffer[]): Buffer[] => pages.flatMap((page, index) => (index === 0 ? [page] : [COMMA, page]));

const CLOSE_LF = Buffer.concat([CLOSE, LF]);
const EMPTY: readonly Buffer[] = [Buffer.from('[]')];
