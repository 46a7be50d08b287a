import { expect, it } from 'vitest';
import type { Edit } from '../../live/edits/edit.ts';
import type { Element } from '../../live/element.ts';
import { takenBack } from './taken-back.ts';

const edit = (body: object, before: object): Edit =>
  ({
    label: 'move',
    operations: [{ op: 'update', id: 'a', body }],
    before: new Map([['a', before as Element]]),
  }) as unknown as Edit;

it('gives each field the oldest value back, and the depth to what was raised', () => {
  const edits = [
    edit({ location: { x: 2, y: 0 }, auto_raise: true }, { location: { x: 1, y: 0 }, depth: 5 }),
    edit({ location: { x: 3, y: 0 } }, { location: { x: 2, y: 0 }, depth: 9 }),
  ];
  expect(takenBack(edits)).toEqual({
    label: 'move',
    operations: [{ op: 'update', id: 'a', body: { location: { x: 1, y: 0 }, depth: 5 } }],
  });
  expect(takenBack([])).toBeUndefined();
});

it('deletes what was made, children first, and writes nothing to it', () => {
  const copied = {
    label: 'duplicate',
    operations: [
      { op: 'create', id: 'parent', type: 'Note', body: {} },
      { op: 'create', id: 'child', type: 'Note', body: {} },
    ],
    before: new Map(),
  } as unknown as Edit;
  const moved = { ...edit({ location: { x: 2, y: 0 } }, { location: { x: 1, y: 0 } }) };
  const edits = [copied, { ...moved, operations: [{ op: 'update', id: 'parent', body: { depth: 1 } }] } as Edit];
  expect(takenBack(edits)?.operations).toEqual([
    { op: 'delete', id: 'child' },
    { op: 'delete', id: 'parent' },
  ]);
});
