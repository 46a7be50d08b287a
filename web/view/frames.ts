/** What is done before the next picture of the screen. */
export interface Frames {
  /** Asks for a frame; asking twice is asking once. */
  request(): void;
  /** Adds a part that is called in every requested frame, in the order of adding. Returns what removes it. */
  add(part: (now: number) => void): () => void;
  stop(): void;
}

/** One loop for everything that follows the camera, so that picture, islands and cursors move together. It stands still when nothing moves. */
export function createFrames(): Frames {
  const parts = new Set<(now: number) => void>();
  let pending = 0;
  return {
    request() {
      pending ||= requestAnimationFrame((now) => {
        pending = 0;
        for (const part of parts) part(now);
      });
    },
    add(part) {
      parts.add(part);
      return () => parts.delete(part);
    },
    stop() {
      cancelAnimationFrame(pending);
      parts.clear();
    },
  };
}
