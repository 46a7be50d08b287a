import { type Signal, useSignal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';
import { type RowWindow, rowWindow, scrollTo } from './tree-rows.ts';

/** A list of equal rows of which only those near the visible part are in the page. */
export interface Rows extends RowWindow {
  /** Height of a row in pixels. */
  readonly height: number;
  /** Rows of one page. */
  readonly page: number;
  /** Scrolls until a row is seen whole. */
  reveal(at: number): void;
}

/** @param probe an element as tall as a row */
export function useRows(scroller: RefObject<HTMLElement | null>, probe: RefObject<HTMLElement | null>, count: number): Rows {
  const place = useSignal({ scrolled: 0, seen: 0, height: 0 });
  useEffect(() => watch(scroller.current!, probe.current!, place), []);
  const { scrolled, seen, height } = place.value;
  return {
    ...rowWindow(count, height, scrolled, seen),
    height,
    page: Math.max(1, Math.floor(seen / height) - 1),
    reveal(at) {
      const element = scroller.current;
      if (!element || height === 0) return;
      element.scrollTop = scrollTo(at, height, element.scrollTop, element.clientHeight);
    },
  };
}

function watch(
  scroller: HTMLElement,
  probe: HTMLElement,
  place: Signal<{ scrolled: number; seen: number; height: number }>,
): () => void {
  const measure = (): void => {
    place.value = { scrolled: scroller.scrollTop, seen: scroller.clientHeight, height: probe.offsetHeight };
  };
  measure();
  const observer = new ResizeObserver(measure);
  observer.observe(scroller);
  observer.observe(probe);
  scroller.addEventListener('scroll', measure, { passive: true });
  return () => {
    observer.disconnect();
    scroller.removeEventListener('scroll', measure);
  };
}
