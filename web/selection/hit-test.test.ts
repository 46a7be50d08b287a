import { describe, expect, it } from 'vitest';
import { connector, textBoard } from '../../test/kit/text-board.ts';
import { hitTest } from './hit-test.ts';
import { distanceToPath } from './path-distance.ts';

describe('a hit test', () => {
  const board = textBoard(
    { id: 'under', box: [0, 0, 100, 100] },
    { id: 'over', box: [50, 0, 100, 100] },
    { id: 'right', box: [500, 0, 100, 100] },
    { id: 'table', is: 'Table', box: [0, 300, 200, 100], grid_size: { columns: 1, rows: 1 } },
    { id: 'cell', is: 'TableCell', parent_id: 'table', row: 0, column: 0, box: [0, 300, 200, 100] },
    { id: 'frame', is: 'Anchor', anchor_index: 0, box: [-50, -50, 800, 800] },
  );
  board.put({ ...connector('line', 'over', 'right'), box: [150, 0, 350, 100] });
  const hit = (x: number, y: number, slack = 8) => hitTest(board, { x, y }, slack)?.id;

  it('finds the topmost of several', () => {
    expect(hit(75, 50)).toBe('over');
    expect(hit(25, 50)).toBe('under');
  });

  it('finds a frame only where nothing else is, although it lies above', () => {
    expect(hit(25, 50)).toBe('under');
    expect(hit(700, 700)).toBe('frame');
    expect(hit(5000, 5000)).toBeUndefined();
  });

  it('finds a connector by its line, not by the box around it', () => {
    expect(hit(325, 55)).toBe('line');
    expect(hit(325, 90)).toBe('frame');
    expect(hit(325, 70, 30)).toBe('line');
  });

  it('finds the table where its cell is', () => {
    expect(hit(100, 350)).toBe('table');
  });
});

describe('the distance to a path', () => {
  it('is that to the nearest piece of lines and curves', () => {
    expect(distanceToPath('M0 0L10 0L10 10', { x: 5, y: 3 })).toBeCloseTo(3);
    expect(distanceToPath('M0 0L10 0L10 10', { x: 14, y: 13 })).toBeCloseTo(5);
    expect(distanceToPath('M0 0C0 10 20 10 20 0', { x: 10, y: 7.5 })).toBeLessThan(0.2);
    expect(distanceToPath('M0 0L10 0L10 10Z', { x: 5, y: 5 })).toBeCloseTo(0);
    expect(distanceToPath('M-1e-7 0L.5 0', { x: 0, y: 2 })).toBeCloseTo(2);
  });
});
