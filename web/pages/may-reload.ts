const KEY = 'easel-reloaded';
const ONCE_IN_MS = 60_000;

/** Whether the page may load itself again: not twice within a minute, because what did not help once will not the next time. */
export function mayReload(kept: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(kept.getItem(KEY) ?? 0) < ONCE_IN_MS) return false;
  kept.setItem(KEY, String(now));
  return true;
}
