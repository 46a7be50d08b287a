/** Milliseconds in a bucket; the last bucket holds all longer latencies. */
const WIDTH = 0.25;
const BOXES = 80_000;

/** Latencies in buckets of a quarter of a millisecond, so that millions of them take no memory. */
export class Histogram {
  #boxes = new Uint32Array(BOXES);
  #count = 0;

  add(ms) {
    this.#boxes[Math.min(BOXES - 1, (ms / WIDTH) | 0)]++;
    this.#count++;
  }

  /** The upper edge of the bucket in which this part (0 to 1) of all latencies is reached. */
  quantile(part) {
    const rank = Math.ceil(this.#count * part);
    for (let box = 0, seen = 0; box < BOXES; box++) {
      seen += this.#boxes[box];
      if (seen >= rank) return (box + 1) * WIDTH;
    }
    return Number.NaN;
  }
}
