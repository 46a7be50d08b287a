import type { Work } from '../../model/hooks.ts';
import type { ChangeSet } from '../store/types.ts';
import { LONG, pagesOf } from './long-texts.ts';
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
import { RecentChanges } from './recent-changes.ts';
import type { Seen, SeenChange, Source } from './source.ts';
import { byteLength, deletedText, joined, listBody } from './text.ts';

/** `whole`: every message is the whole list; `changes`: only what altered. */
export type Form = 'item' | 'whole' | 'changes';

/** Scopes whose heads may have moved: what a beat looks at. */
type Beat = ReadonlySet<string>;

/** More than this in one write is merged: it would not leave at once anyway. */
const largestWrite = 256 * 1024;

/**
 * All open streams that show the same bytes. Subscribers at the same cursor are given the same messages.
 * Change sets are taken in at publication and looked at by `catchUp`, so that a commit never waits for a thousand classes.
 */
export class StreamClass<Reader extends { readonly cursor: number }> {
  readonly source: Source;
  readonly form: Form;
  readonly subscribers = new Set<Reader>();
  readonly #gone: Gone;
  readonly #recent = new RecentChanges();
  #waiting: (ChangeSet | Beat)[] = [];
  #messages = new Map<number, Message | undefined>();
  #messagesAt = 0;
  #first: Message | undefined;
  #heldAtEnd: readonly Seen[] | undefined;
  /** What is said at the end to who is at the head, when that is long. */
  #farewellPages: readonly Buffer[] | undefined;
  /** Long messages on their way. */
  #making: Work | undefined;

  constructor(source: Source, form: Form) {
    this.source = source;
    this.form = form;
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

  /**
   * Looks at what was taken in; afterwards head and source are one state. Until then the source is ahead, so whoever
   * asks for a message calls it first, in the same turn.
   */
  catchUp(): void {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    for (const news of waiting) {
      const changes = ('changes' in news ? this.source.changes(news) : (this.source.beat?.(news) ?? [])).filter(alters);
      if (changes.length > 0) this.#recent.add(changes);
      if ('changes' in news && (news.dead || this.source.ended?.(news))) this.#heldAtEnd ??= [...this.source.seen()];
      if (changes.length > LONG || (this.#heldAtEnd?.length ?? 0) > LONG) this.#making ??= this.#putTogether();
    }
    this.#recent.shorten(() => this.#cursors());
  }

  /** Long messages are being put together: nobody is to be served until `make` has done it. */
  get isMaking(): boolean {
    return this.#making !== undefined;
  }

  /** One step of putting together what is long. */
  make(): void {
    if (this.#making?.next().done) this.#making = undefined;
  }

  /** The body of the plain GET as a line. */
  first(): Message {
    this.#refresh();
    const { source } = this;
    this.#first ??= source.form === 'item' ? itemMessage(source.body()) : wholeMessage(source.body(), []);
    return this.#first;
  }

  /**
   * What leads from the cursor to the head, ready to be written: one message per change set, or one for all (`merged`, or
   * too much at once). Undefined: all that happened has cancelled out.
   */
  next(cursor: number, merged: boolean): Message | undefined {
    this.#refresh();
    const place = merged ? -1 - cursor : cursor;
    if (!this.#messages.has(place))
      this.#messages.set(place, this.#long(cursor) ?? (merged ? undefined : this.#separate(cursor)) ?? this.#merged(cursor));
    return this.#messages.get(place);
  }

  /** All that a subscriber at the cursor was sent and that was not told as gone, told as gone; none for an item not held. */
  farewell(cursor: number): Message | undefined {
    if (this.#farewellPages && cursor === this.head) return pageArrayMessage(this.#farewellPages);
    const held = rewound(this.#heldAtEnd ?? [...this.source.seen()], this.#recent.since(cursor).values());
    const texts = held.map(this.#gone);
    if (this.form !== 'item') return arrayMessage(texts);
    return texts[0] === undefined ? undefined : itemMessage([Buffer.from(texts[0])], true);
  }

  /** To be called after a round: when everybody is at the head, nothing need be remembered. */
  tidy(): void {
    for (const { cursor } of this.subscribers) if (cursor !== this.head) return;
    this.#recent.clear();
    if (this.#messages.size > 0) this.#messages = new Map();
  }

  #cursors(): Set<number> {
    const cursors = new Set<number>();
    for (const { cursor } of this.subscribers) cursors.add(cursor);
    return cursors;
  }

  #refresh(): void {
    if (this.#messagesAt === this.head) return;
    this.#messagesAt = this.head;
    this.#messages = new Map();
    this.#first = undefined;
  }

  *#putTogether(): Work {
    const text = this.form === 'changes' ? changeText : vanishedText;
    for (const step of this.#recent.kept) {
      if (step.changes.length > LONG) step.pages ??= yield* pagesOf(step.changes, (change) => text(change, this.#gone));
    }
    if (this.#heldAtEnd && this.form !== 'item') this.#farewellPages = yield* pagesOf(this.#heldAtEnd, this.#gone);
  }

  /** The message about one long step, put together before. */
  #long(cursor: number): Message | undefined {
    const steps = this.#recent.steps(cursor);
    const pages = steps?.length === 1 ? steps[0]!.pages : undefined;
    if (!pages || this.form === 'item') return undefined;
    return this.form === 'changes' ? pageArrayMessage(pages) : pagesMessage(this.source.body(), pages);
  }

  /** One message per step; undefined when they are not all kept, or too large to leave one by one. */
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
      list = rewound(list, step.changes);
    }
    return true;
  }

  #merged(cursor: number): Message | undefined {
    const changes = [...this.#recent.since(cursor).values()];
    if (changes.length === 0) return undefined;
    if (this.form === 'item') return this.#item(changes.at(-1) as SeenChange);
    if (this.form === 'changes') return changesMessage(changes, this.#gone);
    return wholeMessage(this.source.body(), vanishedIn(changes, this.#gone));
  }

  #item({ before, after }: SeenChange): Message {
    const text = after ? after.shown : this.#gone(before as Seen);
    return itemMessage([Buffer.from(text)], !after);
  }
}

const alters = ({ before, after }: SeenChange): boolean => before?.shown !== after?.shown;
