/** Thrown by a command: what was prepared for it does not hold any more, and has to be prepared again. */
export class Superseded extends Error {}

/** A client that changes the same record over and over must not keep a request for ever. */
const MOST = 10;

/** Repeats the work as long as it is superseded. */
export async function untilCurrent<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Superseded) || times === MOST) throw cause;
    }
  }
}
