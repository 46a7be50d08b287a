import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '../../../test/kit/runs.ts';
import type { WidgetElement } from '../../live/element.ts';
import { fromTemplate } from '../add/template.ts';
import { copyIn, htmlOf } from './own-format.ts';
import { withoutWidgets } from './without-widgets.ts';

const note = (id: string, parent_id: string, more: object = {}) =>
  ({
    id,
    widget_type: 'Note',
    parent_id,
    location: { x: 10, y: 20 },
    size: { width: 50, height: 50 },
    scale: 1,
    ...more,
  }) as WidgetElement;
const line = (id: string, src: string, dst: string) =>
  ({ id, widget_type: 'Connector', src: { id: src }, dst: { id: dst } }) as WidgetElement;

const read = (...widgets: readonly unknown[]) =>
  copyIn(htmlOf({ canvas_id: 'c', widgets: widgets as WidgetElement[] }, ''))?.widgets.map(({ id }) => id);

describe('a copy on the clipboard', () => {
  test('keeps texts of every script, and shows other programs the text alone', () => {
    const html = htmlOf({ canvas_id: 'c', widgets: [note('a', 'root', { text: 'Grüße 👋 <b>' })] }, 'a < b');
    expect(html).toMatch(/>a &#60; b<\/div>$/);
    expect(copyIn(html)).toMatchObject({ canvas_id: 'c', widgets: [{ id: 'a', text: 'Grüße 👋 <b>' }] });
  });

  test('is read without what no canvas takes', () => {
    expect(read(note('a', 'root'), note('a', 'root'), { ...note('b', 'root'), widget_type: 'SharedCanvas' })).toEqual(['a']);
    expect(read(note('a', 'root', { size: 'large' }), note('b', 'root', { location: null }), note('c', 'root'))).toEqual(['c']);
    expect(read(note('a', 'root'), note('b', 'root'), line('l', 'a', 'b'), line('m', 'a', 'gone'))).toEqual(['a', 'b', 'l']);
    expect(read({ ...note('a', 'root'), widget_type: 'Image' })).toBeUndefined();
    expect(copyIn('<div data-easel="bm8=">')).toBeUndefined();
    expect(copyIn('<p>text</p>')).toBeUndefined();
  });

  test('is never read into a circle of parents, whatever it holds', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd');
    const types = fc.constantFrom('Note', 'Table', 'TableCell', 'Connector', 'Image', 'Browser', 'SharedCanvas');
    const place = fc.record({ x: fc.anything(), y: fc.double() }, { requiredKeys: [] });
    const widget = fc.record(
      {
        id: ids,
        widget_type: types,
        parent_id: ids,
        location: fc.oneof(place, fc.constant({ x: 1, y: 2 })),
        size: fc.oneof(fc.jsonValue(), fc.constant({ width: 10, height: 10 })),
        scale: fc.oneof(fc.jsonValue(), fc.constant(1)),
        src: fc.oneof(fc.jsonValue(), fc.record({ id: ids })),
        dst: fc.oneof(fc.jsonValue(), fc.record({ id: ids })),
        annotations: fc.jsonValue(),
        hash: fc.jsonValue(),
        column: fc.integer(),
        row: fc.integer(),
      },
      { requiredKeys: ['id', 'widget_type'] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 5, arbitrary: widget }, fc.jsonValue())), (widgets) => {
        const copy = copyIn(htmlOf({ canvas_id: 'c', widgets: widgets as never }, ''));
        let made = 0;
        const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(8, '0')}0000`;
        const target = { root_id: 'root', at: { x: 0, y: 0 }, depth: 0, newId };
        const { operations } = fromTemplate('c', copy?.widgets ?? [], target);
        const order = operations.map(({ id }) => id);
        for (const [at, { body }] of operations.filter((one) => one.op !== 'delete').entries())
          expect(order.indexOf(String(body.parent_id))).toBeLessThan(at || 1);
      }),
      { numRuns: runs(1000) },
    );
  });

  test('keeps what lies on a file that cannot come in its place', () => {
    const image = { ...note('i', 'root', { location: { x: 100, y: 100 }, scale: 2 }), widget_type: 'Image' } as WidgetElement;
    const kept = withoutWidgets([image, note('n', 'i'), note('on n', 'n'), line('l', 'n', 'i')], ['i']);
    expect(kept).toEqual([note('n', 'root', { location: { x: 120, y: 140 }, scale: 2 }), note('on n', 'n')]);
  });
});
