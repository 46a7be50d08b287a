import { useEffect, useState } from 'preact/hooks';
import { usualClock } from '../../client/index.ts';
import { Refusal } from '../../model/refusal-error.ts';

/** The last try of a form to do something. */
export interface Attempt {
  readonly busy: boolean;
  /** Why it did not work; undefined while it is tried again. */
  readonly fault: Refusal | undefined;
  /** Seconds until the server takes another one. */
  readonly wait: number;
  /** Resolves with false when it was refused. Does nothing while another one runs or the server takes none. */
  readonly run: (work: () => Promise<unknown>) => Promise<boolean>;
  readonly forget: () => void;
}

export function useAttempt(): Attempt {
  const [busy, setBusy] = useState(false);
  const [fault, setFault] = useState<Refusal>();
  const [wait, setWait] = useCountdown();
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (busy || wait > 0) return false;
    setBusy(true);
    setFault(undefined);
    try {
      await work();
      return true;
    } catch (cause) {
      const refused = asRefusal(cause);
      setFault(refused);
      setWait(refused.retryAfter ?? 0);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, wait, run, forget: () => setFault(undefined) };
}

/** Whatever else goes wrong is a fault of this page. */
function asRefusal(cause: unknown): Refusal {
  if (cause instanceof Refusal) return cause;
  console.error(cause);
  return new Refusal('failed', 500, '');
}

/** Seconds that are left of those that were set, counted by a clock that runs on while the machine sleeps. */
export function useCountdown(): [left: number, set: (seconds: number) => void] {
  const [end, setEnd] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((end - now) / 1000));
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = usualClock.after(1000, () => setNow(Date.now()));
    return () => timer.cancel();
  }, [left, now]);
  const set = (seconds: number): void => {
    setNow(Date.now());
    setEnd(seconds > 0 ? Date.now() + seconds * 1000 : 0);
  };
  return [left, set];
}
