/** What a command was given, because it takes long to make, does not hold any more: it has to be made again. */
export class Superseded extends Error {}

/** Somebody who changes the same thing over and over must not keep a request for ever. */
const MOST = 10;

/** Does the work again as long as it is superseded. */
export async function untilCurrent<T>(work: () => Promise<T>): Promise<T> {
  for (let times = 1; ; times++) {
    try {
      return await work();
    } catch (cause) {
      if (!(cause instanceof Superseded) || times === MOST) throw cause;
    }
  }
}
