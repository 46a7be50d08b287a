import { usualClock } from '../../client/index.ts';

/** The part of a page that is used; a test hands in its own. */
export interface WakingPage {
  readonly document: EventEmitter & { readonly visibilityState: string };
  readonly window: EventEmitter;
  now(): number;
  every(ms: number, run: () => void): () => void;
}

type Hear = (event: { readonly persisted?: boolean }) => void;

interface EventEmitter {
  addEventListener(type: string, hear: Hear): void;
  removeEventListener(type: string, hear: Hear): void;
}

const TICK_MS = 2_000;
/** A tick that is late by this much means that the machine slept, or that the tab was frozen. Hidden tabs tick once a minute. */
const SLEPT_MS = 5_000;

export interface PageEvents {
  /** What the page shows may be old without the connection knowing it: the tab is looked at again, or the machine wakes. */
  readonly woke: () => void;
  /** The page is left. The browser may keep it, and show it again: then `woke` is called. */
  readonly left: () => void;
  /** The machine has a network again, perhaps another one, or it has none. */
  readonly network: (isThere: boolean) => void;
}

/** Tells of the life of the page. Returns what ends that; without a page it does nothing. */
export function onPage({ woke, left, network }: PageEvents, page = usualPage()): () => void {
  if (!page) return () => undefined;
  const { document, window } = page;
  const isSeen = (): boolean => document.visibilityState === 'visible';
  let before = page.now();
  const stopTicking = page.every(TICK_MS, () => {
    const slept = page.now() - before - TICK_MS;
    before = page.now();
    if (slept > SLEPT_MS && isSeen()) woke();
  });
  const seen = (): void => {
    if (isSeen()) woke();
  };
  const shown = ({ persisted }: { readonly persisted?: boolean }): void => {
    if (persisted) woke();
  };
  const heard: readonly (readonly [EventEmitter, string, Hear])[] = [
    [document, 'visibilitychange', seen],
    [document, 'resume', woke],
    [window, 'pageshow', shown],
    [window, 'pagehide', left],
    [window, 'online', () => network(true)],
    [window, 'offline', () => network(false)],
  ];
  for (const [on, type, hear] of heard) on.addEventListener(type, hear);
  return () => {
    stopTicking();
    for (const [on, type, hear] of heard) on.removeEventListener(type, hear);
  };
}

function usualPage(): WakingPage | undefined {
  const { document, window } = globalThis as unknown as Partial<WakingPage>;
  if (!document || !window) return undefined;
  const every = (ms: number, run: () => void): (() => void) => {
    const timer = usualClock.every(ms, run);
    return () => timer.cancel();
  };
  return { document, window, now: () => Date.now(), every };
}
