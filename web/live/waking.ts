/** The part of a page that is used; a test hands in its own. */
export interface WakingPage {
  readonly document: Hearing & { readonly visibilityState: string };
  readonly window: Hearing;
  now(): number;
  every(ms: number, run: () => void): () => void;
}

interface Hearing {
  addEventListener(type: string, hear: (event: { readonly persisted?: boolean }) => void): void;
  removeEventListener(type: string, hear: (event: { readonly persisted?: boolean }) => void): void;
}

const TICK_MS = 2_000;
/** A tick that comes so much too late means that the machine slept, or that the tab was frozen. Hidden tabs tick once a minute. */
const SLEPT_MS = 5_000;

/**
 * Calls when what the page shows may be old without the connection knowing it: the tab is looked at again, comes back from the
 * browser's cache of pages, the machine wakes, or the network is another one. Returns what ends that; without a page it does nothing.
 */
export function onWaking(woke: () => void, page = usualPage()): () => void {
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
  document.addEventListener('visibilitychange', seen);
  document.addEventListener('resume', woke);
  window.addEventListener('online', woke);
  window.addEventListener('pageshow', shown);
  return () => {
    stopTicking();
    document.removeEventListener('visibilitychange', seen);
    document.removeEventListener('resume', woke);
    window.removeEventListener('online', woke);
    window.removeEventListener('pageshow', shown);
  };
}

function usualPage(): WakingPage | undefined {
  const { document, window } = globalThis as unknown as Partial<WakingPage>;
  if (!document || !window) return undefined;
  const every = (ms: number, run: () => void): (() => void) => {
    const timer = setInterval(run, ms);
    return () => clearInterval(timer);
  };
  return { document, window, now: () => Date.now(), every };
}
