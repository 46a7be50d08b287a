import { describe, expect, test } from 'vitest';
import type { Operation } from '../../live/edits/edit.ts';
import type { WidgetElement } from '../../live/element.ts';
import { fromTemplate } from './template.ts';

const common = { state: 'normal', scale: 1, pinned: false, depth: 1, size: { width: 100, height: 100 } };
const root = { ...common, id: 'root', widget_type: 'SharedCanvas', parent_id: '', location: { x: 0, y: 0 }, depth: 0 };
const note = (id: string, parent_id: string, x: number, more: object = {}) => ({
  ...common,
  id,
  widget_type: 'Note',
  parent_id,
  location: { x, y: 0 },
  text: id,
  auto_text_color: true,
  text_color: '#000000ff',
  ...more,
});

/** Copies these to a canvas whose things come around 1000, 1000. */
function copied(...widgets: readonly object[]): { readonly operations: readonly Operation[]; readonly ids: readonly string[] } {
  let made = 0;
  const newId = () => `00000000-0000-4000-8000-00000000000${++made}`;
  const target = { root_id: 'there', at: { x: 1000, y: 1000 }, depth: 5, newId };
  return fromTemplate('source', widgets as WidgetElement[], target);
}

const id = (number: number): string => `00000000-0000-4000-8000-00000000000${number}`;

describe('a canvas as a template', () => {
  test('comes around a point, above what is there, with the same arrangement', () => {
    const { operations } = copied(root, note('a', 'root', 0), note('b', 'root', 300));
    expect(operations).toMatchObject([
      { op: 'create', id: id(1), type: 'Note', body: { parent_id: 'there', location: { x: 800, y: 950 }, depth: 6, text: 'a' } },
      { op: 'create', id: id(2), type: 'Note', body: { parent_id: 'there', location: { x: 1100, y: 950 }, depth: 6 } },
    ]);
    // The letters follow the paper, and another colour of theirs would be refused
    expect(operations[0]).not.toHaveProperty('body.text_color');
  });

  test('parents come before what lies on them, whichever was made first', () => {
    const { operations } = copied(root, note('child', 'parent', 10), note('parent', 'root', 0));
    expect(operations).toMatchObject([
      { id: id(2), body: { text: 'parent' } },
      { id: id(1), body: { text: 'child', parent_id: id(2), location: { x: 10, y: 0 }, depth: 1 } },
    ]);
  });

  test('files are cloned, and then put in their place', () => {
    const image = { ...note('photo', 'root', 0), widget_type: 'Image', hash: 'abc' };
    expect(copied(root, image).operations).toMatchObject([
      {
        op: 'create',
        type: 'Image',
        body: { source_canvas_id: 'source', source_widget_id: 'photo', location: { x: 950, y: 950 } },
      },
      { op: 'update', id: id(1), body: { parent_id: 'there', depth: 6 } },
    ]);
  });

  test('connectors come last, and those whose end is missing stay away', () => {
    const line = (name: string, dst: string) => ({ id: name, widget_type: 'Connector', src: { id: 'a' }, dst: { id: dst } });
    const { operations } = copied(root, line('l', 'b'), line('m', 'gone'), note('a', 'root', 0), note('b', 'root', 300));
    expect(operations.map((one) => one.op === 'create' && one.type)).toEqual(['Note', 'Note', 'Connector']);
    expect(operations[2]).toMatchObject({ body: { src: { id: id(3) }, dst: { id: id(4) } } });
  });

  test('strokes on the canvas move with everything, those on a widget stay on it', () => {
    const floats = new Float32Array([1, 2, 0.5, 3, 4, 0.5, 5, 6, 0.5]);
    const points = btoa(String.fromCharCode(...new Uint8Array(floats.buffer)));
    const stroke = { id: 's', points, line_color: '#000000ff', depth: 1 };
    const { operations } = copied(
      { ...root, annotations: [stroke] },
      note('a', 'root', 0, { annotations: [{ ...stroke, id: 't' }] }),
    );
    const drawn = operations.flatMap((one) => (one.op === 'create' && one.type === 'Annotation' ? one : []));
    expect(drawn).toMatchObject([{ body: {} }, { widget_id: id(1), body: { points } }]);
    const moved = Uint8Array.from(atob(drawn[0]!.body.points as string), (letter) => letter.charCodeAt(0));
    expect([...new Float32Array(moved.buffer)]).toEqual([951, 952, 0.5, 953, 954, 0.5, 955, 956, 0.5]);
  });
});
