import type { Work } from '../../model/hooks.ts';
import { atOnce, type Scheduler } from '../scheduler.ts';
import type { ChangeSet } from '../store/types.ts';
import { pagesOf } from './long-texts.ts';
import type { Gone, Message } from './message.ts';
import {
  arrayMessage,
  changesMessage,
  changeText,
  itemMessage,
  pageArrayMessage,
  pagesMessage,
  rewound,
  smallMessage,
  together,
  vanishedIn,
  vanishedText,
  wholeMessage,
} from './message.ts';
import type { Step } from './recent-changes.ts';
import { netOf, RecentChanges } from './recent-changes.ts';
import type { Seen, SeenChange, Source } from './source.ts';
import { byteLength, deletedText, joined, listBody } from './text.ts';

/** `whole`: every message is the whole list; `changes`: only what altered. */
export type Form = 'item' | 'whole' | 'changes';

/** Scopes whose heads may have moved: what a beat looks at. */
type Beat = ReadonlySet<string>;

/** The cursor of who was sent nothing yet. */
export const NOTHING = -1;

/** A subscriber as its channel sees it. */
interface Reader {
  readonly cursor: number;
  /** It missed a turn: what it is to be told is merged into one message. */
  readonly late: boolean;
}

/** What leads a subscriber from one state to a later one. */
export interface Passage {
  /** The cursor of who was sent the message. */
  readonly to: number;
  /** Undefined: all that happened has cancelled out. */
  readonly message: Message | undefined;
}

/** One that is put together in slices. */
interface LongPassage {
  readonly place: string;
  readonly to: number;
  /** Undefined while it is being made. */
  made: Passage | undefined;
  readonly readers: Set<Reader>;
}

export interface ChannelParts {
  /** More objects than this are told in slices. */
  readonly long: number;
  readonly scheduler: Pick<Scheduler, 'later'>;
  /** A long message is there: those who stand where it begins are to be served. */
  readonly made: () => void;
  /** The source threw, and what it had to tell is lost: all streams must be cut off. */
  readonly failed: (cause: unknown) => void;
}

/** More than this in one write is merged: it would not leave at once anyway. */
const largestWrite = 256 * 1024;

/**
 * All open streams that show the same bytes. Subscribers at the same cursor are given the same messages.
 * Change sets are taken in at publication and looked at by `catchUp`, so that a commit never waits for a thousand channels.
 * Until then the source is ahead of the head, so whoever puts what the source shows beside changes catches up first.
 */
export class Channel<R extends Reader> {
  readonly source: Source;
  readonly form: Form;
  readonly subscribers = new Set<R>();
  readonly #parts: ChannelParts;
  readonly #gone: Gone;
  readonly #recent = new RecentChanges();
  #waiting: (ChangeSet | Beat)[] = [];
  /** Passages to the head, by what is asked for and where it begins. */
  #passages = new Map<string, Passage>();
  #passagesTo = 0;
  /** Thousands of subscribers stand at the same cursor. */
  #latest: { readonly cursor: number; readonly late: boolean; readonly passage: Passage } | undefined;
  /** Long ones, also to earlier heads, as long as somebody waits for them. */
  readonly #long = new Map<string, LongPassage>();
  readonly #awaited = new Map<Reader, LongPassage>();
  #heldAtEnd: readonly Seen[] | undefined;
  #hasFailed = false;

  constructor(source: Source, form: Form, parts: ChannelParts) {
    this.source = source;
    this.form = form;
    this.#parts = parts;
    this.#gone = source.gone?.bind(source) ?? deletedText;
    source.begin?.();
  }

  get head(): number {
    return this.#recent.head;
  }

  /** The container is gone: nothing follows but the farewells. */
  get isOver(): boolean {
    return this.#heldAtEnd !== undefined;
  }

  take(news: ChangeSet | Beat): void {
    this.#waiting.push(news);
  }

  /** Looks at what was taken in; afterwards head and source are one state. */
  catchUp(): void {
    if (this.#waiting.length === 0 || this.#hasFailed) return;
    try {
      this.#look(this.#waiting.splice(0));
    } catch (cause) {
      this.#fail(cause);
    }
  }

  leave(reader: R): void {
    this.subscribers.delete(reader);
    this.#stopWaiting(reader);
  }

  /**
   * What leads a subscriber to the head, or some way to it. Undefined: it is long and being made; `made` tells when it is
   * there, and asking again gives it. Throws what the source throws.
   */
  next(reader: R): Passage | undefined {
    this.catchUp();
    if (this.#awaited.has(reader)) return this.#take(reader);
    const { cursor, late } = reader;
    const latest = this.#latest;
    if (latest?.cursor === cursor && latest.late === late && latest.passage.to === this.head) return latest.passage;
    const passage =
      cursor === NOTHING
        ? this.#passage(reader, `first ${this.head}`, () => this.#first())
        : this.#passage(reader, `${late ? 'merged' : 'next'} ${cursor}`, () => this.#messageSince(cursor, late));
    if (passage) this.#latest = { cursor, late, passage };
    return passage;
  }

  /** All that a subscriber was sent and that was not told as gone, told as gone; none for an item not held. */
  farewell(reader: R): Passage | undefined {
    this.catchUp();
    const { cursor } = reader;
    const place = `farewell ${cursor}`;
    if (cursor === NOTHING) return { to: NOTHING, message: this.form === 'item' ? undefined : arrayMessage([]) };
    if (this.#awaited.get(reader)?.place === place) return this.#take(reader);
    this.#stopWaiting(reader);
    return this.#passage(reader, place, () => {
      const held = this.#heldAtEnd ?? [...this.source.seen()];
      const work = this.#farewell(held, this.#recent.since(cursor));
      return held.length + this.#recent.weightSince(cursor) > this.#parts.long ? work : atOnce(work);
    });
  }

  /** To be called after a round: when everybody is at the head, nothing need be remembered. */
  tidy(): void {
    if (this.#long.size > 0) return;
    for (const { cursor } of this.subscribers) if (cursor !== this.head) return;
    this.#recent.clear();
    this.#passages.clear();
    this.#latest = undefined;
  }

  #look(waiting: readonly (ChangeSet | Beat)[]): void {
    for (const news of waiting) {
      const changes = ('changes' in news ? this.source.changes(news) : (this.source.beat?.(news) ?? [])).filter(alters);
      if (changes.length > 0) this.#recent.add(changes);
      if ('changes' in news && (news.dead || this.source.ended?.(news))) this.#heldAtEnd ??= [...this.source.seen()];
    }
    this.#recent.shorten(() => this.#cursors(), this.#long.size > 0);
  }

  /** Where subscribers stand, and will stand when they have what they wait for. */
  #cursors(): Set<number> {
    const cursors = new Set<number>();
    for (const { to } of this.#long.values()) cursors.add(to);
    for (const { cursor } of this.subscribers) if (cursor !== NOTHING) cursors.add(cursor);
    return cursors;
  }

  #fail(cause: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#parts.failed(cause);
  }

  /** Made once for all who stand there: at once, or in slices. */
  #passage(reader: Reader, place: string, make: () => Message | undefined | Work<Message | undefined>): Passage | undefined {
    if (this.#passagesTo !== this.head) this.#passages.clear();
    this.#passagesTo = this.head;
    const known = this.#passages.get(place);
    if (known) return known;
    const long = this.#long.get(place);
    if (long) return this.#wait(reader, long);
    const made = make();
    if (made && 'next' in made) return this.#wait(reader, this.#makeLater(place, made));
    const passage = { to: this.head, message: made };
    this.#passages.set(place, passage);
    return passage;
  }

  #makeLater(place: string, work: Work<Message | undefined>): LongPassage {
    const to = this.head;
    const long: LongPassage = { place, to, made: undefined, readers: new Set() };
    const made = (message: Message | undefined): void => {
      long.made = { to, message };
      this.#parts.made();
    };
    this.#long.set(place, long);
    this.#parts.scheduler.later(whileAwaited(long, work)).then(made, (cause) => this.#fail(cause));
    return long;
  }

  #wait(reader: Reader, long: LongPassage): Passage | undefined {
    if (long.made) return long.made;
    long.readers.add(reader);
    this.#awaited.set(reader, long);
    return undefined;
  }

  /** What the subscriber waits for, when it is there. */
  #take(reader: Reader): Passage | undefined {
    const passage = this.#awaited.get(reader)!.made;
    if (passage) this.#stopWaiting(reader);
    return passage;
  }

  #stopWaiting(reader: Reader): void {
    const long = this.#awaited.get(reader);
    this.#awaited.delete(reader);
    long?.readers.delete(reader);
    if (long?.readers.size === 0) this.#long.delete(long.place);
  }

  #first(): Message | Work<Message> {
    const { source } = this;
    const snapshot = source.snapshot?.();
    if (snapshot) return wholeOf(snapshot);
    return source.form === 'item' ? itemMessage(source.body()) : wholeMessage(source.body(), []);
  }

  /** One message per change set, or one for all: when it is asked for, and when they are too much to leave one by one. */
  #messageSince(cursor: number, merged: boolean): Message | undefined | Work<Message | undefined> {
    const snapshot = this.form === 'whole' ? this.source.snapshot?.() : undefined;
    if (snapshot || (this.form !== 'item' && this.#recent.weightSince(cursor) > this.#parts.long))
      return this.#longMerged(cursor, snapshot);
    return (merged ? undefined : this.#separate(cursor)) ?? this.#merged(cursor);
  }

  /** Undefined when they are not all kept, or too large to leave one by one. */
  #separate(cursor: number): Message | undefined {
    const steps = this.#recent.steps(cursor);
    if (!steps || steps.length === 0) return undefined;
    if (this.form === 'whole' && !this.#rewindTo(steps)) return undefined;
    const messages = steps.map((step) => (step.message ??= this.#oneStep(step.changes)));
    const small = messages.every((message) => message.bytes <= smallMessage);
    const bytes = messages.reduce((sum, message) => sum + message.bytes, 0);
    return messages.length === 1 || (small && bytes <= largestWrite) ? together(messages) : undefined;
  }

  #oneStep(changes: readonly SeenChange[]): Message {
    return this.form === 'changes' ? changesMessage(changes, this.#gone) : this.#item(changes.at(-1) as SeenChange);
  }

  /** Makes the whole list's message for each step, from the present state backwards; false when the list is too long for it. */
  #rewindTo(steps: readonly Step[]): boolean {
    if (steps.length === 1) return false;
    const bytes = byteLength(this.source.body());
    if (bytes > smallMessage || bytes * steps.length > largestWrite) return false;
    let list: readonly Seen[] = [...this.source.seen()];
    for (const step of steps.toReversed()) {
      step.message ??= wholeMessage(listBody(joined(list.map((seen) => seen.shown))), vanishedIn(step.changes, this.#gone));
      list = atOnce(rewound(list, step.changes));
    }
    return true;
  }

  #merged(cursor: number): Message | undefined {
    const changes = atOnce(netOf(this.#recent.since(cursor)));
    if (changes.length === 0) return undefined;
    if (this.form === 'item') return this.#item(changes.at(-1) as SeenChange);
    if (this.form === 'changes') return changesMessage(changes, this.#gone);
    return wholeMessage(this.source.body(), vanishedIn(changes, this.#gone));
  }

  /** Of the state in which it is called, whatever changes until it is made. */
  #longMerged(cursor: number, snapshot: Work<readonly Buffer[]> | undefined): Work<Message | undefined> {
    const { form } = this;
    const sets = this.#recent.since(cursor);
    if (form !== 'whole') return this.#putTogether(sets, undefined);
    return this.#putTogether(sets, snapshot ?? given(this.source.body()));
  }

  *#putTogether(sets: readonly (readonly SeenChange[])[], whole: Work<readonly Buffer[]> | undefined): Work<Message | undefined> {
    const changes = yield* netOf(sets);
    if (changes.length === 0) return undefined;
    const text = whole ? vanishedText : changeText;
    const pages = yield* pagesOf(changes, (change) => text(change, this.#gone));
    return whole ? pagesMessage(yield* whole, pages) : pageArrayMessage(pages);
  }

  *#farewell(held: readonly Seen[], sets: readonly (readonly SeenChange[])[]): Work<Message | undefined> {
    const list = yield* rewound(held, yield* netOf(sets));
    if (this.form !== 'item') return pageArrayMessage(yield* pagesOf(list, this.#gone));
    return list[0] && itemMessage([Buffer.from(this.#gone(list[0]))], true);
  }

  #item({ before, after }: SeenChange): Message {
    const text = after ? after.shown : this.#gone(before as Seen);
    return itemMessage([Buffer.from(text)], !after);
  }
}

function* whileAwaited<T>({ readers }: LongPassage, work: Work<T>): Work<T | undefined> {
  while (readers.size > 0) {
    const step = work.next();
    if (step.done) return step.value;
    yield;
  }
  return undefined;
}

function* wholeOf(snapshot: Work<readonly Buffer[]>): Work<Message> {
  return wholeMessage(yield* snapshot, []);
}

function* given<T>(value: T): Work<T> {
  return value;
}

const alters = ({ before, after }: SeenChange): boolean => before?.shown !== after?.shown;
