import type { Box } from '../../model/looks/shapes.ts';
import type { PlacedBitmaps } from './scene.ts';

export interface PictureBitmaps extends PlacedBitmaps {
  /** Calls with the parts of the canvas for which something better has come. Returns what ends that. */
  onArrival(listen: (boxes: readonly Box[]) => void): () => void;
  /** Whether something that is asked for is still on its way. */
  isLoading?(): boolean;
}

/** Pictures in at most this many places are painted as they come. */
const FEW = 16;
/** With more waiting, those of this many milliseconds are painted together. */
const GATHERED_MS = 150;

/**
 * Where pictures have come and are not painted yet. One that is seen in hundreds of places would have nearly everything painted again, so
 * those that are about to come are waited for.
 */
export class Arrivals {
  #boxes: Box[] = [];
  #since = 0;

  get wait(): boolean {
    return this.#boxes.length > 0;
  }

  add(boxes: readonly Box[], now: number): void {
    if (!this.wait) this.#since = now;
    this.#boxes.push(...boxes);
  }

  /** @param isLoading whether more are on their way @returns what is painted now */
  take(now: number, isLoading: boolean): readonly Box[] {
    if (this.#boxes.length > FEW && now - this.#since < GATHERED_MS && isLoading) return [];
    return this.#boxes.splice(0);
  }
}
