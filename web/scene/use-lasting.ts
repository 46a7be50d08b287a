import { useEffect, useState } from 'preact/hooks';
import { usualClock } from '../../client/index.ts';

/** True when it has been true for this many ms; false at once. */
export function useLasting(now: boolean, ms: number): boolean {
  const [lasted, setLasted] = useState(false);
  useEffect(() => {
    if (!now) return setLasted(false);
    const timer = usualClock.after(ms, () => setLasted(true));
    return () => timer.cancel();
  }, [now, ms]);
  return now && lasted;
}
