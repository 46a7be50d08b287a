import type { Clock } from '../../../clock.ts';
import type { FileBytes } from '../../file-bytes.ts';
import type { ObjectStream } from './bucket.ts';

/**
 * A store that is asked for bytes and sends none for this long counts as gone. Time in which the reader is busy does not count.
 */
const STALLED_MS = 30_000;

/** Passes the bytes of an object on as the reader takes them. Fewer than `expected` are an error, never a clean end. */
export const objectBytes = (bytes: ObjectStream, expected: number, clock: Pick<Clock, 'after'>): FileBytes => ({
  async *[Symbol.asyncIterator]() {
    let count = 0;
    const pieces = bytes[Symbol.asyncIterator]();
    try {
      for (;;) {
        const timer = clock.after(STALLED_MS, () => bytes.destroy(new Error('S3 stopped sending')));
        const piece = await pieces.next().finally(() => timer.cancel());
        if (piece.done) break;
        count += piece.value.length;
        yield piece.value;
      }
      if (count !== expected) throw new Error(`S3 sent ${count} of ${expected} bytes`);
    } finally {
      bytes.destroy();
    }
  },
  close: async () => bytes.destroy(),
});
