/** Returns what ends it. */
export function heard(target: EventTarget, name: string, listen: () => void): () => void {
  target.addEventListener(name, listen);
  return () => target.removeEventListener(name, listen);
}

/** Calls when the window goes to a screen with other pixels, or the page is zoomed. */
export function onRatio(listen: () => void): () => void {
  let end = (): void => undefined;
  const watch = (): void => {
    end();
    end = heard(matchMedia(`(resolution: ${devicePixelRatio}dppx)`), 'change', () => {
      watch();
      listen();
    });
  };
  watch();
  return () => end();
}
