import fc from 'fast-check';
import packing from 'lz-string';
import { describe, expect, test } from 'vitest';
import { readCreate } from '../../../../model/field.ts';
import { measure } from '../../../../model/looks/measure.ts';
import { Refusal } from '../../../../model/refusal-error.ts';
import { Annotation } from '../../../../model/resources/annotation.ts';
import { widgetKinds } from '../../../../model/widgets/index.ts';
import { excalidraw, PIXEL, tldraw2, tldraw3 } from '../../../../test/kit/clipboards.ts';
import { runs } from '../../../../test/kit/runs.ts';
import { nextBatch } from '../../../live/edits/batch.ts';
import type { CreateOperation } from '../../../live/edits/edit.ts';
import type { PendingOperation } from '../../../live/edits/pending-operation.ts';
import type { ForeignDrawing } from './drawing.ts';
import { drawingOperations } from './drawing-operations.ts';
import { readExcalidraw } from './excalidraw.ts';
import { readTldraw } from './tldraw.ts';
import { tldrawIn } from './tldraw-content.ts';

const readHtml = (html: string): ForeignDrawing | undefined => {
  const content = tldrawIn(html, packing.decompressFromBase64);
  return content && readTldraw(content);
};

function operationsOf(drawing: ForeignDrawing, at = { x: 0, y: 0 }): CreateOperation[] {
  let made = 0;
  const newId = () => `00000000-0000-4000-8000-${String(++made).padStart(12, '0')}`;
  return drawingOperations(drawing, { root_id: 'root', at, newId, measure });
}

/** The definition's own readers take every body, and its schemas have a type for each field. */
function expectValid(operations: readonly CreateOperation[]): void {
  for (const { type, body } of operations) {
    const fields = type === 'Annotation' ? Annotation.fields : widgetKinds.find(({ name }) => name === type)!.fields;
    try {
      readCreate(fields, body);
    } catch (cause) {
      if (cause instanceof Refusal) throw new Error(`${type} ${JSON.stringify(body)}: ${cause.message}`);
      throw cause;
    }
  }
}

function batchSizes(operations: readonly CreateOperation[]): number[] {
  const edit = { label: 'paste' } as unknown as PendingOperation['edits'][number];
  let waiting = operations.map((operation) => ({ operation, edits: [edit] }) as unknown as PendingOperation);
  const sizes: number[] = [];
  while (waiting.length > 0) {
    const { length } = nextBatch(waiting, false);
    sizes.push(length);
    waiting = waiting.slice(length);
  }
  return sizes;
}

test('Excalidraw: shapes, texts, arrows, strokes, pictures and frames, and what nobody knows is counted', () => {
  const drawing = readExcalidraw(excalidraw)!;
  expect(drawing.things.map(({ is, text }) => [is, text])).toEqual([
    ['region', 'Plan'],
    ['note', 'Start\nhere'],
    ['note', 'End'],
    ['note', ''],
    ['text', 'Only words'],
    ['text', 'maybe'],
  ]);
  expect(drawing.things.map(({ paper }) => paper).filter(Boolean)).toEqual(['#a5d8ffff', '#e031311f', '#ffec9980']);
  expect(drawing.lines).toEqual([
    { src: 'box', dst: 'round', type: 'curve', colour: '#1e1e1eff', width: 2, tips: { src: false, dst: true } },
  ]);
  expect(drawing.strokes.map(({ points }) => points)).toEqual([
    [
      { x: 210, y: 50 },
      { x: 210, y: 150 },
      { x: 300, y: 150 },
    ],
    [
      { x: 500, y: 300 },
      { x: 520, y: 330 },
      { x: 560, y: 340 },
    ],
  ]);
  expect(drawing.pictures).toEqual([{ box: { x: 600, y: 300, width: 80, height: 80 }, name: 'excalidraw', data: PIXEL }]);
  expect(drawing.unknown).toBe(1);
});

describe.each([
  ['tldraw 2, packed', tldraw2],
  ['tldraw 3, in part', tldraw3],
  ['tldraw 3, written by a browser that escapes', tldraw3.replaceAll('"', '&quot;').replace('data-tldraw', 'data-tldraw="true"')],
])('%s', (_, html) => {
  const drawing = readHtml(html)!;

  test('has notes, texts, frames and web pages at their places, in their order', () => {
    expect(drawing.things.map(({ is, text }) => [is, text])).toEqual([
      ['note', 'Two'],
      ['note', 'Sticky\nnote'],
      ['text', 'Only words'],
      ['region', 'Plan'],
      ['note', 'Inner'],
      ['text', 'maybe'],
      ['page', 'https://wall.example/'],
      ['note', 'One'],
    ]);
    const boxes = new Map(drawing.things.map(({ text, box }) => [text, box]));
    expect(boxes.get('One')).toEqual({ x: 0, y: 0, width: 200, height: 100 });
    expect(boxes.get('Sticky\nnote')).toMatchObject({ width: 200, height: 250 });
    expect(boxes.get('Inner')).toMatchObject({ x: 20, y: 620 });
    // Turned by a quarter about its corner, the middle of 200 × 100 lies at 650, 100
    const { x, y, width, height } = boxes.get('Two')!;
    expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(650), expect.closeTo(100)]);
  });

  test('has bound arrows as lines, others and what is drawn as strokes, and pictures', () => {
    expect(drawing.lines).toEqual([
      { src: 'shape:one', dst: 'shape:two', type: 'straight', colour: '#4465e9ff', width: 3.5, tips: { src: false, dst: true } },
    ]);
    expect(drawing.strokes.map(({ points }) => points.at(-1))).toEqual([
      { x: 380, y: 500 },
      { x: 560, y: 540 },
      { x: 650, y: 550 },
    ]);
    expect(drawing.pictures).toMatchObject([{ box: { x: 700, y: 500, width: 80, height: 80 }, data: PIXEL }]);
    expect(drawing.unknown).toBe(1);
  });

  test('is put with its middle at a point, connectors after their ends, in bodies that the server takes', () => {
    const operations = operationsOf(drawing, { x: 1000, y: 1000 });
    expectValid(operations);
    expect(operations.map(({ type }) => type)).toEqual([
      ...['Note', 'Note', 'Note', 'Anchor', 'Note', 'Note', 'Browser', 'Note'],
      'Connector',
      ...['Annotation', 'Annotation', 'Annotation'],
    ]);
    const connector = operations.find(({ type }) => type === 'Connector')!.body as Record<'src' | 'dst', { id: string }>;
    const textOf = (id: string) => operations.find((one) => one.id === id)!.body.text;
    expect([textOf(connector.src.id), textOf(connector.dst.id)]).toEqual(['One', 'Two']);
  });
});

describe('whatever is on the clipboard', () => {
  /** Known keys with values of every kind, because keys at random are never those of a format. */
  const keys = [
    ...['id', 'type', 'x', 'y', 'width', 'height', 'points', 'text', 'containerId', 'startBinding', 'endBinding', 'strokeColor'],
    ...[
      'strokeWidth',
      'fileId',
      'opacity',
      'fontSize',
      'parentId',
      'props',
      'index',
      'rotation',
      'w',
      'h',
      'segments',
      'richText',
    ],
    ...[
      'content',
      'color',
      'size',
      'scale',
      'start',
      'end',
      'url',
      'bend',
      'growY',
      'link',
      'name',
      'backgroundColor',
      'elementId',
    ],
  ];
  const types = [
    ...['rectangle', 'ellipse', 'text', 'arrow', 'line', 'freedraw', 'image', 'frame', 'embeddable', 'geo', 'note', 'draw'],
    ...['group', 'bookmark', 'highlight', '__proto__', 'constructor', 'toString'],
  ];
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(...types, 'a', 'b', '#abc', '#a5d8ffff', PIXEL),
      fc.oneof(fc.double(), fc.constantFrom(1e300, -1e300, 0, 5, 200), fc.jsonValue({ maxDepth: 1 })),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom(...keys), tie('tree'), { maxKeys: 8 }),
    ),
  }));
  const element = fc.tuple(
    fc.dictionary(fc.constantFrom(...keys), tree, { maxKeys: 10 }),
    fc.constantFrom('a', 'b', 'c'),
    fc.constantFrom(...types),
  );
  const elements = fc.array(
    element.map(([rest, id, type]) => ({ ...rest, id, type })),
    { maxLength: 12 },
  );

  test('is read without an error, into bodies that the server takes', () => {
    fc.assert(
      fc.property(elements, fc.dictionary(fc.constantFrom('a', 'b'), tree), (shapes, more) => {
        const text = JSON.stringify({ type: 'excalidraw/clipboard', elements: shapes, files: more });
        const data = { shapes, bindings: shapes, assets: shapes, ...more };
        const html = `<div data-tldraw>${JSON.stringify({ type: 'application/tldraw', kind: 'content', version: 3, data })}</div>`;
        for (const drawing of [readExcalidraw(text), readHtml(html)]) if (drawing) expectValid(operationsOf(drawing));
      }),
      { numRuns: runs(1000) },
    );
  });

  test('is no drawing where it is cut, changed or from elsewhere', () => {
    fc.assert(
      fc.property(fc.nat(), fc.string({ maxLength: 5 }), fc.constantFrom(excalidraw, tldraw2, tldraw3), (at, part, whole) => {
        const from = at % whole.length;
        const changed = whole.slice(0, from) + part + whole.slice(from + part.length + 1);
        for (const drawing of [readExcalidraw(changed), readHtml(changed)]) if (drawing) expectValid(operationsOf(drawing));
      }),
      { numRuns: runs(300) },
    );
    expect(readExcalidraw('{"type":"excalidraw/clipboard"')).toBeUndefined();
    expect(readExcalidraw('{"type":"other","elements":[],"says":"excalidraw/clipboard"}')).toBeUndefined();
    expect(readHtml('<p>text</p>')).toBeUndefined();
    expect(readHtml('<div data-tldraw>bm8=</div>')).toBeUndefined();
  });

  test('is bounded, and sent in batches of at most 1,000 operations', () => {
    const many = Array.from({ length: 7000 }, (_, at) => ({ id: `${at}`, type: 'rectangle', x: at, y: 0, width: 5, height: 5 }));
    const drawing = readExcalidraw(JSON.stringify({ type: 'excalidraw/clipboard', elements: many }))!;
    expect(drawing.things).toHaveLength(5000);
    expect(drawing.unknown).toBe(2000);
    const sizes = batchSizes(operationsOf(drawing));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1000);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(5000);
  });

  test('of groups in groups to any depth is read', () => {
    const deep = Array.from({ length: 20_000 }, (_, at) => ({
      id: `${at}`,
      type: 'group',
      parentId: at === 0 ? 'page' : `${at - 1}`,
      x: 1,
      y: 1,
    }));
    const note = { id: 'note', type: 'note', parentId: '19999', props: {} };
    const drawing = readTldraw({ shapes: [...deep, note], assets: [], bindings: [] });
    expect(drawing.things).toMatchObject([{ key: 'note', box: { x: 20_000, y: 20_000 } }]);
  });
});
