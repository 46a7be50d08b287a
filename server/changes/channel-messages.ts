import type { Work } from '../../model/hooks.ts';
import { atOnce } from '../scheduler.ts';
import type { ChangeSet } from '../store/store.ts';
import { pagesOf } from './long-texts.ts';
import type { GoneText, Message } from './message.ts';
import {
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
import type { ChannelStep, RecentChanges } from './recent-changes.ts';
import { lastOf, netOf } from './recent-changes.ts';
import type { Seen, SeenChange, Source } from './source.ts';
import { byteLength, deletedText, joined, listBody } from './text.ts';

/** `whole`: every message is the whole list; `changes`: every message holds only the objects that changed. */
export type MessageForm = 'item' | 'whole' | 'changes';

/** The change sets after the revision that a reader has seen. */
export interface MissedSets {
  readonly from: number;
  readonly sets: readonly ChangeSet[];
}

/** Messages that are longer together than this are merged: the socket would not take them at once anyway. */
const largestWrite = 256 * 1024;

/**
 * The messages of one channel: the first, those for what changed since a cursor, and the last. A message about more than `long` objects
 * is a Work. Call them only while source and changes show the same state.
 */
export class ChannelMessages {
  readonly source: Source;
  readonly form: MessageForm;
  readonly #recent: RecentChanges;
  readonly #long: number;
  readonly #gone: GoneText;

  constructor(source: Source, form: MessageForm, recent: RecentChanges, long: number) {
    this.source = source;
    this.form = form;
    this.#recent = recent;
    this.#long = long;
    this.#gone = source.gone?.bind(source) ?? deletedText;
  }

  first(): Message | Work<Message> {
    const { source } = this;
    const snapshot = source.snapshot?.();
    if (snapshot) return wholeOf(snapshot);
    return source.form === 'item' ? itemMessage(source.body()) : wholeMessage(source.body(), []);
  }

  /**
   * Every object that was touched, as it is now, also where it is again what it was: the reader may have seen later changes than
   * the revision that it names.
   */
  resumed({ sets }: MissedSets): Message | Work<Message> {
    const changes = sets.map((set) => this.source.changes(set).filter(alters));
    const work = this.#tellLast(changes);
    return changes.reduce((sum, { length }) => sum + length, 0) > this.#long ? work : atOnce(work);
  }

  *#tellLast(sets: readonly (readonly SeenChange[])[]): Work<Message> {
    const changes = yield* lastOf(sets);
    return pageArrayMessage(yield* pagesOf(changes, (change) => changeText(change, this.#gone)));
  }

  /** One message for each change set, or a merged one: on request, and when the separate ones would be too many bytes. */
  since(cursor: number, merged: boolean): Message | undefined | Work<Message | undefined> {
    const snapshot = this.form === 'whole' ? this.source.snapshot?.() : undefined;
    if (snapshot || (this.form !== 'item' && this.#recent.weightSince(cursor) > this.#long))
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

  /** Every object that a reader at the cursor holds, as gone. `heldAtEnd`: what the source showed when it ended. */
  farewell(cursor: number, heldAtEnd: readonly Seen[] | undefined): Message | undefined | Work<Message | undefined> {
    const held = heldAtEnd ?? [...this.source.seen()];
    const work = this.#leaving(held, this.#recent.since(cursor));
    return held.length + this.#recent.weightSince(cursor) > this.#long ? work : atOnce(work);
  }

  *#leaving(held: readonly Seen[], sets: readonly (readonly SeenChange[])[]): Work<Message | undefined> {
    const list = yield* rewound(held, yield* netOf(sets));
    if (this.form !== 'item') return pageArrayMessage(yield* pagesOf(list, this.#gone));
    return list[0] && itemMessage([Buffer.from(this.#gone(list[0]))], true);
  }

  #item({ before, after }: SeenChange): Message {
    const text = after ? after.shown : this.#gone(before as Seen);
    return itemMessage([Buffer.from(text)], !after);
  }
}

function* wholeOf(snapshot: Work<readonly Buffer[]>): Work<Message> {
  return wholeMessage(yield* snapshot, []);
}

function* given<T>(value: T): Work<T> {
  return value;
}

/** Whether readers see the change. */
export const alters = ({ before, after }: SeenChange): boolean => before?.shown !== after?.shown;
