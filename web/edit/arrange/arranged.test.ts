import { describe, expect, it } from 'vitest';
import type { Body } from '../../../model/field.ts';
import { ModelBoard } from '../../../test/kit/model-board.ts';
import type { NewEdit } from '../../live/edits/edit.ts';
import { align } from '../commands/align.ts';
import { distribute } from '../commands/distribute.ts';
import { sameSize } from '../commands/same-size.ts';
import { tidy } from '../commands/tidy.ts';

let last = 0;
const newId = (): string => `${String(++last).padStart(8, '0')}-2222-4000-8000-000000000000`;

function boardOf(...boxes: readonly (readonly [x: number, y: number, width: number, height: number])[]) {
  const board = new ModelBoard();
  const note = ([x, y, width, height]: readonly [number, number, number, number], more: Body = {}): string => {
    const id = newId();
    const body = { location: { x, y }, size: { width, height }, ...more };
    board.add({ label: 'add', operations: [{ op: 'create', id, type: 'Note', body }] });
    return id;
  };
  const ids = boxes.map((box) => note(box));
  const arranged = (edit: NewEdit | undefined): number[][] => {
    board.add(edit);
    return ids.map((id) => {
      const { x, y, width, height } = board.item(id)!.box;
      return [x, y, width, height];
    });
  };
  return { board, ids, note, arranged };
}

describe('align', () => {
  const three = () => boardOf([100, 100, 100, 50], [150, 200, 50, 50], [300, 400, 200, 100]);
  it.each([
    ['left', [100, 100, 100], [100, 200, 400]],
    ['centre', [250, 275, 200], [100, 200, 400]],
    ['right', [400, 450, 300], [100, 200, 400]],
    ['top', [100, 150, 300], [100, 100, 100]],
    ['middle', [100, 150, 300], [275, 275, 250]],
    ['bottom', [100, 150, 300], [450, 450, 400]],
  ] as const)('to %s', (to, xs, ys) => {
    const { board, ids, arranged } = three();
    const boxes = arranged(align(board, ids, to));
    expect(boxes.map(([x]) => x)).toEqual(xs);
    expect(boxes.map(([, y]) => y)).toEqual(ys);
  });

  it('leaves pinned widgets, and widgets that lie on another one move with that', () => {
    const { board, ids, note } = three();
    const pinned = note([0, 0, 10, 10], { pinned: true });
    const inner = note([10, 10, 20, 20], { parent_id: ids[1], scale: 0.5 });
    const edit = align(board, [...ids, pinned, inner], 'left')!;
    expect(edit).toMatchObject({ label: 'arrange', skipped: 1 });
    board.add(edit);
    expect(board.item(inner)!.box).toMatchObject({ x: 110, y: 210 });
    expect(board.item(pinned)!.box.x).toBe(0);
  });

  it('moves by pixels of the canvas in whatever the widgets lie, and has nothing to do for one', () => {
    const { board, ids, note } = three();
    const scaled = note([0, 0, 400, 400], { scale: 2 });
    const inner = note([50, 50, 10, 10], { parent_id: scaled });
    board.add(align(board, [ids[2]!, inner], 'right'));
    expect(board.item(inner)!.box.x).toBe(480);
    expect(align(board, [inner], 'right')).toBeUndefined();
  });
});

describe('distribute', () => {
  it('makes gaps equal, whatever the sizes, and leaves the outermost where they are', () => {
    const { board, ids, arranged } = boardOf([0, 0, 100, 100], [110, 30, 50, 50], [400, 60, 100, 100]);
    expect(arranged(distribute(board, ids, 'across')).map(([x]) => x)).toEqual([0, 225, 400]);
  });

  it('overlaps equally where there is no room, and takes three', () => {
    const { board, ids, arranged } = boardOf([0, 0, 100, 100], [0, 20, 100, 100], [0, 100, 100, 100]);
    expect(distribute(board, ids.slice(0, 2), 'down')).toBeUndefined();
    expect(arranged(distribute(board, ids, 'down')).map(([, y]) => y)).toEqual([0, 50, 100]);
  });
});

describe('tidy', () => {
  it('puts widgets into rows and columns with equal gaps, in their reading order and sizes', () => {
    const { board, ids, arranged } = boardOf(
      [5, 0, 100, 100],
      [130, 10, 80, 60],
      [0, 170, 50, 50],
      [140, 150, 100, 100],
      [20, 300, 60, 60],
    );
    expect(arranged(tidy(board, ids))).toEqual([
      [0, 0, 100, 100],
      [125, 0, 80, 60],
      [0, 125, 50, 50],
      [125, 125, 100, 100],
      [0, 250, 60, 60],
    ]);
  });

  it('changes nothing that is tidy', () => {
    const { board, ids } = boardOf([0, 0, 100, 100], [120, 0, 100, 100], [0, 120, 100, 100]);
    expect(tidy(board, ids)?.operations).toEqual([]);
  });

  it('stacks what overlaps with a gap of its own', () => {
    const { board, ids, arranged } = boardOf([0, 0, 100, 100], [10, 10, 100, 100]);
    expect(arranged(tidy(board, ids)).map(([x, y]) => [x, y])).toEqual([
      [0, 0],
      [120, 0],
    ]);
  });
});

describe('same size', () => {
  it('makes all as large as the largest', () => {
    const { board, ids, arranged } = boardOf([0, 0, 100, 100], [200, 0, 300, 150], [600, 0, 50, 300]);
    expect(arranged(sameSize(board, ids))).toEqual([
      [0, 0, 300, 150],
      [200, 0, 300, 150],
      [600, 0, 300, 150],
    ]);
    expect(sameSize(board, ids.slice(0, 1))).toBeUndefined();
  });
});
