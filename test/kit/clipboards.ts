import packing from 'lz-string';

/** What other programs put on the clipboard, by their published formats. */

/** What every element of Excalidraw 0.18 has. */
const drawn = (id: string, type: string, box: readonly number[], more: object = {}) => ({
  id,
  type,
  x: box[0],
  y: box[1],
  width: box[2],
  height: box[3],
  angle: 0,
  strokeColor: '#1e1e1e',
  backgroundColor: 'transparent',
  fillStyle: 'solid',
  strokeWidth: 2,
  strokeStyle: 'solid',
  roughness: 1,
  opacity: 100,
  groupIds: [],
  frameId: null,
  index: 'a0',
  roundness: { type: 3 },
  seed: 1,
  version: 10,
  versionNonce: 2,
  isDeleted: false,
  boundElements: [],
  updated: 1774385966552,
  link: null,
  locked: false,
  ...more,
});

const words = (id: string, box: readonly number[], text: string, containerId: string | null) =>
  drawn(id, 'text', box, {
    text,
    originalText: text,
    fontSize: 20,
    fontFamily: 5,
    containerId,
    lineHeight: 1.25,
    autoResize: true,
  });

const arrow = (id: string, from: string | null, to: string | null, points: readonly (readonly number[])[], more: object = {}) =>
  drawn(id, 'arrow', [210, 50, 180, 0], {
    points,
    startBinding: from && { elementId: from, focus: 0, gap: 4 },
    endBinding: to && { elementId: to, focus: 0, gap: 4 },
    startArrowhead: null,
    endArrowhead: 'arrow',
    elbowed: false,
    ...more,
  });

/** A square of 1 × 1. */
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * Three shapes (two with words), a text alone, two arrows (one bound, one loose with words), a stroke, a picture, a frame, a thing that
 * nobody knows, and one that was deleted.
 */
export const excalidraw = JSON.stringify({
  type: 'excalidraw/clipboard',
  elements: [
    drawn('frame', 'frame', [-40, -40, 900, 600], { name: 'Plan' }),
    drawn('box', 'rectangle', [0, 0, 200, 100], { backgroundColor: '#a5d8ff' }),
    words('box-words', [50, 40, 100, 25], 'Start\nhere', 'box'),
    drawn('round', 'ellipse', [400, 0, 200, 100], { strokeColor: '#e03131' }),
    words('round-words', [450, 40, 100, 25], 'End', 'round'),
    drawn('rhombus', 'diamond', [0, 300, 100, 100], { backgroundColor: '#ffec99', opacity: 50 }),
    words('alone', [300, 300, 120, 25], 'Only words', null),
    arrow('bound', 'box', 'round', [
      [0, 0],
      [180, 0],
    ]),
    arrow('loose', 'box', null, [
      [0, 0],
      [0, 100],
      [90, 100],
    ]),
    words('arrow-words', [300, 90, 60, 25], 'maybe', 'loose'),
    drawn('pen', 'freedraw', [500, 300, 60, 40], {
      points: [
        [0, 0],
        [20, 30],
        [60, 40],
      ],
      pressures: [],
      simulatePressure: true,
    }),
    drawn('picture', 'image', [600, 300, 80, 80], { fileId: 'file', status: 'saved', scale: [1, 1], crop: null }),
    drawn('new', 'hologram', [0, 0, 10, 10]),
    drawn('gone', 'rectangle', [0, 0, 10, 10], { isDeleted: true }),
  ],
  files: { file: { mimeType: 'image/png', id: 'file', dataURL: PIXEL, created: 1 } },
});

const shape = (id: string, type: string, place: readonly number[], props: object, more: object = {}) => ({
  id: `shape:${id}`,
  typeName: 'shape',
  type,
  x: place[0],
  y: place[1],
  rotation: place[2] ?? 0,
  parentId: 'page:page',
  index: 'a1',
  opacity: 1,
  isLocked: false,
  meta: {},
  props,
  ...more,
});

const styles = { color: 'blue', size: 'm', dash: 'draw', font: 'draw', scale: 1 };
const geo = (text: object, fill: string) => ({
  ...styles,
  geo: 'rectangle',
  w: 200,
  h: 100,
  growY: 0,
  fill,
  labelColor: 'black',
  ...text,
});
const segments = [
  {
    type: 'free',
    points: [
      { x: 0, y: 0, z: 0.5 },
      { x: 20, y: 30, z: 0.5 },
      { x: 60, y: 40, z: 0.5 },
    ],
  },
];

/**
 * Two shapes, one of them in a group that is turned by a quarter, a note, a text, a frame with a shape, an arrow between the two shapes,
 * a loose one, a stroke, a line, a picture, a bookmark, and a thing that nobody knows. @param says how words are written
 */
const content = (says: (text: string) => object, arrowOf: (from: string, to: string) => object, bindings: readonly object[]) => ({
  shapes: [
    shape('one', 'geo', [0, 0], geo(says('One'), 'solid'), { index: 'a2' }),
    shape('group', 'group', [700, 0, Math.PI / 2], {}, { index: 'a1' }),
    shape('two', 'geo', [0, 0], geo(says('Two'), 'none'), { parentId: 'shape:group' }),
    shape('note', 'note', [0, 300], { ...styles, ...says('Sticky\nnote'), color: 'yellow', growY: 50 }),
    shape('text', 'text', [300, 300], { ...styles, ...says('Only words'), w: 100, autoSize: true }),
    shape('frame', 'frame', [0, 600], { w: 400, h: 300, name: 'Plan' }),
    shape('inner', 'geo', [20, 20], geo(says('Inner'), 'semi'), { parentId: 'shape:frame' }),
    shape('arrow', 'arrow', [210, 50], { ...styles, ...says(''), bend: 0, ...arrowOf('one', 'two') }),
    shape('loose', 'arrow', [300, 500], {
      ...styles,
      ...says('maybe'),
      bend: 0,
      start: { type: 'point', x: 0, y: 0 },
      end: { type: 'point', x: 80, y: 0 },
      arrowheadStart: 'none',
      arrowheadEnd: 'arrow',
    }),
    shape('draw', 'draw', [500, 500], { ...styles, segments, isClosed: false, isPen: false, isComplete: true }),
    shape('line', 'line', [600, 500], {
      ...styles,
      spline: 'line',
      points: { a1: { id: 'a1', index: 'a1', x: 0, y: 0 }, a2: { id: 'a2', index: 'a2', x: 50, y: 50 } },
    }),
    shape('image', 'image', [700, 500], { w: 80, h: 80, assetId: 'asset:image', crop: null }),
    shape('bookmark', 'bookmark', [800, 500], { w: 300, h: 320, assetId: null, url: 'https://wall.example/' }),
    shape('new', 'hologram', [0, 0], {}),
  ],
  rootShapeIds: [],
  schema: { schemaVersion: 2, sequences: {} },
  assets: [
    {
      id: 'asset:image',
      typeName: 'asset',
      type: 'image',
      props: { name: 'dot', src: PIXEL, w: 80, h: 80, mimeType: 'image/png', isAnimated: false },
      meta: {},
    },
  ],
  bindings,
});

const tips = { arrowheadStart: 'none', arrowheadEnd: 'arrow' };
const bound = (terminal: string, to: string) => ({
  id: `binding:${terminal}`,
  typeName: 'binding',
  type: 'arrow',
  fromId: 'shape:arrow',
  toId: `shape:${to}`,
  props: { terminal, normalizedAnchor: { x: 0.5, y: 0.5 }, isExact: false, isPrecise: false },
  meta: {},
});
const rich = (text: string) => ({
  richText: {
    type: 'doc',
    content: text.split('\n').map((line) => ({ type: 'paragraph', ...(line && { content: [{ type: 'text', text: line }] }) })),
  },
});

/** All packed, texts plain, arrows that name what they are bound to. */
export const tldraw2 = `<meta charset="utf-8"><div data-tldraw>${packing.compressToBase64(
  JSON.stringify({
    type: 'application/tldraw',
    kind: 'content',
    data: content(
      (text) => ({ text }),
      (from, to) => ({
        ...tips,
        start: { type: 'binding', boundShapeId: `shape:${from}`, normalizedAnchor: { x: 0.5, y: 0.5 }, isExact: false },
        end: { type: 'binding', boundShapeId: `shape:${to}`, normalizedAnchor: { x: 0.5, y: 0.5 }, isExact: false },
      }),
      [],
    ),
  }),
)}</div>`;

const { assets, ...others } = content(rich, () => ({ ...tips, kind: 'arc', start: { x: 0, y: 0 }, end: { x: 300, y: 0 } }), [
  bound('start', 'one'),
  bound('end', 'two'),
]);

/** Assets as they are, the others packed, texts rich, bindings as records. */
export const tldraw3 = `<div data-tldraw>${JSON.stringify({
  type: 'application/tldraw',
  kind: 'content',
  version: 3,
  data: { assets, otherCompressed: packing.compressToBase64(JSON.stringify(others)) },
})}</div>`;
