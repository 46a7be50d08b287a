import type { Box } from '../../../model/looks/shapes.ts';

export type Axis = 'x' | 'y';

/** A box as one axis sees it, in pixels of the canvas. */
export interface AxisSpan {
  /** Along the axis. */
  readonly from: number;
  readonly to: number;
  /** Across it. */
  readonly low: number;
  readonly high: number;
}

export const spanOf = ({ x, y, width, height }: Box, axis: Axis): AxisSpan =>
  axis === 'x' ? { from: x, to: x + width, low: y, high: y + height } : { from: y, to: y + height, low: x, high: x + width };

export const middleOf = ({ from, to }: Pick<AxisSpan, 'from' | 'to'>): number => (from + to) / 2;

/** The spans on both sides of one that lie in its row, and the next ones beyond these. */
export interface Beside {
  readonly before: AxisSpan | undefined;
  readonly beforeThat: AxisSpan | undefined;
  readonly after: AxisSpan | undefined;
  readonly afterThat: AxisSpan | undefined;
}

/** @param slack by how much the nearest ones may overlap it */
export function besideIn(own: AxisSpan, others: readonly AxisSpan[], slack: number): Beside {
  const row = others.filter(({ low, high }) => low < own.high && high > own.low);
  const before = last(row.filter(({ from, to }) => to <= own.from + slack && from < own.from));
  const after = first(row.filter(({ from, to }) => from >= own.to - slack && to > own.to));
  return {
    before,
    beforeThat: before && last(row.filter(({ to }) => to < before.from)),
    after,
    afterThat: after && first(row.filter(({ from }) => from > after.to)),
  };
}

const last = (spans: readonly AxisSpan[]): AxisSpan | undefined =>
  spans.reduce<AxisSpan | undefined>((best, one) => (best && best.to >= one.to ? best : one), undefined);
const first = (spans: readonly AxisSpan[]): AxisSpan | undefined =>
  spans.reduce<AxisSpan | undefined>((best, one) => (best && best.from <= one.from ? best : one), undefined);
