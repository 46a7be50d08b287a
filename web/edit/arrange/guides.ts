import type { Box } from '../../../model/looks/shapes.ts';
import { type Axis, type AxisSpan, type Beside, besideIn, middleOf, spanOf } from './span.ts';

/** A line along which a box and its neighbours are in line: at `at` of the axis, from `from` to `to` across it. */
export interface GuideLine {
  readonly axis: Axis;
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A gap that is as long as another one: from `from` to `to` along the axis, drawn at `at` across it. */
export interface GuideGap {
  readonly axis: Axis;
  readonly from: number;
  readonly to: number;
  readonly at: number;
}

export interface Guides {
  readonly lines: readonly GuideLine[];
  readonly gaps: readonly GuideGap[];
}

/** What is nearer than this is the same place, in pixels of the canvas. */
const SAME = 0.01;

/** Why a box lies where it does: the lines on which it meets its neighbours, and gaps that are equal. In pixels of the canvas. */
export function guidesOf(box: Box, neighbours: readonly Box[]): Guides {
  const found = (['x', 'y'] as const).map((axis) => {
    const own = spanOf(box, axis);
    const others = neighbours.map((one) => spanOf(one, axis));
    return { lines: linesOf(axis, own, others), gaps: gapsOf(axis, own, others) };
  });
  return { lines: found.flatMap(({ lines }) => lines), gaps: found.flatMap(({ gaps }) => gaps) };
}

function linesOf(axis: Axis, own: AxisSpan, others: readonly AxisSpan[]): GuideLine[] {
  const meets = (at: number, placesOf: (other: AxisSpan) => readonly number[]): GuideLine[] => {
    const on = others.filter((other) => placesOf(other).some((place) => isSame(place, at)));
    if (on.length === 0) return [];
    const from = Math.min(own.low, ...on.map(({ low }) => low));
    return [{ axis, at, from, to: Math.max(own.high, ...on.map(({ high }) => high)) }];
  };
  const edges = ({ from, to }: AxisSpan): number[] => [from, to];
  return [...meets(own.from, edges), ...meets(middleOf(own), (other) => [middleOf(other)]), ...meets(own.to, edges)];
}

function gapsOf(axis: Axis, own: AxisSpan, others: readonly AxisSpan[]): GuideGap[] {
  for (const pair of pairsOf(own, besideIn(own, others, SAME))) {
    const [one, other] = pair.map(([left, right]) => ({
      axis,
      from: left.to,
      to: right.from,
      at: (Math.max(left.low, right.low) + Math.min(left.high, right.high)) / 2,
    })) as [GuideGap, GuideGap];
    if (one.to - one.from > SAME && isSame(one.to - one.from, other.to - other.from)) return [one, other];
  }
  return [];
}

/** Pairs of gaps that may be equal. */
function pairsOf(own: AxisSpan, { before, beforeThat, after, afterThat }: Beside) {
  const pairs: (readonly [readonly [AxisSpan, AxisSpan], readonly [AxisSpan, AxisSpan]])[] = [];
  if (before && after)
    pairs.push([
      [before, own],
      [own, after],
    ]);
  if (before && beforeThat)
    pairs.push([
      [beforeThat, before],
      [before, own],
    ]);
  if (after && afterThat)
    pairs.push([
      [own, after],
      [after, afterThat],
    ]);
  return pairs;
}

const isSame = (one: number, other: number): boolean => Math.abs(one - other) < SAME;
