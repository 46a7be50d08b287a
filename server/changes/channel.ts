import type { Work } from '../../model/hooks.ts';
import type { Scheduler } from '../scheduler.ts';
import type { ChangeSet } from '../store/store.ts';
import { alters, ChannelMessages, type MessageForm, type MissedSets } from './channel-messages.ts';
import type { Message } from './message.ts';
import { arrayMessage } from './message.ts';
import { RecentChanges } from './recent-changes.ts';
import type { Line } from './sink.ts';
import type { Seen, Source } from './source.ts';

/** The scopes whose heads may have moved since the last beat. */
type Beat = ReadonlySet<string>;

/** The cursor of a subscriber that was sent nothing yet. */
export const NOTHING = -1;

/** A subscriber as its channel sees it. */
interface Reader {
  readonly cursor: number;
  /** The reader missed a turn: all changes for it are merged into one message. */
  readonly late: boolean;
  /** What the first message is about; undefined: everything. */
  readonly missed: MissedSets | undefined;
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
  /** The present revision of the scope. */
  readonly revision: number;
  /** A message about more objects than this is made in steps. */
  readonly long: number;
  readonly scheduler: Pick<Scheduler, 'later'>;
  /** A long message is ready: the subscribers at the cursor where it begins are to be served. */
  readonly made: () => void;
  /** The source threw, and its changes are lost: all streams must be cut off. */
  readonly failed: (cause: unknown) => void;
}

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
  readonly #recent = new RecentChanges();
  readonly #messages: ChannelMessages;
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
    this.#messages = new ChannelMessages(source, form, this.#recent, deps.long);
    source.begin?.();
  }

  get head(): number {
    return this.#recent.head;
  }

  /** The revision of the scope up to which the channel has looked. */
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
    if (missed) return this.#passage(reader, `resumed ${missed.from} ${this.head}`, () => this.#messages.resumed(missed));
    const latest = this.#latest;
    if (latest?.cursor === cursor && latest.late === late && latest.passage.to === this.head) return latest.passage;
    const passage =
      cursor === NOTHING
        ? this.#passage(reader, `first ${this.head}`, () => this.#messages.first())
        : this.#passage(reader, `${late ? 'merged' : 'next'} ${cursor}`, () => this.#messages.since(cursor, late));
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
    return this.#passage(reader, place, () => this.#messages.farewell(cursor, this.#heldAtEnd));
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

  /** The passage is made once for all subscribers at the same cursor: at once, or in steps. */
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
}

function* whileAwaited<T>({ readers }: LongPassage, work: Work<T>): Work<T | undefined> {
  while (readers.size > 0) {
    const step = work.next();
    if (step.done) return step.value;
    yield;
  }
  return undefined;
}
