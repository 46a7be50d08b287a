import { randomUUID } from 'node:crypto';
import type { Clock, Timer } from '../clock.ts';
import type { Registry } from '../store/store.ts';

/** The other processes of this installation. */
export interface Membership {
  /** This process, among all that there ever were; `''` where one process serves alone. */
  readonly id: string;
  /** One process serves alone: nobody needs to be told of anything. */
  readonly isAlone: boolean;
  /** The others that are there, as far as this node knows. */
  readonly others: readonly string[];
  /** The node ended, or was not heard of for longer than `lifeMs`. False also while this node cannot know. */
  isGone(node: string): boolean;
  /** Longest time from the last sign of a node to the moment when others know that it is gone, in milliseconds. */
  readonly noticedMs: number;
  /**
   * The database has taken no sign of this node for longer than `APART_MS`. What it has in memory may be old, and the others count it
   * as gone; it counts itself as gone, too, until the next sign.
   */
  readonly isApart: boolean;
  /** Called when that begins. Returns what ends that. */
  onApart(listener: () => void): () => void;
  /** Called when nodes have come or gone, or this node knows again which have. Returns what ends that. */
  onTurn(listener: () => void): () => void;
  /**
   * Takes or renews the one lease of this name for `ms` milliseconds. False: another node has it. Rejects while the database cannot be
   * reached. Alone, everything is this node's.
   */
  lease(name: string, ms: number): Promise<boolean>;
  /** Ends: the others need not wait for this node. */
  close(): Promise<void>;
}

export const ALONE: Membership = {
  id: '',
  isAlone: true,
  others: [],
  noticedMs: 0,
  // What an earlier process left is nobody's
  isGone: (node) => node !== '',
  isApart: false,
  onApart: () => () => undefined,
  onTurn: () => () => undefined,
  lease: () => Promise.resolve(true),
  close: () => Promise.resolve(),
};

interface Deps {
  readonly registry: Registry;
  readonly clock: Clock;
  /** A node that gives no sign for this many milliseconds is gone. */
  readonly lifeMs: number;
  readonly log: Record<'info' | 'warn' | 'error', (fields: object, text: string) => void>;
}

/** A node gives this many signs in the time after which it would be gone: it may miss two. */
const BEATS = 3;
/** This many nodes that are gone are remembered; the registry is asked about others. */
const GONE_MAX = 10_000;
const LIFE_MIN_MS = 1_500;
const LIFE_MAX_MS = 10_000;
/** The longest life: a restart of the database is over sooner, and does not send everybody away. */
const APART_MS = LIFE_MAX_MS;

/**
 * For how long a node is there without a sign: so that its displays are seen to be gone within three quarters of their grace, but never
 * so short that a slow moment of the database looks like the end of a node.
 */
export const lifeFor = (graceSeconds: number): number =>
  Math.min(LIFE_MAX_MS, Math.max(LIFE_MIN_MS, Math.round(graceSeconds * 500)));

/** Joins the nodes of the installation. Rejects while the database cannot be reached. */
export async function joinNodes(deps: Deps): Promise<Membership> {
  const member = new Member(deps);
  await member.join();
  return member;
}

class Member implements Membership {
  readonly id = randomUUID();
  readonly isAlone = false;
  readonly noticedMs: number;
  readonly #deps: Deps;
  readonly #beatMs: number;
  readonly #listeners = new Set<() => void>();
  readonly #apartListeners = new Set<() => void>();
  #wasApart = false;
  #there: ReadonlySet<string> = new Set();
  /** Were there and are not any more, or were asked about and were not there then. */
  readonly #gone = new Set<string>();
  /** Nodes that were asked about and never seen. They may have come since the last sign of this node: the next one tells. */
  readonly #doubted = new Set<string>();
  /** The start of the time in which every sign came in time, by the steady clock. */
  #steadySince = 0;
  #lastBeat = Number.NEGATIVE_INFINITY;
  #knew = false;
  #beating: Promise<void> | undefined;
  #isClosed = false;
  #timer: Timer | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#beatMs = Math.ceil(deps.lifeMs / BEATS);
    this.noticedMs = deps.lifeMs + this.#beatMs;
  }

  async join(): Promise<void> {
    await this.#beat();
    this.#timer = this.#deps.clock.every(this.#beatMs, () => {
      this.#lookWhetherApart();
      this.#beating ??= this.#beat()
        .catch((cause) => this.#failed(cause))
        .finally(() => {
          this.#beating = undefined;
        });
    });
  }

  get others(): readonly string[] {
    return [...this.#there].filter((node) => node !== this.id);
  }

  isGone(node: string): boolean {
    if (node === this.id || this.#there.has(node)) return false;
    // What a process left that served alone is nobody's
    if (node !== '' && !this.#gone.has(node)) this.#doubted.add(node);
    return this.#knows && !this.#doubted.has(node);
  }

  get isApart(): boolean {
    return this.#deps.clock.steady() - this.#lastBeat > APART_MS;
  }

  onApart(listener: () => void): () => void {
    this.#apartListeners.add(listener);
    return () => this.#apartListeners.delete(listener);
  }

  onTurn(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  lease(name: string, ms: number): Promise<boolean> {
    return this.#deps.registry.lease(name, this.id, ms);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#timer?.cancel();
    await this.#beating;
    // Without the database, the others notice by themselves
    await this.#deps.registry.leave(this.id).catch(() => undefined);
  }

  /**
   * While the database was away, nobody could give a sign, and who comes back first would find itself alone. The same after this
   * process slept. So a node must have been heard by the database for a whole life before it says that another one is gone.
   */
  get #knows(): boolean {
    return this.#deps.clock.steady() - this.#steadySince >= this.#deps.lifeMs;
  }

  async #beat(): Promise<void> {
    const { registry, clock, lifeMs } = this.#deps;
    const begun = clock.steady();
    const doubted = [...this.#doubted];
    const there = await registry.beat(this.id, lifeMs);
    if (begun - this.#lastBeat > lifeMs || clock.steady() - begun > lifeMs) this.#steadySince = clock.steady();
    this.#lastBeat = begun;
    this.#isTogether();
    if (!this.#isClosed) this.#take(new Set(there), doubted);
  }

  #lookWhetherApart(): void {
    if (!this.isApart || this.#wasApart) return;
    this.#wasApart = true;
    this.#deps.log.error({ node: this.id }, 'this node is cut off from the database: its streams and connections end');
    for (const listener of this.#apartListeners) listener();
  }

  #isTogether(): void {
    if (!this.#wasApart) return;
    this.#wasApart = false;
    this.#deps.log.info({ node: this.id }, 'this node reaches the database again');
  }

  #take(there: ReadonlySet<string>, doubted: readonly string[]): void {
    const before = this.#there;
    const isSame = before.size === there.size && [...there].every((node) => before.has(node));
    this.#there = there;
    for (const node of [...before, ...doubted]) if (!there.has(node)) this.#bury(node);
    for (const node of there) for (const set of [this.#gone, this.#doubted]) set.delete(node);
    if (isSame && doubted.length === 0 && this.#knew === this.#knows) return;
    this.#knew = this.#knows;
    if (!isSame) this.#deps.log.info({ node: this.id, nodes: [...there] }, 'the nodes of the installation');
    for (const listener of this.#listeners) listener();
  }

  #bury(node: string): void {
    this.#doubted.delete(node);
    this.#gone.add(node);
    const [oldest] = this.#gone;
    if (this.#gone.size > GONE_MAX) this.#gone.delete(oldest!);
  }

  #failed(cause: unknown): void {
    this.#deps.log.warn({ err: cause, node: this.id }, 'this node could not give a sign to the others');
  }
}
