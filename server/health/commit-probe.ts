import type { Clock } from '../clock.ts';

/** Whether commits can be made, as of a second ago; else why not. */
export interface CommitProbe {
  /** Undefined: they can. Resolves within `PATIENCE_MS`, and at once while an answer is fresh. */
  fault(): Promise<string | undefined> | string | undefined;
}

interface Deps {
  /** Makes a commit that changes nothing. */
  readonly probe: () => Promise<void>;
  readonly clock: Pick<Clock, 'steady' | 'after'>;
}

/** An answer stays valid for this long, so that any number of callers ask the database once a second at most. */
const FRESH_MS = 1000;
/** Shorter than the two seconds in which whoever asks is answered. */
const PATIENCE_MS = 1500;

const SILENT = `the database has not answered for ${PATIENCE_MS} ms`;

export function createCommitProbe({ probe, clock }: Deps): CommitProbe {
  let answer: { readonly at: number; readonly fault: string | undefined } | undefined;
  let asked: Promise<string | undefined> | undefined;
  const settle = (fault: string | undefined): string | undefined => {
    answer = { at: clock.steady(), fault };
    return fault;
  };
  /** The database gets no second question before it has answered the first, however long that takes. */
  const ask = async (): Promise<string | undefined> => {
    try {
      await probe();
      return settle(undefined);
    } catch (cause) {
      return settle((cause as Error).message);
    } finally {
      asked = undefined;
    }
  };
  /** The answer of a database that hangs may come much later, and counts then. */
  const inTime = (answered: Promise<string | undefined>): Promise<string | undefined> =>
    new Promise((resolve) => {
      const timer = clock.after(PATIENCE_MS, () => resolve(settle(SILENT)));
      void answered.then((fault) => {
        timer.cancel();
        resolve(fault);
      });
    });
  let waiting: Promise<string | undefined> | undefined;
  return {
    fault() {
      if (answer !== undefined && clock.steady() - answer.at < FRESH_MS) return answer.fault;
      if (asked !== undefined && waiting === undefined) return SILENT;
      asked ??= ask();
      waiting ??= inTime(asked).finally(() => {
        waiting = undefined;
      });
      return waiting;
    },
  };
}
