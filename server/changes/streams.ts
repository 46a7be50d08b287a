import type { Work } from '../../model/hooks.ts';
import type { Rule } from '../access/access-rule.ts';
import type { Activity } from '../access/authentication/activity.ts';
import type { Clock, Timer } from '../clock.ts';
import { Metrics } from '../metrics/metrics.ts';
import { LARGE, type Scheduler, sleeper } from '../scheduler.ts';
import { type ChangeSet, durabilityOf, type Store } from '../store/store.ts';
import { Channel } from './channel.ts';
import type { MessageForm, MissedSets } from './channel-messages.ts';
import { Deliveries } from './deliveries.ts';
import type { RightsQuestion } from './rights.ts';
import { Rights } from './rights.ts';
import type { Sink, StreamStart } from './sink.ts';
import type { Source } from './source.ts';
import { StreamMetrics } from './stream-metrics.ts';
import { Subscriber } from './subscriber.ts';

export interface StreamSettings {
  readonly keepaliveSeconds: number;
  /** The form of list streams whose query does not say one. */
  readonly streamListMode: 'full' | 'changes';
  readonly writeTimeoutSeconds: number;
}

export interface StreamDeps {
  readonly store: Pick<Store, 'feed' | 'pin' | 'revision'>;
  readonly clock: Clock;
  readonly scheduler: Pick<Scheduler, 'later'>;
  readonly activity: Pick<Activity, 'open'>;
  readonly settings: StreamSettings;
  /** A message about more objects than this is made in steps. Tests replace it. Default: `LARGE`. */
  readonly long?: number;
  /** Default: nobody reads what is counted. */
  readonly metrics?: Metrics;
  /** Called for a source or a sink that threw; its streams are cut off, so that their readers connect again. */
  readonly fault?: (error: unknown) => void;
}

/** A subscribable GET that was asked with `subscribe` and has passed all its checks in this turn. */
export interface CheckedStream extends RightsQuestion {
  readonly source: Source;
  readonly sink: Sink;
  /** `changes` in the query; undefined: the setting decides. */
  readonly changesForm?: boolean;
  /** The revision that the reader has seen: if it is known what came later, the first message of a list is only that. */
  readonly from?: number;
}

export interface Streams {
  /** Writes the first message and subscribes, in this turn. Undefined: the stream has ended at once, with the server. */
  open(opening: CheckedStream): StreamStart | undefined;
  /** Asks all rights again, within 1 s, after a change outside the directory (a licence that expires). */
  askAgain(): void;
  /** Ends all streams cleanly, with this reason, and their connections; new ones may be opened. */
  sendAway(reason: string): void;
  /** Ends all streams cleanly; streams that are opened later end at once. */
  close(): void;
  readonly size: number;
}

export function createStreams(deps: StreamDeps): Streams {
  return new OpenStreams(deps);
}

/** Time between two looks at the heads that moved. */
const beatMs = 1000;

class OpenStreams implements Streams {
  readonly #deps: StreamDeps;
  readonly #metrics: StreamMetrics;
  readonly #deliveries: Deliveries;
  readonly #rights: Rights<Subscriber>;
  readonly #channels = new Map<string, Channel<Subscriber>>();
  readonly #ofScope = new Map<string, { readonly channels: Set<Channel<Subscriber>>; readonly release: () => void }>();
  readonly #open = new Set<Subscriber>();
  readonly #beating = new Set<Channel<Subscriber>>();
  /** Channels with news that they have not looked at yet. */
  readonly #dirty = new Set<Channel<Subscriber>>();
  readonly #served = new Set<Channel<Subscriber>>();
  readonly #look: () => void;
  readonly #stopListening: () => void;
  #touched = new Set<string>();
  #numbers = 0;
  #beat: Timer | undefined;
  #closed = false;

  constructor(deps: StreamDeps) {
    const { clock, scheduler, settings } = deps;
    const leave = (subscriber: Subscriber): void => this.#leave(subscriber);
    const idle = (): void => this.#tidy();
    const fault = (error: unknown): void => deps.fault?.(error);
    this.#deps = deps;
    this.#rights = new Rights<Subscriber>(clock, scheduler, (subscriber, how) => this.#lose(subscriber, how), fault);
    const metrics = deps.metrics ?? new Metrics();
    this.#metrics = new StreamMetrics(metrics);
    metrics.read({
      name: 'easel_streams',
      help: 'Open streams, over HTTP and over sockets',
      type: 'gauge',
      labels: ['form'],
      read: () => (['list', 'item'] as const).map((form) => [[form], this.#openOf(form)]),
    });
    this.#deliveries = new Deliveries(clock, scheduler, settings, { leave, idle, fault }, this.#metrics);
    this.#look = sleeper(scheduler, () => this.#lookAtChanges(), fault);
    this.#stopListening = deps.store.feed.follow((set) => this.#publish(set));
  }

  get size(): number {
    return this.#open.size;
  }

  #openOf(form: Source['form']): number {
    let count = 0;
    for (const { channel } of this.#open) if (channel.source.form === form) count++;
    return count;
  }

  open(opening: CheckedStream): StreamStart | undefined {
    if (!this.#closed) return this.#subscribe(this.#channelFor(opening), opening);
    opening.sink.end(true);
    return undefined;
  }

  #subscribe(channel: Channel<Subscriber>, opening: CheckedStream): StreamStart {
    const missed = this.#missedBy(channel, opening);
    const subscriber = new Subscriber(channel, opening.sink, this.#deps.clock.steady(), missed);
    this.#enter(subscriber);
    this.#open.add(subscriber);
    this.#rights.join(subscriber, opening);
    if (opening.tokenKey) subscriber.closeActivity = this.#deps.activity.open(opening.tokenKey);
    opening.sink.onClose(() => this.#forget(subscriber));
    const stream = missed ? 'resumed' : 'whole';
    this.#metrics.opened(stream);
    const beginning: StreamStart = { channel: channel.number, stream, revision: channel.revision };
    if (subscriber.isGone) return beginning;
    opening.sink.begin(beginning);
    this.#deliveries.begin(subscriber);
    return beginning;
  }

  /** Undefined: the first message must be whole. The revisions of an ephemeral scope begin anew with each start. */
  #missedBy({ source, form }: Channel<Subscriber>, { from }: CheckedStream): MissedSets | undefined {
    if (from === undefined || form !== 'changes' || !source.replays || from <= (source.alteredAt ?? -1)) return undefined;
    const sets = durabilityOf(source.scope) === 'durable' ? this.#deps.store.feed.since(source.scope, from) : undefined;
    return sets && { from, sets };
  }

  /** Throws what the source throws at the first message, and then leaves no empty channel. */
  #enter(subscriber: Subscriber): void {
    const { channel } = subscriber;
    channel.subscribers.add(subscriber);
    try {
      channel.next(subscriber);
    } catch (error) {
      channel.leave(subscriber);
      if (channel.subscribers.size === 0) this.#detach(channel);
      throw error;
    }
  }

  askAgain(): void {
    this.#rights.ask();
  }

  sendAway(reason: string): void {
    for (const subscriber of [...this.#open]) this.#deliveries.end(subscriber, true, reason);
  }

  close(): void {
    this.#closed = true;
    this.#stopListening();
    this.#beat?.cancel();
    this.#dirty.clear();
    this.#rights.stop();
    for (const subscriber of [...this.#open]) this.#deliveries.end(subscriber, true);
    this.#deliveries.stop();
  }

  #channelFor({ source, changesForm }: CheckedStream): Channel<Subscriber> {
    const changes = source.changesOnly || (changesForm ?? this.#deps.settings.streamListMode === 'changes');
    const form: MessageForm = source.form === 'item' ? 'item' : changes ? 'changes' : 'whole';
    return this.#knownChannel(source, form) ?? this.#newChannel(source, form);
  }

  /** Brings the channel up to date first, its heads included. Undefined when there is none, or its source has just thrown. */
  #knownChannel(source: Source, form: MessageForm): Channel<Subscriber> | undefined {
    const channel = this.#channels.get(nameOf(source, form));
    if (!channel) return undefined;
    if (this.#beating.has(channel) && this.#touched.size > 0) this.#tell(channel, new Set(this.#touched));
    this.#catchUp(channel);
    return this.#isKnown(channel) ? channel : undefined;
  }

  #newChannel(source: Source, form: MessageForm): Channel<Subscriber> {
    const channel: Channel<Subscriber> = new Channel<Subscriber>(source, form, {
      number: ++this.#numbers,
      revision: this.#deps.store.revision(source.scope) ?? 0,
      long: this.#deps.long ?? LARGE,
      scheduler: this.#deps.scheduler,
      made: () => this.#serve(channel),
      failed: (error) => this.#fail(channel, error),
    });
    this.#channels.set(nameOf(source, form), channel);
    for (const scope of scopesOf(source)) this.#channelsOf(scope).add(channel);
    if (source.beat) this.#beating.add(channel);
    return channel;
  }

  #channelsOf(scope: string): Set<Channel<Subscriber>> {
    let entry = this.#ofScope.get(scope);
    if (entry) return entry.channels;
    const { store } = this.#deps;
    const ends = [store.pin(scope), store.feed.keep(scope)];
    const release = (): void => {
      for (const end of ends) end();
    };
    this.#ofScope.set(scope, (entry = { channels: new Set(), release }));
    return entry.channels;
  }

  #isKnown(channel: Channel<Subscriber>): boolean {
    return this.#channels.get(nameOf(channel.source, channel.form)) === channel;
  }

  /** Rights first: a subscriber that has lost its right is not sent the changes that came with the loss. */
  #publish(set: ChangeSet): void {
    if (set.scope === 'directory') this.#rights.ask();
    else this.#touch(set.scope);
    const channels = this.#ofScope.get(set.scope)?.channels ?? [];
    for (const channel of channels) this.#tell(channel, set);
    // What a dead scope held is read at once, while the store still has it
    if (set.dead) for (const channel of [...channels]) this.#catchUp(channel);
  }

  #tell(channel: Channel<Subscriber>, news: Parameters<Channel<Subscriber>['take']>[0]): void {
    channel.take(news);
    this.#metrics.news(this.#deps.clock.steady());
    this.#dirty.add(channel);
    this.#look();
  }

  #touch(scope: string): void {
    if (this.#beating.size === 0) return;
    this.#touched.add(scope);
    this.#beat ??= this.#deps.clock.after(beatMs, () => this.#lookAtHeads());
  }

  #lookAtHeads(): void {
    const touched = this.#touched;
    this.#touched = new Set();
    this.#beat = undefined;
    for (const channel of this.#beating) this.#tell(channel, touched);
  }

  *#lookAtChanges(): Work {
    this.#metrics.look();
    for (const channel of this.#dirty) {
      this.#dirty.delete(channel);
      this.#catchUp(channel);
      this.#serve(channel);
      yield;
    }
    if (this.#deliveries.isIdle) this.#tidy();
  }

  /** Queues all subscribers for which there is news. */
  #serve(channel: Channel<Subscriber>): void {
    this.#served.add(channel);
    for (const subscriber of channel.subscribers) {
      const isBehind = subscriber.cursor !== channel.head;
      if (isBehind || channel.isOver || subscriber.isLeaving) this.#deliveries.queue(subscriber);
    }
  }

  #catchUp(channel: Channel<Subscriber>): void {
    channel.catchUp();
    if (channel.isOver) this.#detach(channel);
  }

  /** The source of the channel threw: all its streams are cut off, so that their readers connect again. */
  #fail(channel: Channel<Subscriber>, error: unknown): void {
    this.#deps.fault?.(error);
    this.#detach(channel);
    for (const subscriber of [...channel.subscribers]) this.#deliveries.cutOff(subscriber);
  }

  #tidy(): void {
    if (this.#dirty.size > 0) return;
    for (const channel of this.#served) channel.tidy();
    this.#served.clear();
  }

  #lose(subscriber: Subscriber, how: Rule['onLoss']): void {
    if (how === 'silent') this.#deliveries.end(subscriber);
    else this.#deliveries.loseSight(subscriber);
  }

  #forget(subscriber: Subscriber): void {
    this.#deliveries.forget(subscriber);
    this.#leave(subscriber);
  }

  /** May be called twice: at the end of the stream and at the close of the connection. */
  #leave(subscriber: Subscriber): void {
    const { channel } = subscriber;
    if (!this.#open.delete(subscriber)) return;
    channel.leave(subscriber);
    this.#rights.leave(subscriber);
    subscriber.closeActivity?.();
    subscriber.closeActivity = undefined;
    if (channel.subscribers.size === 0) this.#detach(channel);
  }

  /** The channel gets no new subscribers and no news; a stream that is opened later makes a new channel. */
  #detach(channel: Channel<Subscriber>): void {
    if (!this.#isKnown(channel)) return;
    const { source, form } = channel;
    this.#channels.delete(nameOf(source, form));
    this.#beating.delete(channel);
    for (const scope of scopesOf(source)) this.#leaveScope(scope, channel);
  }

  #leaveScope(scope: string, channel: Channel<Subscriber>): void {
    const entry = this.#ofScope.get(scope);
    entry?.channels.delete(channel);
    if (entry?.channels.size !== 0) return;
    this.#ofScope.delete(scope);
    entry.release();
  }
}

const scopesOf = ({ scope, follows = [] }: Source): string[] => [scope, ...follows];

const nameOf = ({ key }: Source, form: MessageForm): string => `${form} ${key}`;
