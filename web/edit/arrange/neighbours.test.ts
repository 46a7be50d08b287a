import { describe, expect, it } from 'vitest';
import type { Box } from '../../../model/looks/shapes.ts';
import { ModelBoard } from '../../../test/kit/model-board.ts';
import type { Element } from '../../live/element.ts';
import { BoardLayout } from '../../live/layout.ts';
import { createNeighbours } from './neighbours.ts';

const idOf = (number: number): string => `${String(number).padStart(8, '0')}-1111-4000-8000-000000000000`;

/** Notes of 20 × 20 in a grid with a gap of 10. */
function gridOf(columns: number, rows: number): BoardLayout {
  const board = new ModelBoard();
  board.add({ label: 'add', operations: [{ op: 'create', id: idOf(0), type: 'Note', body: {} }] });
  const root = board.record(board.root.value!.id)!;
  const note = board.record(idOf(0))!;
  const notes = Array.from({ length: columns * rows }, (_, at) => {
    const location = { x: (at % columns) * 30, y: Math.floor(at / columns) * 30 };
    return { ...note, id: idOf(at), location, size: { width: 20, height: 20 } } as Element;
  });
  const layout = new BoardLayout();
  layout.reset([root, ...notes]);
  layout.loaded();
  return layout;
}

const seen: Box = { x: 0, y: 0, width: 3000, height: 3000 };

describe('neighbours', () => {
  it('lie beside, above and below, but not across a corner', () => {
    const near = createNeighbours({
      board: gridOf(3, 3),
      seen: { ...seen, width: 320, height: 320 },
      isHeld: ({ id }) => id === idOf(0),
    });
    const found = near({ x: 0, y: 0, width: 20, height: 20 });
    expect(found).toContainEqual({ x: 30, y: 0, width: 20, height: 20 });
    expect(found).toContainEqual({ x: 0, y: 60, width: 20, height: 20 });
    expect(found).not.toContainEqual({ x: 0, y: 0, width: 20, height: 20 });
    expect(found).not.toContainEqual({ x: 60, y: 60, width: 20, height: 20 });
  });

  it('are few among ten thousand widgets, and few are looked at for each step of a drag', () => {
    const board = gridOf(100, 100);
    let looked = 0;
    const counted = {
      itemsIn(box: Box) {
        const found = board.itemsIn(box);
        looked += found.length;
        return found;
      },
    };
    const near = createNeighbours({ board: counted, seen, isHeld: ({ id }) => id === idOf(0) });
    const steps = 200;
    for (let step = 0; step < steps; step++) {
      const found = near({ x: step * 10, y: step * 5, width: 300, height: 200 });
      expect(found.length).toBeLessThanOrEqual(200);
      expect(found.length).toBeGreaterThan(0);
    }
    expect(looked / steps).toBeLessThan(200);
  });
});
