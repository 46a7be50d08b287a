import { editable } from '../field.ts';
import { faded, palette } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { lettersOf, radiusOf, tag, whole } from '../looks/parts.ts';
import type { RecordOf } from '../resource.ts';
import { AnchorIndex, Text } from '../types.ts';
import { defineWidget } from './define.ts';

const numbers = { anchor_index: (anchor: { anchor_index: number }) => ['canvas', anchor.anchor_index] as const };

/** Clients create a grid of anchors without indices and later look for 1, 2, 3 … */
export const Anchor = defineWidget(() => ({
  name: 'Anchor',
  about: 'A named rectangle of the canvas that displays can go to.',
  path: 'anchors',
  clonable: true,
  annotatable: true,
  reparent: true,
  size: { width: 1200, height: 800 },
  fields: {
    anchor_name: editable(Text(), 'New anchor', { example: 'Agenda' }),
    anchor_index: editable(AnchorIndex, 0, { about: 'Highest of the canvas + 1 when not sent; need not be unique' }),
  },
  numbers,
  hooks: {
    prepare(next, { sent, previous, view }) {
      if (previous || sent.has('anchor_index')) return;
      const highest = view.highest({ numbers }, 'anchor_index', 'canvas') ?? -1;
      next.anchor_index = Math.min(highest + 1, Number.MAX_SAFE_INTEGER);
    },
  },
}));

export type Anchor = RecordOf<typeof Anchor>;

/** Along two sides. A very long and narrow anchor would have millions, which take painters seconds. */
const MOST_DASHES = 1000;

/** A frame with its index and name in the corner. */
export const look: Look<typeof Anchor> = ({ size, anchor_name, anchor_index }, context) => [
  {
    kind: 'outline',
    box: whole(size),
    colour: faded(palette.frame, 0.75),
    width: lettersOf(size) * 0.06,
    dash: Math.max(lettersOf(size) * 0.4, (size.width + size.height) / MOST_DASHES),
    radius: radiusOf(size),
  },
  ...tag(size, String(anchor_index), anchor_name, palette.tag, context),
];
