/** A command throws it when what was prepared for it does not hold any more, so that the request prepares it again. */
export class Superseded extends Error {}

/** A client that changes the same record over and over must not keep the request of another one busy for ever. */
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
