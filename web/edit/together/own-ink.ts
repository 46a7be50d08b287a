import type { OwnPresence } from '../../../client/index.ts';
import { nodesThrough, pointsOf } from '../ink/curve.ts';
import type { WrittenStroke } from '../ink/written.ts';

type WetInk = NonNullable<NonNullable<OwnPresence['hands']>[number]['ink']>;

/** The server takes no more nodes in a message. */
const MOST = 64;
/** Nodes that are told again, and the milliseconds for which new ones are: three messages may be lost before a gap is seen. */
const AGAIN = 16;
const RECENT = 100;

/** What others are told of a stroke that grows. @param now steady time in milliseconds */
export function createInkTeller(now: () => number): (stroke: WrittenStroke) => WetInk {
  const told = new WeakMap<WrittenStroke, { readonly time: number; readonly count: number }[]>();
  return (stroke) => {
    const time = now();
    const track = told.get(stroke) ?? [];
    const recent = track.filter((one) => time - one.time <= RECENT);
    const { length } = stroke.points;
    // What was told before that has come everywhere
    const known = track.findLast((one) => time - one.time > RECENT);
    told.set(stroke, [...(known ? [known] : []), ...recent, { time, count: length }]);
    const from = Math.max(0, length - MOST, (known?.count ?? 0) - AGAIN);
    const points = pointsOf(nodesThrough(stroke.points.slice(from)));
    return { id: stroke.id, on: stroke.on, page: stroke.page ?? null, line_color: stroke.colour, from, points };
  };
}
