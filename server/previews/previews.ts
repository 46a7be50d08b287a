import { Refusal } from '../../model/refusal.ts';
import type { Clock, Timer } from '../clock.ts';
import { type ChangeSet, isCanvas, type Store } from '../store/store.ts';
import { type DrawDeps, drawPreview } from './draw-preview.ts';

export interface PreviewDeps extends DrawDeps {
  readonly store: DrawDeps['store'] & Pick<Store, 'head' | 'feed'>;
  readonly clock: Clock;
  /** False: no preview is ever drawn. */
  readonly enabled: boolean;
  /** Takes work for this many milliseconds. False: another node does it. */
  readonly take: (name: string, ms: number) => true | Promise<boolean>;
  /** Called for every drawing that failed, with the reason. */
  readonly failed: (error: unknown, canvas: string) => void;
}

/** Pictures of canvases, drawn in the background; no request waits for one. */
export interface Previews {
  /** Name of the job that draws them. */
  readonly name: string;
  /** Each draws what it knows of, and asks before whether another one is at it. */
  readonly runsOn: 'every node';
  /** Starts drawing, if previews are enabled. */
  start(): void;
  /** A client wants the picture: from now on it follows the canvas. */
  ask(canvas: string): void;
  /** Draws a canvas that is finished, without waiting for further changes. From now on its picture follows it. */
  drawNow(canvas: string): void;
  /** Like `Store.pin`, for streams. When the last pin is released, the canvas counts as closed. */
  pin(scope: string): () => void;
  /** Starts no further drawing, and resolves when none is under way. */
  close(): Promise<void>;
}

export const createPreviews = (deps: PreviewDeps): Previews => new DrawnPreviews(deps);

/** A canvas is drawn this long after its last change, and at the latest `LATEST_MS` after the first. */
const SETTLE_MS = 3_000;
const LATEST_MS = 30_000;
/** Pauses after a first and a second failure; after that only a change starts a new attempt. */
const AGAIN_MS = [60_000, 600_000];

/** While one node draws a canvas, other nodes wait for this long, and then look whether that picture will do. */
const OTHERS_MS = 20_000;
const OTHERS_AGAIN_MS = 10_000;

interface PendingPreview {
  readonly since: number;
  last: number;
  timer: Timer;
}

class DrawnPreviews implements Previews {
  /** Canvases whose preview was requested and that have no picture yet. Canvases with a picture always follow changes. */
  readonly #asked = new Set<string>();
  /** The `modified_at` that the picture of each canvas is known to show. */
  readonly #shown = new Map<string, string>();
  /** Canvases that somebody has open, with the number of pins. */
  readonly #open = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #waiting = new Map<string, PendingPreview>();
  readonly #failures = new Map<string, number>();
  /** Canvases to draw, in this order, one at a time. */
  readonly #line = new Set<string>();
  readonly name = 'the drawing of previews';
  readonly runsOn = 'every node';
  #stopListening: (() => void) | undefined;
  #drawing: Promise<void> | undefined;
  #closed = true;

  constructor(private readonly deps: PreviewDeps) {}

  start(): void {
    if (!this.deps.enabled) return;
    this.#closed = false;
    this.#stopListening = this.deps.store.feed.follow((set) => this.#take(set));
  }

  ask(canvas: string): void {
    const head = this.deps.store.head(canvas);
    if (!head || this.#shown.get(canvas) === head.modified_at || this.#failures.has(canvas)) return;
    this.#asked.add(canvas);
    // Repeated requests must not put the drawing off
    if (!this.#waiting.has(canvas)) this.#want(canvas);
  }

  drawNow(canvas: string): void {
    if (this.#closed || !this.deps.store.head(canvas)) return;
    this.#stopWaiting(canvas);
    this.#asked.add(canvas);
    this.#enqueue(canvas);
  }

  pin(scope: string): () => void {
    const release = this.deps.store.pin(scope);
    this.#open.set(scope, (this.#open.get(scope) ?? 0) + 1);
    let pinned = true;
    return () => {
      if (pinned) this.#unpin(scope);
      pinned = false;
      release();
    };
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening?.();
    for (const { timer } of this.#waiting.values()) timer.cancel();
    await this.#drawing;
  }

  #unpin(scope: string): void {
    const pins = this.#open.get(scope)! - 1;
    if (pins > 0) return void this.#open.set(scope, pins);
    this.#open.delete(scope);
    const changed = this.#changed.delete(scope);
    if (changed || this.deps.store.head(scope)?.preview_hash === '') this.#want(scope);
  }

  #take({ scope, changes, dead }: ChangeSet): void {
    if (dead) return this.#forget(scope);
    if (!changes.some(({ kind }) => kind.content)) return;
    if (this.#failures.delete(scope)) this.#stopWaiting(scope);
    if (this.#asked.has(scope) || this.deps.store.head(scope)?.preview_hash) this.#want(scope);
    else if (this.#open.has(scope)) this.#changed.add(scope);
  }

  #forget(scope: string): void {
    this.#stopWaiting(scope);
    for (const known of [this.#asked, this.#changed, this.#line]) known.delete(scope);
    for (const known of [this.#shown, this.#failures]) known.delete(scope);
  }

  #stopWaiting(scope: string): void {
    this.#waiting.get(scope)?.timer.cancel();
    this.#waiting.delete(scope);
  }

  /** Cheap, because a canvas may change a thousand times a second. */
  #want(canvas: string): void {
    if (this.#closed || !isCanvas(canvas)) return;
    const now = this.deps.clock.steady();
    const waiting = this.#waiting.get(canvas);
    if (waiting) waiting.last = now;
    else this.#waiting.set(canvas, { since: now, last: now, timer: this.#after(SETTLE_MS, canvas) });
  }

  #after(ms: number, canvas: string): Timer {
    return this.deps.clock.after(ms, () => this.#ripen(canvas));
  }

  /** Called when a canvas may be due. */
  #ripen(canvas: string): void {
    const waiting = this.#waiting.get(canvas);
    if (!waiting) return;
    const due = Math.min(waiting.last + SETTLE_MS, waiting.since + LATEST_MS);
    const left = due - this.deps.clock.steady();
    if (left > 0) {
      waiting.timer = this.#after(left, canvas);
      return;
    }
    this.#waiting.delete(canvas);
    this.#enqueue(canvas);
  }

  #enqueue(canvas: string): void {
    this.#line.add(canvas);
    this.#drawing ??= this.#drawAll().finally(() => {
      this.#drawing = undefined;
    });
  }

  async #drawAll(): Promise<void> {
    for (const canvas of this.#line) {
      this.#line.delete(canvas);
      if (!this.#closed) await this.#draw(canvas);
    }
  }

  async #draw(canvas: string): Promise<void> {
    try {
      const taken = this.deps.take(leaseOf(canvas), OTHERS_MS);
      if (taken !== true && !(await taken)) return this.#wantIn(OTHERS_AGAIN_MS, canvas);
      const shows = await drawPreview(this.deps, canvas);
      if (!this.deps.store.head(canvas)) return;
      this.#shown.set(canvas, shows);
      this.#asked.delete(canvas);
      this.#failures.delete(canvas);
    } catch (error) {
      if (this.#closed || (error instanceof Refusal && error.status === 404)) return;
      this.deps.failed(error, canvas);
      this.#later(canvas);
    }
  }

  /** Schedules the next attempt after a failure. Until then, or after the last attempt until a change, requests start nothing. */
  #later(canvas: string): void {
    const failures = this.#failures.get(canvas) ?? 0;
    this.#failures.set(canvas, failures + 1);
    const pause = AGAIN_MS[failures];
    if (pause !== undefined) this.#wantIn(pause, canvas);
  }

  #wantIn(ms: number, canvas: string): void {
    if (this.#closed || this.#waiting.has(canvas)) return;
    const now = this.deps.clock.steady();
    this.#waiting.set(canvas, { since: now, last: now, timer: this.#after(ms, canvas) });
  }
}

/** A few hundred names for all canvases, because the registry keeps them. */
const leaseOf = (canvas: string): string => `the preview of ${canvas.slice(0, 2)}…`;
