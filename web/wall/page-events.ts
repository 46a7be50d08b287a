/** Calls when the page is left or loaded again, but for the load that the wall itself begins. Returns what ends that. */
export function whenLeft(run: () => void): () => void {
  addEventListener('pagehide', run);
  return () => removeEventListener('pagehide', run);
}

/** Tells of each other ratio between pixels of the screen and of CSS: another screen, or another zoom of the browser. */
export function watchRatio(changed: (ratio: number) => void): () => void {
  let query: MediaQueryList | undefined;
  const listen = (): void => {
    query?.removeEventListener('change', listen);
    query = matchMedia(`(resolution: ${devicePixelRatio}dppx)`);
    query.addEventListener('change', listen);
    changed(devicePixelRatio);
  };
  listen();
  return () => query?.removeEventListener('change', listen);
}
