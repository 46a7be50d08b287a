import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connector, itemOf, type Placed } from '../../test/kit/text-board.ts';
import { readingOrder } from './reading-order.ts';

const orderOf = (widgets: readonly Placed[], fromRight = false) =>
  readingOrder(
    widgets.map((one) => itemOf(one)),
    fromRight,
  );
/** Ids with their levels: `1 a`. */
const read = (widgets: readonly Placed[], fromRight = false): string[] =>
  orderOf(widgets, fromRight).map(({ item, level }) => `${level} ${item.id}`);
const anchor = (id: string, anchor_index: number, box: Placed['box']): Placed => ({
  id,
  is: 'Anchor',
  anchor_index,
  anchor_name: id,
  box,
});

describe('the reading order', () => {
  it('goes by rows from top to bottom, and in a row from left to right', () => {
    const notes: Placed[] = [
      { id: 'below', box: [0, 300] },
      { id: 'right', box: [200, 10] },
      { id: 'left', box: [0, 20] },
    ];
    expect(read(notes)).toEqual(['1 left', '1 right', '1 below']);
    expect(read(notes, true)).toEqual(['1 right', '1 left', '1 below']);
  });

  it('does not take small widgets into one row because a tall one stands beside them', () => {
    const notes: Placed[] = [
      { id: 'tall', box: [500, 0, 100, 1000] },
      { id: 'first', box: [0, 0] },
      { id: 'second', box: [0, 200] },
      { id: 'third', box: [0, 400] },
    ];
    expect(read(notes)).toEqual(['1 first', '1 tall', '1 second', '1 third']);
  });

  it('has anchors as headings in their order, each before what lies in it, and last what lies in none', () => {
    const widgets = [
      { id: 'lost', box: [0, -500] },
      anchor('second', 2, [0, 0, 500, 500]),
      anchor('first', 1, [1000, 0, 500, 500]),
      { id: 'in first', box: [1100, 100] },
      { id: 'in second', box: [100, 100] },
    ] as const;
    expect(read(widgets)).toEqual(['1 first', '2 in first', '1 second', '2 in second', '1 lost']);
  });

  it('puts what lies in two anchors below the smaller one', () => {
    const widgets = [
      anchor('wide', 0, [0, 0, 900, 900]),
      anchor('narrow', 1, [100, 100, 300, 300]),
      { id: 'note', box: [200, 200] },
    ] as const;
    expect(read(widgets)).toEqual(['1 wide', '1 narrow', '2 note']);
  });

  it('puts children after their parent, and connectors after the children of the widget at which they begin', () => {
    const widgets = [
      connector('line', 'table', 'other'),
      { id: 'other', box: [900, 0] },
      { id: 'table', box: [0, 0] },
      { id: 'cell', parent_id: 'table', box: [0, 0] },
      { id: 'note', parent_id: 'cell', box: [10, 10] },
      connector('loose', 'gone', 'other'),
    ] as const;
    expect(read(widgets)).toEqual(['1 table', '2 cell', '3 note', '2 line', '1 other', '1 loose']);
  });

  it('counts siblings, and knows parents and ends', () => {
    const [a, b, c, d] = orderOf([
      { id: 'a' },
      { id: 'b', parent_id: 'a' },
      { id: 'c', parent_id: 'a', box: [0, 500] },
      { id: 'd', box: [0, 900] },
    ]);
    expect(a).toMatchObject({ position: 1, siblings: 2, parent: -1, end: 3 });
    expect(b).toMatchObject({ position: 1, siblings: 2, parent: 0, end: 2 });
    expect(c).toMatchObject({ position: 2, siblings: 2, parent: 0, end: 3 });
    expect(d).toMatchObject({ position: 2, siblings: 2, parent: -1, end: 4 });
  });

  it('has every widget exactly once, after its parent and within its range', () => {
    const place = fc.record({
      parent: fc.nat(40),
      x: fc.nat(3000),
      y: fc.nat(3000),
      kind: fc.constantFrom('note', 'note', 'anchor', 'line'),
    });
    fc.assert(
      fc.property(fc.array(place, { maxLength: 40 }), (places) => {
        const widgets = places.map(({ parent, x, y, kind }, at): Placed => {
          const parent_id = parent < at ? `w${parent}` : 'root';
          if (kind === 'line') return connector(`w${at}`, `w${parent}`, 'w0');
          if (kind === 'anchor') return anchor(`w${at}`, x % 3, [x, y, 600, 600]);
          return { id: `w${at}`, parent_id, box: [x, y] };
        });
        // A connector is no parent, and none begins at a connector
        const lines = new Set(widgets.filter(({ is }) => is === 'Connector').map(({ id }) => id));
        const sound = widgets.map((one) => (lines.has(String(one.parent_id)) ? { ...one, parent_id: 'root' } : one));
        const legal = sound.filter((one) => !lines.has(one.id) || !lines.has((one.src as { id: string }).id));
        const entries = orderOf(legal);
        expect(entries.map(({ item }) => item.id).sort()).toEqual(legal.map(({ id }) => id).sort());
        for (const [at, { parent, level, end }] of entries.entries()) {
          expect(level).toBe(parent < 0 ? 1 : entries[parent]!.level + 1);
          expect(end).toBeGreaterThan(at);
          if (parent >= 0) expect(parent < at && end <= entries[parent]!.end).toBe(true);
        }
      }),
    );
  });
});
