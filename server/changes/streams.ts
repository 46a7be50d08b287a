import type { Activity } from '../access/activity.ts';
import type { Rule } from '../access/rule.ts';
import type { Clock, Timer } from '../clock.ts';
import type { Scheduler } from '../scheduler.ts';
import type { ChangeSet, Store } from '../store/types.ts';
import { Deliveries } from './deliveries.ts';
import type { Message } from './message.ts';
import type { Asked } from './rights.ts';
import { Rights } from './rights.ts';
import type { Sink } from './sink.ts';
import type { Source } from './source.ts';
import type { Form } from './stream-class.ts';
import { StreamClass } from './stream-class.ts';
import { Subscriber } from './subscriber.ts';

export interface StreamSettings {
  readonly keepaliveSeconds: number;
  /** The form of lists when the query does not say. */
  readonly streamListMode: 'full' | 'changes';
  readonly writeTimeoutSeconds: number;
}

export interface StreamParts {
  readonly store: Pick<Store, 'onChange' | 'pin'>;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly activity: Pick<Activity, 'open'>;
  readonly settings: StreamSettings;
  /** Told of a source or a sink that threw; its streams are cut off, so that their readers come again. */
  readonly fault?: (error: unknown) => void;
}

/** A subscribable GET that was asked with `subscribe` and has passed all its checks in this turn. */
export interface Opening extends Asked {
  readonly source: Source;
  readonly sink: Sink;
  /** `changes` of the query; undefined: the setting decides. */
  readonly changesForm?: boolean;
}

export interface Streams {
  /** Writes the first message and subscribes, in this turn. */
  open(opening: Opening): void;
  /** Asks all rights again, for what changed outside the directory (a licence that expires). Done within 1 s. */
  askAgain(): void;
  /** Ends all streams cleanly; later ones end at once. For `preClose`. */
  close(): void;
  readonly size: number;
}

export function createStreams(parts: StreamParts): Streams {
  return new OpenStreams(parts);
}

/** Of the classes looked at in one turn: no turn is longer than 20 ms. */
const slice = 5;
/** Between two looks at heads that moved. */
const beatMs = 1000;

class OpenStreams implements Streams {
  readonly #parts: StreamParts;
  readonly #clock: Clock;
  readonly #deliveries: Deliveries;
  readonly #rights: Rights<Subscriber>;
  readonly #classes = new Map<string, StreamClass<Subscriber>>();
  readonly #ofScope = new Map<string, { readonly classes: Set<StreamClass<Subscriber>>; readonly release: () => void }>();
  readonly #open = new Set<Subscriber>();
  readonly #beating = new Set<StreamClass<Subscriber>>();
  readonly #dirty = new Set<StreamClass<Subscriber>>();
  /** Classes that put long messages together. */
  readonly #making = new Set<StreamClass<Subscriber>>();
  readonly #served = new Set<StreamClass<Subscriber>>();
  readonly #stopListening: () => void;
  #touched = new Set<string>();
  #beat: Timer | undefined;
  #awake = false;
  #closed = false;

  constructor(parts: StreamParts) {
    const wake = (): void => this.#wake();
    const leave = (subscriber: Subscriber): void => this.#leave(subscriber);
    const catchUp = (streamClass: StreamClass<Subscriber>): void => this.#catchUp(streamClass);
    const fault = (error: unknown): void => parts.fault?.(error);
    this.#parts = parts;
    this.#clock = parts.clock;
    this.#deliveries = new Deliveries(parts.clock, parts.settings, { wake, leave, catchUp, fault });
    this.#rights = new Rights<Subscriber>(parts.clock, wake, (subscriber, how) => this.#lose(subscriber, how));
    this.#stopListening = parts.store.onChange((set) => this.#publish(set));
  }

  get size(): number {
    return this.#open.size;
  }

  open(opening: Opening): void {
    if (this.#closed) opening.sink.end(true);
    else this.#subscribe(this.#classFor(opening), opening);
  }

  #subscribe(streamClass: StreamClass<Subscriber>, opening: Opening): void {
    const first = this.#firstOf(streamClass);
    const subscriber = new Subscriber(streamClass, opening.sink, this.#clock.steady());
    streamClass.subscribers.add(subscriber);
    this.#open.add(subscriber);
    this.#rights.join(subscriber, opening);
    if (opening.tokenKey) subscriber.closeActivity = this.#parts.activity.open(opening.tokenKey);
    opening.sink.onClose(() => this.#forget(subscriber));
    if (!subscriber.gone) this.#deliveries.begin(subscriber, first);
  }

  /** Exact also where the class follows heads a beat behind. Throws what the source throws, and leaves no empty class. */
  #firstOf(streamClass: StreamClass<Subscriber>): Message {
    try {
      if (this.#beating.has(streamClass) && this.#touched.size > 0) {
        streamClass.take(new Set(this.#touched));
        this.#dirty.add(streamClass);
        this.#wake();
      }
      streamClass.catchUp();
      return streamClass.first();
    } catch (error) {
      if (streamClass.subscribers.size === 0) this.#detach(streamClass);
      throw error;
    }
  }

  askAgain(): void {
    this.#rights.ask();
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#beat?.cancel();
    this.#rights.stop();
    for (const subscriber of [...this.#open]) this.#deliveries.end(subscriber, true);
    this.#deliveries.stop();
  }

  #classFor({ source, changesForm }: Opening): StreamClass<Subscriber> {
    const changes = source.changesOnly || (changesForm ?? this.#parts.settings.streamListMode === 'changes');
    const form: Form = source.form === 'item' ? 'item' : changes ? 'changes' : 'whole';
    const name = nameOf(source, form);
    const known = this.#classes.get(name);
    if (known) return known;
    const streamClass = new StreamClass<Subscriber>(source, form);
    this.#classes.set(name, streamClass);
    this.#classesOf(source.scope).add(streamClass);
    if (source.beat) this.#beating.add(streamClass);
    return streamClass;
  }

  #classesOf(scope: string): Set<StreamClass<Subscriber>> {
    let entry = this.#ofScope.get(scope);
    if (!entry) this.#ofScope.set(scope, (entry = { classes: new Set(), release: this.#parts.store.pin(scope) }));
    return entry.classes;
  }

  #publish(set: ChangeSet): void {
    const classes = this.#ofScope.get(set.scope)?.classes ?? [];
    for (const streamClass of classes) {
      streamClass.take(set);
      this.#dirty.add(streamClass);
    }
    // What a dead scope held is read at once, while the store still has it.
    if (set.dead) for (const streamClass of classes) this.#catchUp(streamClass);
    if (set.scope === 'directory') this.#rights.ask();
    else this.#touch(set.scope);
    if (this.#dirty.size > 0) this.#wake();
  }

  #touch(scope: string): void {
    if (this.#beating.size === 0) return;
    this.#touched.add(scope);
    this.#beat ??= this.#clock.after(beatMs, () => this.#lookAtHeads());
  }

  #lookAtHeads(): void {
    const touched = this.#touched;
    this.#touched = new Set();
    this.#beat = undefined;
    for (const streamClass of this.#beating) {
      streamClass.take(touched);
      this.#dirty.add(streamClass);
    }
    this.#wake();
  }

  /** A turn of its own, so that answers are not held up, and what is published until then leaves in one write. */
  #wake(): void {
    if (this.#awake) return;
    this.#awake = true;
    setImmediate(() => this.#work());
  }

  /** Rights first: who has lost one is not sent what came with it. */
  #work(): void {
    this.#awake = false;
    if (this.#closed) return;
    const asking = this.#rights.work();
    const looking = this.#lookAtChanges();
    const making = this.#makeLongMessages();
    const writing = this.#deliveries.work();
    if (!writing && !looking && !making) this.#tidy();
    if (asking || looking || writing || making) this.#wake();
  }

  #lookAtChanges(): boolean {
    const until = this.#clock.steady() + slice;
    for (const streamClass of this.#dirty) {
      // What comes behind a long message is looked at when that is sent, so that the two need not be merged
      if (!streamClass.isMaking) {
        this.#dirty.delete(streamClass);
        this.#catchUp(streamClass);
        this.#served.add(streamClass);
      }
      if (streamClass.isMaking) this.#making.add(streamClass);
      else this.#serve(streamClass);
      if (this.#clock.steady() >= until) break;
    }
    return this.#dirty.size > 0;
  }

  /** In slices: what one change set of 100,000 objects says takes more than a turn. True: there is more for the next turn. */
  #makeLongMessages(): boolean {
    // The length of a slice is no time of the product: the clock of the process is right even when tests stop theirs
    const until = performance.now() + slice;
    for (const streamClass of this.#making) {
      while (streamClass.isMaking && performance.now() < until) this.#make(streamClass);
      if (streamClass.isMaking) return true;
      this.#making.delete(streamClass);
      this.#serve(streamClass);
    }
    return false;
  }

  #make(streamClass: StreamClass<Subscriber>): void {
    this.#guarded(streamClass, () => streamClass.make());
  }

  /** Queues all who are to be told something. */
  #serve(streamClass: StreamClass<Subscriber>): void {
    for (const subscriber of streamClass.subscribers) {
      const isBehind = subscriber.cursor !== streamClass.head;
      if (isBehind || streamClass.isOver || subscriber.sightLost) this.#deliveries.queue(subscriber);
    }
  }

  /** What comes behind a long message is looked at when that is made. */
  #catchUp(streamClass: StreamClass<Subscriber>): void {
    if (!streamClass.isMaking) this.#guarded(streamClass, () => streamClass.catchUp());
    if (streamClass.isOver) this.#detach(streamClass);
  }

  /** Of a class whose source throws, all streams are cut off. */
  #guarded(streamClass: StreamClass<Subscriber>, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#parts.fault?.(error);
      for (const { sink } of [...streamClass.subscribers]) sink.destroy();
    }
  }

  #tidy(): void {
    for (const streamClass of this.#served) streamClass.tidy();
    this.#served.clear();
  }

  #lose(subscriber: Subscriber, how: Rule['onLoss']): void {
    this.#catchUp(subscriber.class);
    if (how === 'silent') this.#deliveries.end(subscriber);
    else this.#deliveries.loseSight(subscriber);
  }

  #forget(subscriber: Subscriber): void {
    this.#deliveries.forget(subscriber);
    this.#leave(subscriber);
  }

  /** May be called twice: at the end and at the close of the connection. */
  #leave(subscriber: Subscriber): void {
    const { class: streamClass } = subscriber;
    if (!this.#open.delete(subscriber)) return;
    streamClass.subscribers.delete(subscriber);
    this.#rights.leave(subscriber);
    subscriber.closeActivity?.();
    subscriber.closeActivity = undefined;
    if (streamClass.subscribers.size === 0) this.#detach(streamClass);
  }

  /** No new subscriber and no news; a stream opened later makes a class of its own. */
  #detach(streamClass: StreamClass<Subscriber>): void {
    const { source, form } = streamClass;
    const name = nameOf(source, form);
    if (this.#classes.get(name) !== streamClass) return;
    this.#classes.delete(name);
    this.#beating.delete(streamClass);
    const entry = this.#ofScope.get(source.scope);
    entry?.classes.delete(streamClass);
    if (entry?.classes.size !== 0) return;
    this.#ofScope.delete(source.scope);
    entry.release();
  }
}

const nameOf = ({ key }: Source, form: Form): string => `${form} ${key}`;
