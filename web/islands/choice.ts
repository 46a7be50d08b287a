import type { Box } from '../../model/looks/shapes.ts';
import type { Extent } from '../view/camera.ts';
import type { Group } from './kind.ts';

/** A widget that may be a live element. */
export interface Candidate {
  readonly id: string;
  readonly group: Group;
  /** On the screen, in its pixels. */
  readonly box: Box;
  readonly isLive: boolean;
}

/** How many of a group are live at once. */
export const MOST: Readonly<Record<Group, number>> = { video: 16, frame: 12, stream: 8, camera: 12 };
/** The shorter side in pixels of the screen, below which a picture shows as much. */
const LEAST: Readonly<Record<Group, number>> = { video: 40, frame: 120, stream: 56, camera: 56 };

/** What is live stays so until it is clearly smaller or less central than another, so that nothing goes on and off. */
const STAYS_SMALLER = 0.75;
const STAYS_BEHIND = 1.35;
/** A widget in the corner of the screen counts this much less than one in the middle. */
const EDGE = 0.4;

/**
 * Chooses the live elements: the largest and most central of each group. Elements that have left the screen come last and give
 * their place to any other. `isCovered` is asked of the best only.
 */
export function choose(candidates: Iterable<Candidate>, screen: Extent, isCovered: (id: string) => boolean): Set<string> {
  const ranked = [...candidates].filter(isLargeEnough).map((one) => ({ one, rank: rankOf(one, screen) }));
  const chosen = new Set<string>();
  const left = { ...MOST };
  for (const { one, rank } of ranked.sort((a, b) => b.rank - a.rank)) {
    if ((rank === 0 && !one.isLive) || left[one.group] === 0 || isCovered(one.id)) continue;
    left[one.group]--;
    chosen.add(one.id);
  }
  return chosen;
}

const isLargeEnough = ({ box, group, isLive }: Candidate): boolean =>
  Math.min(box.width, box.height) >= LEAST[group] * (isLive ? STAYS_SMALLER : 1);

/** Visible pixels, less towards the edge; 0 outside of the screen. */
function rankOf({ box, isLive }: Candidate, { width, height }: Extent): number {
  const across = Math.min(box.x + box.width, width) - Math.max(box.x, 0);
  const down = Math.min(box.y + box.height, height) - Math.max(box.y, 0);
  if (across <= 0 || down <= 0) return 0;
  const x = (Math.max(box.x, 0) + across / 2) / width - 0.5;
  const y = (Math.max(box.y, 0) + down / 2) / height - 0.5;
  return across * down * (1 - EDGE * Math.min(1, Math.hypot(x, y) / Math.SQRT1_2)) * (isLive ? STAYS_BEHIND : 1);
}
