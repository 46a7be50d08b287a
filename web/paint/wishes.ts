import type { Box } from '../../model/looks/shapes.ts';
import { areaOf, meets } from './boxes.ts';

/** Something that should be loaded, for the parts of the canvas where it is seen. */
export interface LevelRequest {
  readonly key: string;
  /** The places by widget. */
  readonly places: Map<string, Box>;
}

/** Takes away the places that are out of sight. @returns whether one is left */
export function isInSight({ places }: LevelRequest, seen: Box): boolean {
  for (const [id, box] of places) if (!meets(box, seen)) places.delete(id);
  return places.size > 0;
}

/** The wish to load first: what is large and near the middle of the screen. Undefined where there is none. */
export function mostWanted<W extends LevelRequest>(wishes: Iterable<W>, seen: Box): W | undefined {
  let best: W | undefined;
  let most = -1;
  for (const wish of wishes) {
    const weight = Math.max(...Array.from(wish.places.values(), (box) => weightOf(box, seen)));
    if (weight <= most) continue;
    best = wish;
    most = weight;
  }
  return best;
}

/** The share of the screen, weighted by the distance from the middle: a tenth at the corners. */
function weightOf(box: Box, seen: Box): number {
  const across = (box.x + box.width / 2 - seen.x - seen.width / 2) / seen.width;
  const down = (box.y + box.height / 2 - seen.y - seen.height / 2) / seen.height;
  const away = Math.min(1, Math.hypot(across, down) * Math.SQRT2);
  return Math.min(1, areaOf(box) / areaOf(seen)) * (1 - 0.9 * away);
}
