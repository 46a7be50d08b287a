import type { Requester } from '../../assets/render/types.ts';

/**
 * The caller of work that ends when nobody waits for it. `gone` makes the signal when it is first read: making one costs a tenth
 * of a millisecond, and most answers are there at once.
 */
export function requesterOf(by: string, gone: () => AbortSignal): Requester {
  let made: AbortSignal | undefined;
  return {
    by,
    get signal() {
      made ??= gone();
      return made;
    },
  };
}
