/** Listens to several events that may be refused. Returns what ends it, and whatever else ends with it. */
export function listen(target: EventTarget, listeners: Listeners, ...others: readonly (() => void)[]): () => void {
  const entries = Object.entries(listeners) as [string, EventListener][];
  for (const [name, take] of entries) target.addEventListener(name, take, { passive: false });
  return () => {
    for (const [name, take] of entries) target.removeEventListener(name, take);
    for (const other of others) other();
  };
}

type Listeners = { readonly [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => unknown } & {
  readonly [E in 'visibilitychange' | 'gesturestart' | 'gesturechange' | 'gestureend']?: (event: Event) => unknown;
};
