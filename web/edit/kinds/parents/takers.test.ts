import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { itemOf, type Placed, textBoard } from '../../../../test/kit/text-board.ts';
import type { Board } from '../../../live/board.ts';
import { createDropParents } from './drop-parents.ts';

const placed = { scale: 1, pinned: false, location: { x: 0, y: 0 } };
const at = (id: string, is: string, box: readonly [number, number, number, number], more: object = {}): Placed => {
  const size = { width: box[2], height: box[3] };
  return { id, is, box, size, ...placed, ...more };
};

function canvas(...more: readonly Placed[]) {
  const board = textBoard(
    at('image', 'Image', [0, 0, 400, 400]),
    at('table', 'Table', [1000, 0, 600, 200], { grid_size: { columns: 2, rows: 1 } }),
    at('cell', 'TableCell', [1000, 0, 300, 200], { parent_id: 'table', row: 0, column: 0 }),
    at('frame', 'Anchor', [2000, 0, 1000, 1000], { anchor_index: 0 }),
    at('pinned', 'Image', [0, 2000, 400, 400], { pinned: true }),
    ...more,
  );
  const root = itemOf(at('root', 'SharedCanvas', [0, 0, 10_000, 10_000], { parent_id: '' }));
  const rooted = { ...board, root: signal(root) };
  let now = 0;
  const held = { boxes: signal(new Map()), boxOf: () => undefined };
  const camera = { toScreen: (point: { x: number; y: number }) => point };
  const drops = createDropParents({ board: rooted as unknown as Board, held, camera, now: () => now } as never);
  const carry = (id: string, x: number, y: number, mod = false) => ({
    ids: new Set([id]),
    point: { x, y },
    pointer: 'mouse' as const,
    mod,
  });
  return {
    drops,
    over: (id: string, x: number, y: number, mod = false) => drops.over(carry(id, x, y, mod)),
    drop: (id: string, x: number, y: number, mod = false) =>
      drops.dropped(carry(id, x, y, mod))?.operations.map(({ op, ...rest }) => rest),
    wait: (ms: number) => {
      now += ms;
    },
  };
}

describe('a note that is dropped', () => {
  it('stays where it is without a rest, and lies on the image after one', () => {
    const { drops, over, drop, wait } = canvas(at('note', 'Note', [100, 100, 150, 150]));
    over('note', 150, 150);
    expect(drop('note', 150, 150)).toBeUndefined();
    drops.left();
    over('note', 150, 150);
    wait(400);
    over('note', 150, 150);
    expect(drops.taking.value?.item.id).toBe('image');
    const body = { parent_id: 'image', location: { x: 100, y: 100 }, auto_raise: true };
    expect(drop('note', 150, 150)).toEqual([{ id: 'note', body }]);
  });

  it('changes no parent with Ctrl held, however long it rests', () => {
    const { over, drop, wait } = canvas(at('note', 'Note', [100, 100, 150, 150]), at('inCell', 'Note', [1000, 0, 50, 50]));
    over('note', 150, 150, true);
    wait(1000);
    expect(drop('note', 150, 150, true)).toBeUndefined();
    expect(drop('inCell', 1010, 10, true)).toBeUndefined();
  });

  it('is not even looked at where nothing takes things, because ten thousand may be carried', () => {
    const { drops } = canvas(at('note', 'Note', [600, 600, 100, 100]));
    let looks = 0;
    const ids = Object.assign(new Set(['note']), {
      *[Symbol.iterator]() {
        looks++;
        yield 'note';
      },
    });
    const carry = (x: number, y: number) => drops.over({ ids, point: { x, y }, pointer: 'mouse', mod: false });
    carry(650, 650);
    expect(looks).toBe(0);
    carry(150, 150);
    expect(looks).toBe(1);
  });

  it.each([
    ['is too large for it', at('note', 'Note', [50, 50, 250, 250]), 100, 100],
    ['reaches over its edge', at('note', 'Note', [350, 100, 100, 100]), 360, 150],
    ['lies in a frame', at('note', 'Note', [2100, 100, 100, 100]), 2150, 150],
    ['lies over something pinned', at('note', 'Note', [100, 2100, 100, 100]), 150, 2150],
  ])('is not taken when it %s', (_what, note, x, y) => {
    const { over, drop, wait } = canvas(note);
    over('note', x, y);
    wait(1000);
    expect(drop('note', x, y)).toBeUndefined();
  });

  it('fills a cell at once', () => {
    const { drop } = canvas(at('note', 'Note', [900, 50, 150, 150]));
    expect(drop('note', 1020, 60)).toEqual([
      {
        id: 'note',
        body: { parent_id: 'cell', location: { x: 12, y: 8 }, size: { width: 276, height: 184 }, scale: 1, auto_raise: true },
      },
    ]);
  });

  it('goes back to the canvas when its middle has left its parent', () => {
    const { drop } = canvas(
      at('out', 'Note', [500, 100, 100, 100], { parent_id: 'image' }),
      at('in', 'Note', [320, 100, 100, 100], { parent_id: 'image' }),
    );
    expect(drop('out', 550, 150)).toEqual([
      { id: 'out', body: { parent_id: 'root', location: { x: 500, y: 100 }, auto_raise: true } },
    ]);
    expect(drop('in', 330, 150)).toBeUndefined();
  });
});

describe('a table that is dropped', () => {
  it('lies on nothing but the canvas', () => {
    const { drop, over, wait } = canvas(at('small', 'Table', [50, 50, 60, 40], { grid_size: { columns: 1, rows: 1 } }));
    over('small', 60, 60);
    wait(1000);
    expect(drop('small', 60, 60)).toBeUndefined();
  });
});
