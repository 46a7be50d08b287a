import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kind } from '../../model/resource.ts';
import { defineResource } from '../../model/resource.ts';
import { type Actor, GUEST } from '../../server/access/actor.ts';
import { NOT_NARROWED } from '../../server/access/narrowing.ts';
import type { Line, Sink, StreamStart } from '../../server/changes/sink.ts';
import type { CheckedStream, StreamSettings, Streams } from '../../server/changes/streams.ts';
import { createStreams } from '../../server/changes/streams.ts';
import type { Clock } from '../../server/clock.ts';
import { createScheduler } from '../../server/scheduler.ts';
import { ChangeFeed } from '../../server/store/feed.ts';
import type { Change, ChangeSet, DurableView, List, Version } from '../../server/store/store.ts';
import { fakeClock } from './clock.ts';

export const Note: Kind = defineResource({ name: 'Note', fields: {}, lists: ['widgets'] });
export const Image: Kind = defineResource({ name: 'Image', fields: {}, lists: ['widgets'] });

export const noteText = (key: string, text: string): string =>
  `{"id":${JSON.stringify(key)},"widget_type":"Note","state":"normal","text":${JSON.stringify(text)}}`;

/** Key to new text (undefined: delete), or to a whole shown text if it begins with a brace. */
export type Writes = Readonly<Record<string, string | undefined>>;

export interface FakeScope {
  readonly view: DurableView;
  /** One command per argument, durable together, published one after the other. */
  commit(...commands: Writes[]): void;
  commitAs(kind: Kind, ...commands: Writes[]): void;
  /** Under one revision, as commands of one batch are. */
  commitTogether(...commands: Writes[]): void;
  die(): void;
}

export interface FakeStore {
  readonly feed: ChangeFeed;
  pin(scope: string): () => void;
  revision(scope: string): number;
  publish(set: ChangeSet): void;
  readonly pins: Map<string, number>;
}

function fakeStore(clock: Clock): FakeStore {
  const pins = new Map<string, number>();
  const revisions = new Map<string, number>();
  const revision = (scope: string): number => revisions.get(scope) ?? 0;
  const feed = new ChangeFeed({ clock, revision });
  return {
    pins,
    feed,
    pin(scope) {
      pins.set(scope, (pins.get(scope) ?? 0) + 1);
      return () => void pins.set(scope, (pins.get(scope) ?? 0) - 1);
    },
    revision,
    publish(set) {
      revisions.set(set.scope, set.revision);
      feed.publish(set);
    },
  };
}

/** A scope whose records are only texts, which is enough for streams. */
function fakeScope(store: FakeStore, scope: string): FakeScope {
  const records = new Map<string, Version>();
  let ordinal = 0;
  let revision = 0;

  const write = (kind: Kind, key: string, text: string | undefined): Change => {
    const before = records.get(key);
    const shown = text?.startsWith('{') ? text : noteText(key, text ?? '');
    const after = text === undefined ? undefined : { key, kind, ordinal: before?.ordinal ?? ++ordinal, shown, hidden: null };
    if (after) records.set(key, after);
    else records.delete(key);
    return { key, kind, before, after };
  };
  const publish = (kind: Kind, commands: readonly Writes[], nextRevision: () => number): void => {
    const sets = commands.map((writes) => ({
      scope,
      revision: nextRevision(),
      changes: Object.entries(writes).map(([key, text]) => write(kind, key, text)),
      dead: false,
    }));
    sets.forEach(store.publish);
  };
  const commitAs = (kind: Kind, ...commands: Writes[]): void => publish(kind, commands, () => ++revision);

  return {
    view: {
      version: (key: string) => records.get(key),
      list: (name: string) => listOf([...records.values()].filter(({ kind }) => kind.name === name || kind.lists.includes(name))),
    } as unknown as DurableView,
    commit: (...commands) => commitAs(Note, ...commands),
    commitAs,
    commitTogether(...commands) {
      const together = ++revision;
      publish(Note, commands, () => together);
    },
    die() {
      store.publish({ scope, revision: ++revision, changes: [], dead: true });
      // A store may drop a dead scope at any time.
      records.clear();
    },
  };
}

/** Pages of three records, so that small tests cross them. */
function listOf(versions: readonly Version[]): List {
  const pages: Buffer[] = [];
  for (let from = 0; from < versions.length; from += 3) {
    const page = versions.slice(from, from + 3);
    pages.push(Buffer.from(page.map((version) => version.shown).join(',')));
  }
  return {
    size: versions.length,
    characters: versions.reduce((sum, { shown }) => sum + shown.length, 0),
    pages: () => pages,
    *snapshot() {
      for (const _ of pages) yield;
      return pages;
    },
    versions: () => versions,
    parts: () => [versions],
  };
}

/** A reader whose socket takes everything until it should stall; then it takes one more write and is full. */
export class FakeSink implements Sink {
  readonly writes: (readonly Buffer[])[] = [];
  /** The lines of each write; none of a keepalive. */
  readonly framed: (readonly Line[])[] = [];
  beginning: StreamStart | undefined;
  end_: 'open' | 'clean' | 'destroyed' = 'open';
  stalled = false;
  #drain = (): void => {};
  #close = (): void => {};

  get text(): string {
    return this.writes.map((pieces) => Buffer.concat(pieces).toString()).join('');
  }

  /** Complete lines; a keepalive is the empty one. */
  get lines(): string[] {
    return this.text.split('\n').slice(0, -1);
  }

  /** Messages, without keepalives. */
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into them
  get messages(): any[] {
    return this.lines.filter((line) => line !== '').map((line) => JSON.parse(line));
  }

  begin(beginning: StreamStart): void {
    this.beginning = beginning;
  }

  write(pieces: readonly Buffer[], lines: readonly Line[] = []): boolean {
    if (this.end_ !== 'open') throw new Error('written after the end');
    this.writes.push(pieces);
    this.framed.push(lines);
    return !this.stalled;
  }

  drain(): void {
    this.stalled = false;
    this.#drain();
  }

  onDrain(run: () => void): void {
    this.#drain = run;
  }

  onClose(run: () => void): void {
    this.#close = run;
  }

  end(): void {
    this.end_ = 'clean';
    if (!this.stalled) this.#close();
  }

  destroy(): void {
    this.end_ = 'destroyed';
    this.#close();
  }

  /** The peer leaves. */
  leave(): void {
    this.#close();
  }
}

export const guest: Actor = {
  id: GUEST,
  name: 'Guest',
  email: '',
  admin: false,
  credential: 'none',
  token: '',
  accessToken: '',
  role: 'user' as const,
  narrowing: NOT_NARROWED,
  endsAt: Number.POSITIVE_INFINITY,
};

export interface Bench {
  readonly store: FakeStore;
  readonly clock: ReturnType<typeof fakeClock>;
  readonly canvas: FakeScope;
  readonly directory: FakeScope;
  /** Adds a scope. */
  scope(id: string): FakeScope;
  readonly streams: Streams;
  readonly tokens: string[];
  readonly faults: unknown[];
  /** Opens a stream on a new sink. */
  watch(opening: Pick<CheckedStream, 'source'> & Partial<CheckedStream>): FakeSink;
}

/** A fake store with a canvas and a directory, fake time, and streams on them. */
export function streamBench(settings: Partial<StreamSettings> = {}, long?: number): Bench {
  const clock = fakeClock();
  const store = fakeStore(clock);
  const tokens: string[] = [];
  const faults: unknown[] = [];
  const open = (token: string): (() => void) => {
    tokens.push(token);
    return () => void tokens.splice(tokens.indexOf(token), 1);
  };
  const streams = createStreams({
    store,
    clock,
    scheduler: createScheduler(clock.steady),
    activity: { open },
    long,
    settings: { keepaliveSeconds: 15, streamListMode: 'full', writeTimeoutSeconds: 60, ...settings },
    fault: (error) => faults.push(error),
  });
  const canvas = fakeScope(store, 'c1');
  const directory = fakeScope(store, 'directory');
  const watch: Bench['watch'] = (opening) => {
    const sink = new FakeSink();
    const defaults = {
      group: 'g',
      tokenKey: '',
      endsAt: Number.POSITIVE_INFINITY,
      authenticate: () => guest,
      permit: () => {},
      onLoss: 'vanish' as const,
    };
    streams.open({ ...defaults, sink, ...opening });
    return sink;
  };
  const scope = (id: string): FakeScope => fakeScope(store, id);
  return { store, clock, canvas, directory, scope, streams, tokens, faults, watch };
}

/** Lets the streams do everything that waits for a later turn. */
export async function turns(count = 4): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}
