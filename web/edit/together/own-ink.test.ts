import { expect, it } from 'vitest';
import { nodeCount } from '../../../model/types/nodes.ts';
import type { InkPoint } from '../ink/curve.ts';
import { nodesOf } from './other-ink.ts';
import { createInkTeller } from './own-ink.ts';

function begin() {
  let time = 0;
  const points: InkPoint[] = [];
  const teller = createInkTeller(() => time);
  const stroke = { id: 'a', on: 'b', page: undefined, colour: '#000000ff', points, end: () => [] };
  return {
    points,
    tell: (passed: number, added: number) => {
      time += passed;
      for (let at = 0; at < added; at++) points.push({ x: points.length, y: 0, width: 4 });
      return teller(stroke);
    },
  };
}

it('tells what is new for a tenth of a second, and the 16 nodes before it, with at most 64 in a message', () => {
  const { tell } = begin();
  expect(tell(0, 10)).toMatchObject({ id: 'a', on: 'b', page: null, from: 0 });
  expect(tell(50, 20).from).toBe(0);
  expect(tell(60, 20).from).toBe(0);
  const late = tell(100, 10);
  expect(late.from).toBe(30 - 16);
  expect(nodeCount(late.points)).toBe(60 - late.from);
  const many = tell(1, 500);
  expect(many.from).toBe(560 - 64);
  expect(nodeCount(many.points)).toBe(64);
});

it('leaves no gap where every second message is lost', () => {
  const { points, tell } = begin();
  const heard: InkPoint[] = [];
  for (let at = 0; at < 100; at++) {
    const ink = tell(17, 3);
    if (at % 2 === 0) continue;
    expect(ink.from).toBeLessThanOrEqual(heard.length);
    heard.push(...nodesOf(ink).slice(heard.length - ink.from));
  }
  expect(heard).toEqual(points);
});
