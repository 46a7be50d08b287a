import { describe, expect, it } from 'vitest';
import { connector, textBoard } from '../../test/kit/text-board.ts';
import { type Direction, neighbour } from './spatial.ts';

const FAR = 20_000;

describe('the neighbour of a widget', () => {
  const board = textBoard(
    { id: 'frame', is: 'Anchor', anchor_index: 0, box: [-50, -50, 2000, 2000] },
    { id: 'middle', box: [500, 500] },
    { id: 'near', box: [700, 520] },
    { id: 'far', box: [1500, 500] },
    { id: 'aside', box: [610, 900] },
    { id: 'above', box: [480, 100] },
    { id: 'inside', box: [520, 520, 20, 20] },
    connector('line', 'middle', 'far'),
  );
  const from = (id: string, direction: Direction) => neighbour(board, board.item(id)!, direction, FAR)?.id;

  it('is the nearest one in the direction, never one aside', () => {
    expect(from('middle', 'right')).toBe('near');
    expect(from('middle', 'down')).toBe('aside');
    expect(from('middle', 'up')).toBe('above');
    expect(from('near', 'left')).toBe('middle');
  });

  it('is nobody where nothing lies in the direction', () => {
    expect(from('far', 'right')).toBeUndefined();
    expect(from('above', 'up')).toBeUndefined();
  });

  it('is neither what the widget lies in, nor what lies in it, nor a connector', () => {
    expect(from('middle', 'left')).toBeUndefined();
    expect(from('inside', 'right')).toBe('near');
  });

  it('is found however far it is', () => {
    const wide = textBoard({ id: 'a', box: [0, 0, 10, 10] }, { id: 'b', box: [9000, 0, 10, 10] });
    expect(neighbour(wide, wide.item('a')!, 'right', FAR)?.id).toBe('b');
    expect(neighbour(wide, wide.item('b')!, 'left', FAR)?.id).toBe('a');
  });
});
