import { expect, it } from 'vitest';
import { scattered } from '../../test/kit/page-board.ts';
import { looks as english } from '../../texts/en/looks.ts';
import { createLooks, farOfShapes } from './looked.ts';

it('from afar, notes and images have what their looks begin with', () => {
  const board = scattered(60);
  const looks = createLooks(board, english);
  for (const item of board.items()) {
    if (item.widget.widget_type === 'Connector') continue;
    expect(looks.farOf(item)).toEqual(farOfShapes(looks.shapesOf(item)));
  }
});
