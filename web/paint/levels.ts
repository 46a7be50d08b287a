import type { Span } from './boxes.ts';

/** What the server says about the levels of a picture (interface/widgets 15). */
export interface LevelInfo {
  readonly resolution: Span;
  readonly max_level: number;
}

/** The smallest level that is at least as large as the picture is seen, in pixels of the device. */
export function levelFor({ resolution, max_level }: LevelInfo, seen: Span): number {
  const larger = Math.min(resolution.width / Math.max(1, seen.width), resolution.height / Math.max(1, seen.height));
  return Math.min(max_level, Math.max(0, Math.floor(Math.log2(larger))));
}
