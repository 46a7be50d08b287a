import { expect, it } from 'vitest';
import type { Item } from '../../live/board.ts';
import { between, inMarquee } from './marquee.ts';

const placed = (id: string, widget_type: string, x: number, more: object = {}): Item =>
  ({
    id,
    box: { x, y: 0, width: 100, height: 100 },
    widget: { widget_type, location: { x, y: 0 }, parent_id: 'root', pinned: false, ...more },
  }) as unknown as Item;

const board = {
  itemsIn: () => [
    placed('inside', 'Note', 100),
    placed('touched', 'Note', 250),
    placed('beside', 'Note', 301),
    placed('pinned', 'Note', 100, { pinned: true }),
    placed('around', 'Anchor', 250),
    placed('cell', 'TableCell', 100),
  ],
};

it('selects what it touches, or with Alt what lies wholly inside, and nothing that is pinned', () => {
  const frame = between({ x: 300, y: 120 }, { x: 90, y: -10 });
  expect(frame).toEqual({ x: 90, y: -10, width: 210, height: 130 });
  expect(inMarquee(board, frame, false).map(({ id }) => id)).toEqual(['inside', 'touched']);
  expect(inMarquee(board, frame, true).map(({ id }) => id)).toEqual(['inside']);
});
