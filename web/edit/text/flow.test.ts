import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Box } from '../../../model/looks/shapes.ts';
import type { Item } from '../../live/board.ts';
import { noteAt, placeBeside } from './flow.ts';

const box = { x: 100, y: 100, width: 200, height: 150 };
const boardOf = (...items: { id: string; box: Box; type?: string }[]) => ({
  itemsIn: () => items.map(({ id, box, type = 'Note' }) => ({ id, box, widget: { widget_type: type } }) as Item),
});

describe('the flow of notes', () => {
  it('goes 20 px to the right, to the left, down and up', () => {
    expect(placeBeside(box, 'next', false)).toEqual({ ...box, x: 320 });
    expect(placeBeside(box, 'previous', false)).toEqual({ ...box, x: -120 });
    expect(placeBeside(box, 'below', false)).toEqual({ ...box, y: 270 });
    expect(placeBeside(box, 'above', false)).toEqual({ ...box, y: -70 });
  });

  it('goes to the left where the text is written from the right', () => {
    expect(placeBeside(box, 'next', true)).toEqual({ ...box, x: -120 });
    expect(placeBeside(box, 'previous', true)).toEqual({ ...box, x: 320 });
  });

  it('comes back to where it was, from any place', () => {
    const side = fc.double({ min: 1, max: 4000, noNaN: true });
    const boxes = fc.record({ x: fc.integer(), y: fc.integer(), width: side, height: side });
    fc.assert(
      fc.property(boxes, fc.boolean(), (from, fromRight) => {
        const there = placeBeside(from, 'next', fromRight);
        const back = placeBeside(there, 'previous', fromRight);
        expect(back.x).toBeCloseTo(from.x, 5);
        expect(noteAt(boardOf({ id: 'a', box: from }), there, 'b')).toBeUndefined();
        expect(noteAt(boardOf({ id: 'a', box: from }), back, 'b')?.id).toBe('a');
      }),
      { numRuns: 1000 },
    );
  });

  it('finds the topmost note at a place, and nothing but notes', () => {
    const place = placeBeside(box, 'next', false);
    const near = { ...place, x: place.x + 30 };
    expect(noteAt(boardOf({ id: 'a', box: place }, { id: 'b', box: near }), place, 'c')?.id).toBe('b');
    expect(noteAt(boardOf({ id: 'a', box: place, type: 'Image' }), place, 'c')).toBeUndefined();
    expect(noteAt(boardOf({ id: 'c', box: place }), place, 'c')).toBeUndefined();
    expect(noteAt(boardOf({ id: 'a', box: { ...place, x: place.x + 150 } }), place, 'c')).toBeUndefined();
  });
});
