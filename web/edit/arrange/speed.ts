import type { XY } from '../../../model/looks/shapes.ts';

/** Milliseconds of the way that count. */
const WINDOW = 100;

/** How fast a point moves, by its last tenth of a second. @param now milliseconds. Returns the speed, in the unit of the points a second. */
export function createSpeed(now: () => number): (at: XY) => number {
  let way: { readonly at: XY; readonly time: number }[] = [];
  return (at) => {
    const time = now();
    const before = way.findLast((one) => one.time < time - WINDOW);
    way = [...way.filter((one) => one.time >= time - WINDOW), { at, time }];
    const from = way.length > 1 ? way[0]! : before;
    if (!from) return 0;
    return (Math.hypot(at.x - from.at.x, at.y - from.at.y) * 1000) / Math.max(1, time - from.time);
  };
}
