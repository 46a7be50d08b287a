import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Body } from '../../../model/field.ts';
import type { WidgetType } from '../../../model/widgets/index.ts';
import { ModelBoard } from '../../../test/kit/model-board.ts';
import type { PlacedWidget } from '../../live/forms.ts';
import { BoardLayout } from '../../live/layout.ts';
import type { CommandBoard } from './command-board.ts';
import { create } from './create.ts';
import { BESIDE, duplicate } from './duplicate.ts';
import { move } from './move.ts';
import { pin } from './pin.ts';
import { remove } from './remove.ts';
import { reparent } from './reparent.ts';
import { resize } from './resize.ts';
import { scale } from './scale.ts';
import { stack } from './stack.ts';
import { style } from './style.ts';
import { writeText } from './text.ts';

let last = 0;
const newId = (): string => `${String(++last).padStart(8, '0')}-1111-4000-8000-000000000000`;

const node = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA';

function boardWith() {
  const board = new ModelBoard();
  const put = (type: WidgetType, body: Body): string => {
    const id = newId();
    board.add({ label: 'add', operations: [{ op: 'create', id, type, body }] });
    return id;
  };
  const note = (x: number, y: number, more: Body = {}): string =>
    put('Note', { location: { x, y }, size: { width: 100, height: 100 }, ...more });
  const line = (src: string, dst: string): string => put('Connector', { src: { id: src }, dst: { id: dst } });
  const stroke = (widget_id: string): string => {
    const id = newId();
    const body = { line_color: '#000000ff', points: node };
    board.add({ label: 'ink', operations: [{ op: 'create', id, type: 'Annotation', widget_id, body }] });
    return id;
  };
  const boxOf = (id: string) => board.item(id)!.box;
  return { board, put, note, line, stroke, boxOf };
}

describe('create', () => {
  it('makes a widget where the canvas says, in whatever it lies', () => {
    const { board, note, boxOf } = boardWith();
    const outer = note(100, 100, { scale: 2 });
    const id = newId();
    const box = { x: 140, y: 160, width: 20, height: 40 };
    board.add(create(board, { id, type: 'Note', box, parent_id: outer, body: { text: 'in' } }));
    expect(boxOf(id)).toEqual(box);
    expect(board.record(id)).toMatchObject({ parent_id: outer, text: 'in' });
    expect(create(board, { id: newId(), type: 'Note', box, parent_id: newId() })).toBeUndefined();
  });
});

describe('move', () => {
  it('moves by pixels of the canvas, at any depth of nesting and scale', () => {
    const { board, note, boxOf } = boardWith();
    const outer = note(100, 100, { scale: 2 });
    const inner = note(10, 10, { parent_id: outer, scale: 0.5 });
    const before = boxOf(inner);
    board.add(move(board, [inner], { x: 30, y: -10 }));
    expect(boxOf(inner)).toEqual({ ...before, x: before.x + 30, y: before.y - 10 });
  });

  it('does not move twice what lies on what moves', () => {
    const { board, note, boxOf } = boardWith();
    const outer = note(100, 100);
    const inner = note(10, 10, { parent_id: outer });
    const edit = move(board, [inner, outer], { x: 10, y: 0 })!;
    expect(edit.operations).toHaveLength(1);
    board.add(edit);
    expect(boxOf(inner).x).toBe(120);
  });

  it('leaves pinned widgets, and says how many', () => {
    const { board, note } = boardWith();
    const pinned = note(0, 0, { pinned: true });
    const free = note(200, 0);
    const edit = move(board, [pinned, free], { x: 1, y: 1 })!;
    expect(edit).toMatchObject({ skipped: 1, operations: [{ id: free }] });
    expect(move(board, [free], { x: 0, y: 0 })).toBeUndefined();
  });

  it('raises those that shall be raised, and keeps their order', () => {
    const { board, note } = boardWith();
    const one = note(0, 0);
    const two = note(10, 0);
    const three = note(20, 0);
    board.add(move(board, [two, one], { x: 5, y: 0 }, { raises: () => true }));
    expect(board.items().map(({ id }) => id)).toEqual([three, one, two]);
  });
});

describe('resize and scale', () => {
  it('give a widget its box on the canvas', () => {
    const { board, note, boxOf } = boardWith();
    const outer = note(100, 100, { scale: 2 });
    const inner = note(10, 10, { parent_id: outer });
    const box = { x: 150, y: 140, width: 60, height: 30 };
    board.add(resize(board, new Map([[inner, box]])));
    expect(boxOf(inner)).toEqual(box);
    const both = new Map([
      [outer, { x: 0, y: 0, width: 400, height: 400 }],
      [inner, box],
    ]);
    board.add(resize(board, both));
    expect(boxOf(inner)).toEqual(box);
    expect(boxOf(outer)).toEqual({ x: 0, y: 0, width: 400, height: 400 });
    expect(resize(board, both)!.operations).toEqual([]);
  });

  it('enlarge a widget about a point, with all that lies on it', () => {
    const { board, note, boxOf } = boardWith();
    const outer = note(100, 100);
    const inner = note(10, 10, { parent_id: outer });
    const pinned = note(0, 0, { pinned: true });
    const edit = scale(board, [outer, inner, pinned], 2, { x: 150, y: 150 })!;
    expect(edit.skipped).toBe(1);
    board.add(edit);
    expect(boxOf(outer)).toEqual({ x: 50, y: 50, width: 200, height: 200 });
    expect(boxOf(inner)).toEqual({ x: 70, y: 70, width: 200, height: 200 });
  });
});

describe('style, text and pin', () => {
  it('write what is new, where there is such a field', () => {
    const { board, put, note, line } = boardWith();
    const one = note(0, 0);
    const two = note(0, 200, { background_color: '#ff0000ff' });
    const anchor = put('Anchor', {});
    const lined = line(one, two);
    const edit = style(board, [one, two, anchor, lined], { background_color: '#ff0000ff' })!;
    expect(edit.operations).toEqual([{ op: 'update', id: one, body: { background_color: '#ff0000ff' } }]);
    expect(style(board, [lined], { src: { tip: 'none' } })!.operations).toEqual([]);
    expect(style(board, [lined], { dst: { tip: 'none' } })!.operations).toHaveLength(1);
  });

  it('end the automatic colour of letters', () => {
    const { board, note } = boardWith();
    const id = note(0, 0);
    board.add(style(board, [id], { text_color: '#123456ff' }));
    expect(board.record(id)).toMatchObject({ text_color: '#123456ff', auto_text_color: false });
    board.add(writeText(board, id, 'title', 'Plan'));
    board.add(pin(board, [id], true));
    expect(board.record(id)).toMatchObject({ title: 'Plan', pinned: true });
    expect(pin(board, [id], true)!.operations).toEqual([]);
  });
});

describe('remove', () => {
  it('counts what goes along, and deletes nothing that is gone by then', () => {
    const { board, note, line, stroke } = boardWith();
    const outer = note(0, 0);
    const other = note(500, 0);
    const inner = note(0, 0, { parent_id: outer });
    const lined = line(inner, other);
    stroke(inner);
    const pinned = note(900, 0, { pinned: true });
    const removal = remove(board, [outer, inner, lined, pinned]);
    expect(removal.edit).toMatchObject({ operations: [{ op: 'delete', id: outer }], skipped: 1 });
    expect(removal.count).toBe(3);
    board.add(removal.edit);
    expect(board.items().map(({ id }) => id)).toEqual([other, pinned]);
    expect(remove(board, [board.root.peek()!.id]).edit.operations).toEqual([]);
  });
});

describe('duplicate', () => {
  it('copies all that lies on a widget, its strokes, and connectors between', () => {
    const { board, put, note, line, stroke, boxOf } = boardWith();
    const outer = note(0, 0, { scale: 2 });
    const table = put('Table', { location: { x: 400, y: 0 } });
    const cell = board.items().find(({ widget }) => widget.widget_type === 'TableCell')!.id;
    const inCell = note(5, 5, { parent_id: cell });
    const inner = note(10, 10, { parent_id: outer, text: 'in' });
    const far = note(2000, 0);
    line(inner, inCell);
    line(inner, far);
    stroke(inner);
    const before = board.count();
    const { edit, copies } = duplicate(board, [outer, table], BESIDE, newId);
    board.add(edit);
    expect([...copies.keys()]).toEqual([outer, table]);
    expect(boxOf(copies.get(outer)!)).toEqual({ x: 20, y: 20, width: 200, height: 200 });
    // Two notes, a table with four cells and a note, a connector
    expect(board.count() - before).toBe(9);
    const copied = board.items().filter(({ widget }) => 'text' in widget && widget.text === 'in');
    expect(copied.map(({ strokes }) => strokes.length)).toEqual([1, 1]);
    const copiedLine = board.items().at(-1)!.widget as { readonly dst: { readonly id: string } };
    const end = board.item(copiedLine.dst.id)!;
    const parent = board.item((end.widget as PlacedWidget).parent_id)!.widget as PlacedWidget;
    expect(parent.parent_id).toBe(copies.get(table));
  });

  it('of a connector alone needs one end that is copied', () => {
    const { board, note, line } = boardWith();
    const one = note(0, 0);
    const two = note(500, 0);
    const lined = line(one, two);
    expect(duplicate(board, [lined], BESIDE, newId).edit.operations).toEqual([]);
    const { edit, copies } = duplicate(board, [lined, one], BESIDE, newId);
    board.add(edit);
    expect(board.record(copies.get(lined)!)).toMatchObject({ src: { id: copies.get(one) }, dst: { id: two } });
  });
});

describe('reparent', () => {
  it('keeps the place on the canvas and the size on the screen', () => {
    const { board, put, note, boxOf } = boardWith();
    const outer = note(100, 100, { scale: 4 });
    const [free, pinned] = [note(300, 300), note(0, 0, { pinned: true })];
    const table = put('Table', {});
    const before = boxOf(free);
    const edit = reparent(board, [free, table, pinned, outer], outer)!;
    expect(edit).toMatchObject({ skipped: 1, operations: [{ id: free }] });
    board.add(edit);
    expect(boxOf(free)).toEqual(before);
    expect(board.record(free)).toMatchObject({ parent_id: outer, scale: 0.25 });
    expect(reparent(board, [outer], free)!.operations).toEqual([]);
    board.add(reparent(board, [free], board.root.peek()!.id));
    expect(board.record(free)).toMatchObject({ scale: 1, location: { x: 300, y: 300 } });
  });
});

describe('stack', () => {
  function pile() {
    const parts = boardWith();
    const ids = [0, 30, 60, 500, 90].map((x) => parts.note(x, 0));
    const order = (): string =>
      parts.board
        .items()
        .map(({ id }) => ids.indexOf(id))
        .join('');
    const step = (to: Parameters<typeof stack>[2], ...at: readonly number[]): string => {
      parts.board.add(
        stack(
          parts.board,
          at.map((one) => ids[one]!),
          to,
        ),
      );
      return order();
    };
    return { ...parts, ids, step };
  }

  it('brings widgets to the front and to the back, in their order', () => {
    const { step } = pile();
    expect(step('front', 2, 0)).toBe('13402');
    expect(step('back', 4, 3)).toBe('34102');
    expect(step('front', 2)).toBe('34102');
  });

  it('passes the next one that overlaps', () => {
    const { step } = pile();
    expect(step('forward', 2)).toBe('01342');
    expect(step('backward', 2)).toBe('01324');
    expect(step('forward', 0, 1)).toBe('32014');
    expect(step('forward', 3)).toBe('32014');
  });

  it('does nothing where nothing would change', () => {
    const { board, ids } = pile();
    const nothing = (to: Parameters<typeof stack>[2], ...at: readonly number[]) =>
      stack(
        board,
        at.map((one) => ids[one]!),
        to,
      )!.operations;
    expect(nothing('front', 4)).toEqual([]);
    expect(nothing('back', 0, 1)).toEqual([]);
    expect(nothing('forward', 4)).toEqual([]);
    expect(nothing('forward', 0, 1, 2, 3, 4)).toEqual([]);
    expect(nothing('backward', 3)).toEqual([]);
  });
});

it('asks the board ten times as much for ten times as many widgets, not a hundred times', () => {
  const [few, many] = [1_000, 10_000].map((count) => {
    const { board, calls } = counted(gridOf(count));
    const all = board.items().map(({ id }) => id);
    const half = all.filter((_, at) => at % 2 === 0);
    const boxes = new Map(board.items().map(({ id, box }) => [id, { ...box, width: 50 }]));
    const commands = {
      move: () => move(board, all, { x: 10, y: 10 }),
      resize: () => resize(board, boxes),
      scale: () => scale(board, all, 2, { x: 0, y: 0 }),
      style: () => style(board, all, { background_color: '#ff0000ff' }),
      pin: () => pin(board, all, true),
      remove: () => remove(board, all),
      duplicate: () => duplicate(board, all, BESIDE, newId),
      reparent: () => reparent(board, half, all[1]!),
      front: () => stack(board, half, 'front'),
      forward: () => stack(board, half, 'forward'),
    };
    return Object.entries(commands).map(([name, command]) => {
      const before = calls();
      command();
      return [name, calls() - before] as const;
    });
  });
  const grown = many!.map(([name, calls], at) => [name, calls / few![at]![1]] as const);
  expect(grown.filter(([, times]) => times > 12)).toEqual([]);
});

/** The board, and how often a member of it, or one of what a list of it gives, was asked for. */
function counted(board: CommandBoard): { readonly board: CommandBoard; readonly calls: () => number } {
  let calls = 0;
  const lists = (given: unknown): unknown => {
    if (!Array.isArray(given)) return given;
    calls += given.length;
    return given;
  };
  const watched = new Proxy(board, {
    get(target, name) {
      calls++;
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? (...all: unknown[]) => lists(member.apply(target, all)) : member;
    },
  });
  return { board: watched, calls: () => calls };
}

/** Notes that overlap their neighbours, laid out without the server's commands, which take their time. */
function gridOf(count: number): CommandBoard {
  const root = new ModelBoard().root.peek()!.widget;
  const sample = boardWith();
  const note = sample.board.record(sample.note(0, 0)) as PlacedWidget;
  const notes = Array.from({ length: count }, (_, at) => ({
    ...note,
    id: newId(),
    parent_id: root.id,
    depth: at + 1,
    location: { x: (at % 100) * 90, y: Math.floor(at / 100) * 90 },
  }));
  const layout = new BoardLayout();
  layout.reset([root, ...notes]);
  layout.loaded();
  const { item, items, itemsIn } = layout;
  const asked = { item: item.bind(layout), items: items.bind(layout), itemsIn: itemsIn.bind(layout) };
  return { ...asked, root: signal(layout.root as never) };
}
