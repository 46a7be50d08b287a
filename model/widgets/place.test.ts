import { describe, expect, it } from 'vitest';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import { initialValues } from '../field.ts';
import { Annotation } from '../resources/annotation.ts';
import { Connector } from './connector.ts';
import { Note } from './note.ts';
import { Table } from './table.ts';
import { TableCell } from './table-cell.ts';

const unknown = '11111111-1111-4111-8111-111111111111';

describe('the place of a new widget', () => {
  it('is centred on the root', () => {
    expect(new MemoryCanvas().create(Note).location).toEqual({ x: 4650, y: 2550 });
  });

  it('is centred on its parent with its own scale', () => {
    const canvas = new MemoryCanvas();
    const parent = canvas.create(Note, { size: { width: 1000, height: 800 } });
    const child = canvas.create(Note, { parent_id: parent.id, size: { width: 100, height: 100 }, scale: 2 });
    expect(child.location).toEqual({ x: 400, y: 300 });
  });

  it('is centred in the coordinates that were not sent', () => {
    expect(new MemoryCanvas().create(Note, { location: { x: -5, y: null } }).location).toEqual({ x: -5, y: 2550 });
  });

  it('is finite however large the widget', () => {
    const note = new MemoryCanvas().create(Note, { size: { width: 1e308, height: 1e308 }, scale: 1e308 });
    expect(note.location).toEqual({ x: 0, y: 0 });
  });

  it('takes the missing side of a size from the default', () => {
    expect(new MemoryCanvas().create(Note, { size: { width: 10 } }).size).toEqual({ width: 10, height: 300 });
  });
});

describe('depth', () => {
  it('is 1 without siblings and one above the highest with them', () => {
    const canvas = new MemoryCanvas();
    expect(canvas.create(Note).depth).toBe(1);
    canvas.create(Note, { depth: 7.5 });
    expect(canvas.create(Note).depth).toBe(8.5);
  });

  it('counts per parent', () => {
    const canvas = new MemoryCanvas();
    const parent = canvas.create(Note, { depth: 9 });
    expect(canvas.create(Note, { parent_id: parent.id }).depth).toBe(1);
  });

  it('is bounded so that raising always works, except that a larger value that was read may be sent back', () => {
    const canvas = new MemoryCanvas();
    const most = 1_000_000_000_000_000;
    const highest = canvas.create(Note, { depth: most });
    const notes = Array.from({ length: 4 }, () => canvas.create(Note));
    expect(notes.map(({ depth }) => depth - most)).toEqual([1, 2, 3, 4]);
    const raised = canvas.patch(Note, highest, { auto_raise: true });
    expect(raised.depth).toBe(most + 5);
    expect(canvas.patch(Note, raised, { depth: raised.depth, title: 'as it was read' }).depth).toBe(most + 5);
    for (const depth of [most + 1, 2 ** 53, 1e16, Number.MAX_VALUE]) {
      const text = `400 depth must be at most ${most}`;
      expect(canvas.refusal(() => canvas.create(Note, { depth }))).toBe(text);
      expect(canvas.refusal(() => canvas.patch(Note, raised, { depth }))).toBe(text);
    }
  });

  it('below 1 is refused on create and PATCH', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note);
    expect(canvas.refusal(() => canvas.create(Note, { depth: 0.99 }))).toBe('400 depth must be at least 1');
    expect(canvas.refusal(() => canvas.patch(Note, note, { depth: 0 }))).toBe('400 depth must be at least 1');
  });
});

describe('auto_raise', () => {
  it('puts a widget one above its siblings and wins over depth', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note);
    canvas.create(Note, { depth: 5 });
    expect(canvas.patch(Note, note, { auto_raise: true, depth: 99 }).depth).toBe(6);
  });

  it('does not count the widget itself', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note, { depth: 40 });
    expect(canvas.patch(Note, note, { auto_raise: true }).depth).toBe(1);
    canvas.create(Note, { depth: 2 });
    expect(canvas.patch(Note, note, { auto_raise: true }).depth).toBe(3);
  });

  it('counts the siblings under the parent of the same request', () => {
    const canvas = new MemoryCanvas();
    const parent = canvas.create(Note);
    canvas.create(Note, { parent_id: parent.id, depth: 3 });
    const note = canvas.create(Note, { depth: 90 });
    expect(canvas.patch(Note, note, { parent_id: parent.id, auto_raise: true })).toMatchObject({
      depth: 4,
      parent_id: parent.id,
    });
  });

  it('is ignored on create, without effect on connectors, never stored, and must be a boolean in a PATCH', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note, { depth: 4, auto_raise: 'x' });
    expect(note.depth).toBe(4);
    expect(canvas.patch(Note, note, { auto_raise: false })).not.toHaveProperty('auto_raise');
    expect(canvas.refusal(() => canvas.patch(Note, note, { auto_raise: 1 }))).toBe('400 auto_raise must be a boolean');
    const line = canvas.create(Connector, { src: { id: note.id }, dst: { id: note.id } });
    expect(canvas.patch(Connector, line, { auto_raise: true })).toEqual(line);
  });
});

describe('parent_id', () => {
  it.each([undefined, '', null, 'the canvas'])('%s means the root', (sent) => {
    const canvas = new MemoryCanvas();
    const parent_id = sent === 'the canvas' ? canvas.writer.scope.toUpperCase() : sent;
    expect(canvas.create(Note, { parent_id }).parent_id).toBe(canvas.root.id);
  });

  it('of another canvas means the root for a new widget, which is then centred there, and is refused in a PATCH', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note, { parent_id: unknown.toUpperCase() });
    expect(note).toMatchObject({ parent_id: canvas.root.id, location: { x: 4650, y: 2550 }, depth: 1 });
    expect(canvas.refusal(() => canvas.patch(Note, note, { parent_id: unknown }))).toBe(
      `400 parent_id ${unknown} is not a widget of this canvas that can be a parent`,
    );
  });

  it('null and "" bring a widget back to the root; a parent that is not sent stays', () => {
    const canvas = new MemoryCanvas();
    const parent = canvas.create(Note);
    const child = canvas.create(Note, { parent_id: parent.id });
    expect(canvas.patch(Note, child, { title: 'x' }).parent_id).toBe(parent.id);
    expect(canvas.patch(Note, child, { parent_id: null }).parent_id).toBe(canvas.root.id);
  });

  it('changes neither location nor depth', () => {
    const canvas = new MemoryCanvas();
    const parent = canvas.create(Note);
    const note = canvas.create(Note, { location: { x: 1, y: 2 }, depth: 3 });
    const moved = canvas.patch(Note, note, { parent_id: parent.id });
    expect(moved).toEqual({ ...note, parent_id: parent.id });
  });

  it('must name a widget of this canvas with a place of its own', () => {
    const canvas = new MemoryCanvas();
    const note = canvas.create(Note);
    const line = canvas.create(Connector, { src: { id: note.id }, dst: { id: note.id } });
    const stroke = { ...initialValues(Annotation.fields), id: canvas.writer.newId(), parent_id: note.id };
    canvas.writer.insert(Annotation, stroke);
    for (const parent_id of ['x', line.id, stroke.id]) {
      const text = `400 parent_id ${parent_id} is not a widget of this canvas that can be a parent`;
      expect(canvas.refusal(() => canvas.create(Note, { parent_id }))).toBe(text);
      expect(canvas.refusal(() => canvas.patch(Note, note, { parent_id }))).toBe(text);
    }
    expect(canvas.refusal(() => canvas.create(Note, { parent_id: 5 }))).toBe('400 parent_id must be a string');
  });

  it('must not be the widget itself nor one of its descendants', () => {
    const canvas = new MemoryCanvas();
    const top = canvas.create(Note);
    const middle = canvas.create(Note, { parent_id: top.id });
    const low = canvas.create(Note, { parent_id: middle.id });
    for (const parent of [top, middle, low]) {
      expect(canvas.refusal(() => canvas.patch(Note, top, { parent_id: parent.id }))).toBe(
        `400 parent_id ${parent.id} would make a circular parent chain`,
      );
    }
  });

  it('may be a table cell, and is ignored by types that the server places', () => {
    const canvas = new MemoryCanvas();
    const table = canvas.create(Table, { parent_id: unknown });
    expect(table.parent_id).toBe(canvas.root.id);
    const cell = canvas.writer.all(TableCell)[0]!;
    const note = canvas.create(Note, { parent_id: cell.id });
    expect(note.location).toEqual({ x: 0, y: -50 });
    expect(canvas.patch(Table, table, { parent_id: note.id }).parent_id).toBe(canvas.root.id);
  });
});

describe('deleting a widget', () => {
  it('deletes connectors of the whole branch first, then descendants, deepest first', () => {
    const canvas = new MemoryCanvas();
    const top = canvas.create(Note);
    const middle = canvas.create(Note, { parent_id: top.id });
    const low = canvas.create(Note, { parent_id: middle.id });
    const other = canvas.create(Note);
    const line = canvas.create(Connector, { src: { id: other.id }, dst: { id: low.id } });
    expect(canvas.written(() => canvas.remove(Note, top))).toEqual([line, low, middle, top].map(({ id }) => `remove ${id}`));
    expect(canvas.get(Note, other.id)).toEqual(other);
    expect(canvas.refusal(() => canvas.remove(Note, top))).toBe(`404 Note ${top.id} not found`);
  });

  it('deletes the cells of a table, what stands in them, and lines to them', () => {
    const canvas = new MemoryCanvas();
    const table = canvas.create(Table);
    const cell = canvas.writer.all(TableCell)[3]!;
    const inside = canvas.create(Note, { parent_id: cell.id });
    const outside = canvas.create(Note);
    const line = canvas.create(Connector, { src: { id: cell.id }, dst: { id: outside.id } });
    const gone = canvas.written(() => canvas.remove(Table, table));
    expect(gone).toHaveLength(7);
    expect([gone[0], gone[1], gone[6]]).toEqual([line, inside, table].map(({ id }) => `remove ${id}`));
  });
});
