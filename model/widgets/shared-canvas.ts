import { initialValues, readonly, type Type } from '../field.ts';
import type { View } from '../hooks.ts';
import { refuse } from '../refusal.ts';
import { defineResource, type RecordOf } from '../resource.ts';
import { Num, Parts, type Size } from '../types.ts';
import { identity, placed, type WidgetFacts } from './common.ts';

const DEFAULT: Size = { width: 9600, height: 5400 };
const MINIMUM: Size = { width: 1200, height: 800 };

const tooSmall = () =>
  refuse.invalid(`Canvas width must be at least ${MINIMUM.width} and height must be at least ${MINIMUM.height}`);

/* @__NO_SIDE_EFFECTS__ */
function side(least: number): Type<number> {
  const { read } = Num();
  const schema = Num({ min: least }).schema;
  return { schema, accepts: schema, read: (value, key) => atLeast(least, read(value, key, undefined)) };
}

function atLeast(least: number, length: number): number {
  if (length < least) throw tooSmall();
  return length;
}

/**
 * The size of a canvas: at least 1200 x 800. A side that is not sent keeps its value; a new canvas is 9600 x 5400
 * (interface/canvases 2.2).
 */
export const CanvasSize: Type<Size> = /* @__PURE__ */ Parts<Size>(
  { width: side(MINIMUM.width), height: side(MINIMUM.height) },
  () => DEFAULT,
);

const facts: WidgetFacts = {
  called: 'canvas plane',
  about: 'The root widget: the surface of a canvas, on which everything else lies.',
  path: '',
  linkShared: true,
  clonable: false,
  annotatable: true,
  paged: false,
  upload: '',
  conflicts: false,
  reparent: false,
  partOnly: true,
  placed: true,
};

/** The root widget: made with its canvas, never created, patched or deleted over REST (interface/widgets 2). */
export const SharedCanvas = {
  ...defineResource({
    name: 'SharedCanvas',
    fields: { ...identity('SharedCanvas'), ...placed(DEFAULT, false), depth: readonly(Num(), 0, { about: 'Always 0' }) },
    lists: ['widgets'],
    indexes: { root: () => 'root' },
    content: true,
  }),
  widget: facts,
};

export type SharedCanvas = RecordOf<typeof SharedCanvas>;

/** The root of a new canvas; the first record of its scope, so that it comes first in every list. */
export function rootWidget(id: string, size: Size = DEFAULT): SharedCanvas {
  return { ...initialValues(SharedCanvas.fields), id, parent_id: '', size };
}

export function rootOf(view: View): SharedCanvas {
  const root = view.by(SharedCanvas, 'root', 'root')[0];
  if (!root) throw new Error(`Canvas ${view.scope} has no root widget`);
  return root;
}
