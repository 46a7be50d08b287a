import { usualClock } from '../../../client/index.ts';

const KEY = 'easel-scrolled';
/** What a page loads for this long may still make it high enough. */
const PATIENCE_MS = 3_000;

/** Keeps how far every address was scrolled, and goes there when somebody comes back to it or loads it again. Call it once. */
export function beginScrolling(): void {
  history.scrollRestoration = 'manual';
  const kept = new Map(JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as [string, number][]);
  addEventListener('scroll', () => kept.set(location.href, scrollY), { passive: true });
  addEventListener('pagehide', () => sessionStorage.setItem(KEY, JSON.stringify([...kept].slice(-MOST))));
  addEventListener('popstate', () => scrollWhenHigh(kept.get(location.href) ?? 0));
  const before = kept.get(location.href);
  if (before) scrollWhenHigh(before);
}

const MOST = 50;

/** Scrolls there as soon as the document is high enough, unless the person scrolls before. */
function scrollWhenHigh(wanted: number): void {
  const ending = new AbortController();
  const arrive = (): void => {
    if (document.documentElement.scrollHeight < wanted + innerHeight) return;
    scrollTo(0, wanted);
    ending.abort();
  };
  const watch = new ResizeObserver(arrive);
  watch.observe(document.body);
  const timer = usualClock.after(PATIENCE_MS, () => ending.abort());
  ending.signal.addEventListener('abort', () => {
    watch.disconnect();
    timer.cancel();
  });
  for (const type of ['wheel', 'pointerdown', 'keydown', 'popstate']) {
    addEventListener(type, () => ending.abort(), { signal: ending.signal, passive: true });
  }
}
