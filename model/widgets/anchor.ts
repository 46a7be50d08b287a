import type { Editing } from '../editing.ts';
import { editable } from '../field.ts';
import { cornerOf } from '../looks/frames.ts';
import { onGround } from '../looks/grounds.ts';
import type { Look } from '../looks/look.ts';
import { whole } from '../looks/parts.ts';
import type { Traits } from '../looks/traits.ts';
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

/** The edge of a frame, with its number and name above it, in the colours of its ground. Its fill is painted below all widgets. */
export const look: Look<typeof Anchor> = ({ size, anchor_name, anchor_index }, { ground }) => {
  const box = whole(size);
  const { frameLine, ink, muted, tile } = onGround(ground);
  return [
    { kind: 'outline', box, colour: frameLine, width: LINE, least: LINE, radius: cornerOf(size) },
    {
      kind: 'caption',
      place: 'above',
      box,
      text: anchor_name,
      colour: muted,
      mark: { text: String(anchor_index), colour: ink, tile },
    },
  ];
};

const LINE = 1.5;

export const editing: Editing<typeof Anchor> = {
  text: 'anchor_name',
  resize: 'free',
  fields: [
    ['anchor_name', 'line'],
    ['anchor_index', 'number'],
  ],
  opens: 'text',
};

export const traits: Traits<typeof Anchor> = { icon: 'frame', form: 'frame', heading: ({ anchor_index }) => anchor_index };
