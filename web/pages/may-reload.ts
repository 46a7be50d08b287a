import { type Clock, usualClock } from '../../client/ports.ts';

const KEY = 'easel-reloaded';
const ONCE_IN_MS = 60_000;

/** Whether the page may load itself again: not twice within a minute, because what did not help once will not the next time. */
export function mayReload(kept: Pick<Storage, 'getItem' | 'setItem'>, now: number): boolean {
  if (now - Number(kept.getItem(KEY) ?? 0) < ONCE_IN_MS) return false;
  kept.setItem(KEY, String(now));
  return true;
}

/** Resolves when nobody is at work on the page, so that a load takes nothing away from anybody. */
export async function untilIdle(
  page: Pick<Document, 'querySelector'> = document,
  clock: Pick<Clock, 'after'> = usualClock,
): Promise<void> {
  while (page.querySelector('[data-busy]')) await new Promise<void>((resolve) => clock.after(500, resolve));
}
