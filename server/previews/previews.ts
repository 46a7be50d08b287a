import { Refusal } from '../../model/refusal.ts';
import type { Clock, Timer } from '../clock.ts';
import { type ChangeSet, isCanvas, type Store } from '../store/store.ts';
import { type DrawDeps, drawPreview } from './draw-preview.ts';

export interface PreviewDeps extends DrawDeps {
  readonly store: DrawDeps['store'] & Pick<Store, 'head' | 'onChange'>;
  readonly clock: Clock;
  /** False: none is ever drawn. */
  readonly enabled: boolean;
  /** Is told of every drawing that failed, and why. */
  readonly failed: (error: unknown, canvas: string) => void;
}

/** Pictures of canvases, drawn in the background; no request waits for one. */
export interface Previews {
  /** Of the job that draws them. */
  readonly name: string;
  /** Draws from now on, where previews are wanted. */
  start(): void;
  /** Somebody wants to see it: from now on it follows the canvas. */
  ask(canvas: string): void;
  /** As `Store.pin`, for streams: when the last one is released, the canvas was closed. */
  pin(scope: string): () => void;
  /** Starts no further drawing, and resolves when none is under way. */
  close(): Promise<void>;
}

export const createPreviews = (deps: PreviewDeps): Previews => new DrawnPreviews(deps);

/** A canvas is drawn so long after its last change, but not longer than this after the first. */
const SETTLE_MS = 3_000;
const LATEST_MS = 30_000;
/** After a failure; then the next change is waited for. */
const AGAIN_MS = [60_000, 600_000];

interface Waiting {
  readonly since: number;
  last: number;
  timer: Timer;
}

class DrawnPreviews implements Previews {
  /** Asked for and without a picture yet; those with one are asked for, too. */
  readonly #asked = new Set<string>();
  /** Canvas to the `modified_at` that its picture is known to show. */
  readonly #shown = new Map<string, string>();
  /** Canvases that somebody has open, with the number of pins. */
  readonly #open = new Map<string, number>();
  readonly #changed = new Set<string>();
  readonly #waiting = new Map<string, Waiting>();
  readonly #failures = new Map<string, number>();
  /** In the order in which they are drawn, one at a time. */
  readonly #line = new Set<string>();
  readonly name = 'the drawing of previews';
  #stopListening: (() => void) | undefined;
  #drawing: Promise<void> | undefined;
  #closed = true;

  constructor(private readonly deps: PreviewDeps) {}

  start(): void {
    if (!this.deps.enabled) return;
    this.#closed = false;
    this.#stopListening = this.deps.store.onChange((set) => this.#take(set));
  }

  ask(canvas: string): void {
    const head = this.deps.store.head(canvas);
    if (!head || this.#shown.get(canvas) === head.modified_at || this.#failures.has(canvas)) return;
    this.#asked.add(canvas);
    // Whoever asks again and again until it is there must not put it off
    if (!this.#waiting.has(canvas)) this.#want(canvas);
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

  /** Costs next to nothing while a canvas changes a thousand times a second. */
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

  /** Its time may have come. */
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

  /** Until then, and when there is no further attempt until the next change, asking starts nothing. */
  #later(canvas: string): void {
    const failures = this.#failures.get(canvas) ?? 0;
    this.#failures.set(canvas, failures + 1);
    const pause = AGAIN_MS[failures];
    if (pause === undefined || this.#waiting.has(canvas)) return;
    const now = this.deps.clock.steady();
    this.#waiting.set(canvas, { since: now, last: now, timer: this.#after(pause, canvas) });
  }
}
