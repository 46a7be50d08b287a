interface Trying {
  /** Resolves when the next try is due. */
  readonly wait: (tries: number) => Promise<void>;
  /** Called before each wait. */
  readonly silent: () => void;
}

/** Tries until it does not fail any more. For what a server never refuses: then every failure is that of a machine between. */
export async function untilAnswered<T>(load: () => Promise<T>, { wait, silent }: Trying): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await load();
    } catch {
      silent();
      await wait(tries);
    }
  }
}

const LONGEST_MS = 8_000;

/** Milliseconds before the next try: soon at first, because servers restart in seconds, and not in all pages in the same moment. */
export const pauseMs = (tries: number, random = Math.random): number =>
  Math.min(LONGEST_MS, 1_000 * 2 ** (tries - 1)) * (0.75 + random() / 2);
