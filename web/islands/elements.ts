/** An element with a class and some properties. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  className: string,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
): HTMLElementTagNameMap[K] {
  return Object.assign(document.createElement(tag), { className }, properties);
}

/** Ends downloads and frees decoders, which an element that is only removed may keep for minutes. */
export function release(video: HTMLVideoElement): void {
  video.pause();
  video.removeAttribute('src');
  video.load();
  video.remove();
}
