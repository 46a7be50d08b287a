import type { Work } from '../../model/hooks.ts';
import { atOnce, type Scheduler } from '../scheduler.ts';
import type { ChangeSet } from '../store/store.ts';
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
import type { ChannelStep } from './recent-changes.ts';
import { lastOf, netOf, RecentChanges } from './recent-changes.ts';
import type { Line } from './sink.ts';
import type { Seen, SeenChange, Source } from './source.ts';
import { byteLength, deletedText, joined, listBody } from './text.ts';

/** `whole`: every message is the whole list; `changes`: every message holds only the objects that changed. */
export type MessageForm = 'item' | 'whole' | 'changes';

/** The scopes whose heads may have moved since the last beat. */
type Beat = ReadonlySet<string>;

/** The cursor of a subscriber that was sent nothing yet. */
export const NOTHING = -1;

/** A subscriber as its channel sees it. */
interface Reader {
  readonly cursor: number;
  /** It missed a turn: all that it must be told is merged into one message. */
  readonly late: boolean;
  /** Its first message tells only this. */
  readonly missed: Missed | undefined;
}

/** The change sets after the revision that a reader has seen. */
export interface Missed {
  readonly from: number;
  readonly sets: readonly ChangeSet[];
}

/** What leads a subscriber from one state to a later one. */
export interface Passage {
  /** The cursor of a subscriber once it was sent the message. */
  readonly to: number;
  /** Undefined: the changes have cancelled each other out. */
  readonly message: Message | undefined;
  /** The lines of the message. */
  readonly lines: readonly Line[];
}

/** A passage whose message is made in steps. */
interface LongPassage {
  readonly place: string;
  readonly to: number;
  /** Undefined while it is being made. */
  made: Passage | undefined;
  readonly readers: Set<Reader>;
}

export interface ChannelDeps {
  /** No other channel of the server has it. */
  readonly number: number;
  /** Of the scope, now. */
  readonly revision: number;
  /** A message about more objects than this is made in steps. */
  readonly long: number;
  readonly scheduler: Pick<Scheduler, 'later'>;
  /** A long message is ready: the subscribers at the cursor where it begins are to be served. */
  readonly made: () => void;
  /** The source threw, and its changes are lost: all streams must be cut off. */
  readonly failed: (cause: unknown) => void;
}

/** Messages that are longer together than this are merged: the socket would not take them at once anyway. */
const largestWrite = 256 * 1024;

/**
 * All open streams that show the same bytes. Subscribers at the same cursor are given the same messages.
 * `take` only keeps the change sets that are published, and `catchUp` looks at them, so that a commit never waits for a thousand
 * channels. In between, the source is ahead of the head, so code that combines the source with changes must catch up first.
 */
export class Channel<R extends Reader> {
  readonly source: Source;
  readonly form: MessageForm;
  readonly number: number;
  readonly subscribers = new Set<R>();
  readonly #deps: ChannelDeps;
  readonly #gone: Gone;
  readonly #recent = new RecentChanges();
  #waiting: (ChangeSet | Beat)[] = [];
  /** Passages to the head, by what was asked for and the cursor where they begin. */
  #passages = new Map<string, Passage>();
  #passagesTo = 0;
  /** Thousands of subscribers stand at the same cursor. */
  #latest: { readonly cursor: number; readonly late: boolean; readonly passage: Passage } | undefined;
  /** Long passages, also to earlier heads, as long as a subscriber waits for them. */
  readonly #long = new Map<string, LongPassage>();
  readonly #awaited = new Map<Reader, LongPassage>();
  #heldAtEnd: readonly Seen[] | undefined;
  #hasFailed = false;
  #revision: number;

  constructor(source: Source, form: MessageForm, deps: ChannelDeps) {
    this.source = source;
    this.form = form;
    this.number = deps.number;
    this.#revision = deps.revision;
    this.#deps = deps;
    this.#gone = source.gone?.bind(source) ?? deletedText;
    source.begin?.();
  }

  get head(): number {
    return this.#recent.head;
  }

  /** Of the scope, with all that was looked at. */
  get revision(): number {
    return this.#revision;
  }

  /** The container is gone: only the farewells follow. */
  get isOver(): boolean {
    return this.#heldAtEnd !== undefined;
  }

  take(news: ChangeSet | Beat): void {
    this.#waiting.push(news);
  }

  /** Looks at the change sets that were taken in; afterwards head and source show the same state. */
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
   * The passage that leads a subscriber to the head, or part of the way. Undefined: its message is long and being made; `made`
   * tells when it is ready, and the next call returns it. Throws what the source throws.
   */
  next(reader: R): Passage | undefined {
    this.catchUp();
    if (this.#awaited.has(reader)) return this.#take(reader);
    const { cursor, late, missed } = reader;
    if (missed) return this.#passage(reader, `resumed ${missed.from} ${this.head}`, () => this.#resumed(missed));
    const latest = this.#latest;
    if (latest?.cursor === cursor && latest.late === late && latest.passage.to === this.head) return latest.passage;
    const passage =
      cursor === NOTHING
        ? this.#passage(reader, `first ${this.head}`, () => this.#first())
        : this.#passage(reader, `${late ? 'merged' : 'next'} ${cursor}`, () => this.#messageSince(cursor, late));
    if (passage) this.#latest = { cursor, late, passage };
    return passage;
  }

  /** Tells a subscriber as gone every object that it still holds; nothing, if it does not hold the item. */
  farewell(reader: R): Passage | undefined {
    this.catchUp();
    const { cursor } = reader;
    const place = `farewell ${cursor}`;
    if (cursor === NOTHING) return this.#leading(NOTHING, this.form === 'item' ? undefined : arrayMessage([]));
    if (this.#awaited.get(reader)?.place === place) return this.#take(reader);
    this.#stopWaiting(reader);
    return this.#passage(reader, place, () => {
      const held = this.#heldAtEnd ?? [...this.source.seen()];
      const work = this.#farewell(held, this.#recent.since(cursor));
      return held.length + this.#recent.weightSince(cursor) > this.#deps.long ? work : atOnce(work);
    });
  }

  /** Call it after each round: once all subscribers are at the head, nothing needs to be remembered. */
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
      // Only its own scope counts, not one that it follows
      const isOwn = 'changes' in news && news.scope === this.source.scope;
      if (isOwn) this.#revision = news.revision;
      if (changes.length > 0) this.#recent.add(changes, this.#revision);
      if ('changes' in news && ((isOwn && news.dead) || this.source.ended?.(news))) this.#heldAtEnd ??= [...this.source.seen()];
    }
    this.#recent.shorten(() => this.#cursors(), this.#long.size > 0);
  }

  /** The cursors of the subscribers, now and after the long messages that they wait for. */
  #cursors(): Set<number> {
    const cursors = new Set<number>();
    for (const { to } of this.#long.values()) cursors.add(to);
    for (const { cursor } of this.subscribers) if (cursor !== NOTHING) cursors.add(cursor);
    return cursors;
  }

  #fail(cause: unknown): void {
    if (this.#hasFailed) return;
    this.#hasFailed = true;
    this.#deps.failed(cause);
  }

  /** Made once for all subscribers at the same cursor: at once, or in steps. */
  #passage(reader: Reader, place: string, make: () => Message | undefined | Work<Message | undefined>): Passage | undefined {
    if (this.#passagesTo !== this.head) this.#passages.clear();
    this.#passagesTo = this.head;
    const known = this.#passages.get(place);
    if (known) return known;
    const long = this.#long.get(place);
    if (long) return this.#wait(reader, long);
    const made = make();
    if (made && 'next' in made) return this.#wait(reader, this.#makeLater(place, made));
    const passage = this.#leading(this.head, made);
    this.#passages.set(place, passage);
    return passage;
  }

  #leading(to: number, message: Message | undefined, revision = this.#revision): Passage {
    return { to, message, lines: message ? (message.lines ?? [{ pieces: message.pieces, revision }]) : [] };
  }

  #makeLater(place: string, work: Work<Message | undefined>): LongPassage {
    const to = this.head;
    const revision = this.#revision;
    const long: LongPassage = { place, to, made: undefined, readers: new Set() };
    const made = (message: Message | undefined): void => {
      long.made = this.#leading(to, message, revision);
      this.#deps.made();
    };
    this.#long.set(place, long);
    this.#deps.scheduler.later(whileAwaited(long, work)).then(made, (cause) => this.#fail(cause));
    return long;
  }

  #wait(reader: Reader, long: LongPassage): Passage | undefined {
    if (long.made) return long.made;
    long.readers.add(reader);
    this.#awaited.set(reader, long);
    return undefined;
  }

  /** The passage that the subscriber waits for, once it is made. */
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

  /**
   * Every object that was touched, as it is now, also where it is again what it was: the reader may have seen later changes than
   * the revision that it names.
   */
  #resumed({ sets }: Missed): Message | Work<Message> {
    const changes = sets.map((set) => this.source.changes(set).filter(alters));
    const work = this.#tellLast(changes);
    return changes.reduce((sum, { length }) => sum + length, 0) > this.#deps.long ? work : atOnce(work);
  }

  *#tellLast(sets: readonly (readonly SeenChange[])[]): Work<Message> {
    const changes = yield* lastOf(sets);
    return pageArrayMessage(yield* pagesOf(changes, (change) => changeText(change, this.#gone)));
  }

  /** One message for each change set, or a merged one: on request, and when the separate ones would be too many bytes. */
  #messageSince(cursor: number, merged: boolean): Message | undefined | Work<Message | undefined> {
    const snapshot = this.form === 'whole' ? this.source.snapshot?.() : undefined;
    if (snapshot || (this.form !== 'item' && this.#recent.weightSince(cursor) > this.#deps.long))
      return this.#longMerged(cursor, snapshot);
    return (merged ? undefined : this.#separate(cursor)) ?? this.#merged(cursor);
  }

  /** Undefined when some change sets are no longer kept, or the messages are too large to be sent one by one. */
  #separate(cursor: number): Message | undefined {
    const steps = this.#recent.steps(cursor);
    if (!steps || steps.length === 0) return undefined;
    if (this.form === 'whole' && !this.#rewindTo(steps)) return undefined;
    const messages = steps.map((step) => ({ message: (step.message ??= this.#oneStep(step.changes)), revision: step.revision }));
    const small = messages.every(({ message }) => message.bytes <= smallMessage);
    const bytes = messages.reduce((sum, { message }) => sum + message.bytes, 0);
    return messages.length === 1 || (small && bytes <= largestWrite) ? together(messages) : undefined;
  }

  #oneStep(changes: readonly SeenChange[]): Message {
    return this.form === 'changes' ? changesMessage(changes, this.#gone) : this.#item(changes.at(-1) as SeenChange);
  }

  /**
   * Makes the message of each step with the whole list, backwards from the present state; false when the list is too long for
   * that.
   */
  #rewindTo(steps: readonly ChannelStep[]): boolean {
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

  /** The message shows the state at the time of this call, whatever changes until it is made. */
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
