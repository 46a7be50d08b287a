import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kind } from '../../model/resource.ts';
import { createScheduler, type Scheduler } from '../../server/scheduler.ts';
import type { Driver } from '../../server/store/drivers/driver.ts';
import type { MemoryLimits } from '../../server/store/memory/loader.ts';
import type { Bus } from '../../server/store/nodes/bus.ts';
import { openStore } from '../../server/store/open.ts';
import type {
  ChangeSet,
  Command,
  Durability,
  DurableView,
  ScopeTransaction,
  Store,
  Transaction,
} from '../../server/store/store.ts';
import { type FakeClock, fakeClock } from '../kit/clock.ts';
import { FaultyDriver } from '../kit/faulty-driver.ts';
import { kinds, Link, Note, note, Place } from './kinds.ts';

/** Bounds that no test reaches by accident. */
export const roomy: MemoryLimits = {
  cacheBytes: 1e9,
  canvasBytes: 1e9,
  loadedBytes: 1e9,
  ephemeral: { scopeBytes: 1e9, bytes: 1e9 },
};

export interface DriverOptions {
  readonly shared: boolean;
  /** Number of the node, because drivers of several may be open on one database. */
  readonly node: number;
  readonly now: () => number;
  readonly scheduler: Scheduler;
  readonly fatal: (cause: unknown) => void;
}

/** A fresh database and the drivers on it. */
export interface TestDatabase {
  open(options: DriverOptions): Promise<Driver>;
  /** The audit log with its hashes, oldest first. */
  audit(): Promise<readonly Record<string, unknown>[]>;
  /** Runs a statement, past the driver. Rejects with the reason when the database refuses it. */
  run(statement: string): Promise<void>;
  /** Number of stored rows of records, of scopes living and dead. */
  rows(): Promise<number>;
  remove(): Promise<void>;
}

/** How the canvases of a test are kept. `shared`: as ephemeral scopes that several nodes have. */
export type Kept = Durability | 'shared';

export type OpenDatabase = () => Promise<TestDatabase>;

export interface NodeOptions {
  readonly shared?: boolean;
  readonly memory?: Partial<MemoryLimits>;
  readonly kinds?: readonly Kind[];
  readonly bus?: Bus;
  /** True: the test expects that the process would end. */
  readonly mayEnd?: boolean;
}

/** A database and the stores that a test opens on it. */
export class Bench {
  readonly #nodes: Node[] = [];
  #broken = (_: unknown): void => undefined;
  /** Rejects when the process of a node would end and the test does not expect it. */
  readonly broken = new Promise<never>((_, reject) => {
    this.#broken = reject;
  });

  constructor(
    readonly database: TestDatabase,
    readonly kept: Kept = 'durable',
    readonly clock: FakeClock = fakeClock(),
  ) {
    // Tests race with it; the rejection must not count as unhandled when nobody waits.
    this.broken.catch(() => undefined);
  }

  /** The scope of a canvas. */
  scope(name: string): string {
    return this.kept === 'durable' ? name : `live:${name}`;
  }

  /** The refusal of a canvas that does not exist. */
  gone(canvas: string): string {
    return `refused: ${this.kept === 'durable' ? 'Canvas' : 'Scope'} ${canvas} not found`;
  }

  /** How many of these rows or commits, all of canvases, reach the disk. */
  stored(count: number): number {
    return this.kept === 'ephemeral' ? 0 : count;
  }

  async node(options: NodeOptions = {}): Promise<Node> {
    const fatal: unknown[] = [];
    const notices: string[] = [];
    const end = (cause: unknown): void => {
      fatal.push(cause);
      if (!options.mayEnd) this.#broken(cause);
    };
    const scheduler = createScheduler();
    const driver = await this.database.open({
      shared: options.shared ?? this.kept === 'shared',
      node: this.#nodes.length,
      now: this.clock.now,
      scheduler,
      fatal: end,
    });
    const faults = new FaultyDriver(driver);
    const all = {
      driver: faults,
      clock: this.clock,
      scheduler,
      memory: { ...roomy, ...options.memory },
      kinds: options.kinds ?? kinds,
      fatal: end,
      bus: options.bus,
      notice: (text: string) => void notices.push(text),
    };
    const node = new Node(await openStore(all), this, faults, fatal, notices);
    this.#nodes.push(node);
    return node;
  }

  /** Two nodes that share the database, and a canvas that both know. */
  async pair(options: NodeOptions = {}): Promise<[Node, Node, string]> {
    const a = await this.node({ ...options, shared: true });
    const canvas = await a.canvas();
    const b = await this.node({ ...options, shared: true });
    await b.store.load(canvas);
    return [a, b, canvas];
  }

  /** Closes the node and opens another in its place. */
  async reopen(node: Node, options: NodeOptions = {}): Promise<Node> {
    await node.close();
    return this.node(options);
  }

  /** The node and, for canvases that outlast it, the node that another start gives. */
  async *alsoReopened(node: Node): AsyncGenerator<Node> {
    yield node;
    if (this.kept !== 'ephemeral') yield await this.reopen(node);
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await Promise.race([node.close(), this.broken]);
    await this.database.remove();
  }
}

type Run<T> = Command<T>['run'];
/** Id to text; undefined deletes. */
export type Writes = Readonly<Record<string, string | undefined>>;

/** One store, its faults, and what it published. */
export class Node {
  readonly published: ChangeSet[] = [];
  /** Events on this node, in order: published sets, and what a test adds. */
  readonly events: string[] = [];
  #canvases = 0;
  #closing: Promise<void> | undefined;

  constructor(
    readonly store: Store,
    private readonly bench: Pick<Bench, 'scope'>,
    readonly faults: FaultyDriver,
    readonly fatal: readonly unknown[],
    readonly notices: readonly string[],
  ) {
    store.feed.follow((set) => {
      this.published.push(set);
      this.events.push(`published ${textOf(set)}`);
    });
  }

  submit<T>(scopes: readonly string[], run: Run<T>, options: Partial<Command<T>> = {}): Promise<T> {
    return this.store.submit({ scopes, author: { id: 7, name: 'Ann', ip: '10.0.0.1' }, permit: () => {}, run, ...options });
  }

  /** Makes a canvas as the server does: the entry and a fresh scope in one commit. */
  async canvas(writes: Writes = {}, name = `canvas-${++this.#canvases}`, folder = ''): Promise<string> {
    const id = this.bench.scope(name);
    const run = (tx: Transaction): void => {
      tx.directory.insert(Place, { id, name: id, folder });
      tx.scope(id).insert(Link, { id: 'root', from: '', to: '' });
      apply(tx.scope(id), writes);
    };
    await this.submit(['directory', id], run, { fresh: [id] });
    return id;
  }

  /** Writes notes in one command and returns what the command then saw of the scope. */
  write(scope: string, writes: Writes): Promise<string> {
    return this.submit([scope], (tx) => {
      apply(tx.scope(scope), writes);
      return seen(tx.scope(scope));
    });
  }

  /** Everything that commands see of a scope. */
  newest(scope: string): Promise<unknown> {
    return this.submit([scope], (tx) => everything(tx.scope(scope)));
  }

  /** The notes that readers see, `a=text b=text`. */
  async read(scope: string): Promise<string> {
    return seen(await this.store.load(scope));
  }

  /** Like `read`, without waiting, for scopes that are loaded in this turn. */
  readNow(scope: string): string {
    return seen(this.store.ready(scope)!);
  }

  /** Sets of a scope, each as text. */
  sets(scope: string): string[] {
    return this.published.filter((set) => set.scope === scope).map(textOf);
  }

  close(): Promise<void> {
    this.#closing ??= this.store.close();
    return this.#closing;
  }
}

export function apply(scope: ScopeTransaction, writes: Writes): void {
  for (const [id, text] of Object.entries(writes)) {
    const before = scope.get(Note, id);
    if (text === undefined) finish(scope.remove(id));
    else if (before) scope.update(Note, { ...before, text });
    else scope.insert(Note, note(id, { text }));
  }
}

export function finish<T>(work: Generator<void, T, void>): T {
  for (let step = work.next(); ; step = work.next()) if (step.done) return step.value;
}

export const seen = (view: Pick<DurableView, 'all'>): string =>
  view
    .all(Note)
    .map(({ id, text }) => `${id}=${text}`)
    .join(' ');

const groups = ['', 'a', 'b', 'c', 'd', 'x', 'y'];

/** Records, indexes of keys and of numbers, and head of a scope as a command sees them. */
function everything(scope: ScopeTransaction): unknown {
  return {
    records: kinds.flatMap((kind) => scope.all(kind)),
    found: groups.map((key) =>
      ['children', 'tags', 'ends', 'in'].map((index) => kinds.flatMap((kind) => scope.by(kind, index, key))),
    ),
    numbers: groups.map((group) => [
      ...[scope.highest(Note, 'depth', group), scope.highest(Note, 'depth', group, 'a')],
      ...[
        scope.lowestFree(Note, 'depth', group, 0),
        scope.lowestFree(Note, 'depth', group, 2),
        scope.count(Note, 'depth', group),
      ],
    ]),
    head: scope.head,
  };
}

/** `canvas-1: a=text -b`, with the previous values and whether it is the end. */
function textOf({ changes, dead }: ChangeSet): string {
  const parts = changes.map(({ key, before, after }) => {
    const [was, is] = [before, after].map((version) => version && (JSON.parse(version.shown).text ?? version.kind.name));
    return after ? `${before ? '' : '+'}${key}=${is}` : `-${key}=${was}`;
  });
  return [...parts, ...(dead ? ['dead'] : [])].join(' ');
}

/** The present state of a promise. */
export async function stateOf(promise: Promise<unknown>): Promise<'open' | 'done' | 'refused'> {
  const open = nextTurn('open' as const);
  return Promise.race([
    promise.then(
      () => 'done' as const,
      () => 'refused' as const,
    ),
    open,
  ]);
}

/** Lets everything happen that does not wait for a held commit. */
export async function turns(count = 5): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn();
}

/** The outcome as text: `done: value` or `refused: message`. */
export const outcomeOf = (promise: Promise<unknown>): Promise<string> =>
  promise.then(
    (value) => `done: ${value}`,
    (cause: Error) => `refused: ${cause.message}`,
  );
