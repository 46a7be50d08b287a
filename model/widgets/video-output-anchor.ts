import type { Editing } from '../editing.ts';
import { editable } from '../field.ts';
import { onGround } from '../looks/grounds.ts';
import type { Look } from '../looks/look.ts';
import { firstOf, whole } from '../looks/parts.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import { defineWidget } from './define.ts';

/** Written by display connections and by the generic endpoints (interface/widgets 13, interface/streaming 4.9). */
export const VideoOutputAnchor = defineWidget(() => ({
  name: 'VideoOutputAnchor',
  about: 'A region of the canvas that a video output of a client can show; made by display clients and by `POST /widgets`.',
  size: { width: 900, height: 600 },
  fields: { title: editable(Text(), '', { example: 'Stage left' }) },
}));

export type VideoOutputAnchor = RecordOf<typeof VideoOutputAnchor>;

/** Along two sides. A very long and narrow one would have millions of dashes, which take painters seconds. */
const MOST_DASHES = 1000;

/** A dashed frame in the accent colour, because a screen shows what is inside, with its name in the middle. */
export const look: Look<typeof VideoOutputAnchor> = ({ size, title }, { phrases, ground }) => {
  const box = whole(size);
  const { accent } = onGround(ground);
  const shorter = Math.min(size.width, size.height);
  const dash = Math.max(shorter * 0.03, (size.width + size.height) / MOST_DASHES);
  return [
    { kind: 'outline', box, colour: accent, width: shorter * 0.006, least: 1.5, dash, radius: Math.min(8, shorter * 0.05) },
    { kind: 'caption', place: 'middle', box, text: firstOf(title, phrases.output), colour: accent },
  ];
};

export const editing: Editing<typeof VideoOutputAnchor> = {
  resize: 'free',
  fixedParent: true,
  fields: [['title', 'line']],
  opens: 'properties',
};

export const traits: Traits<typeof VideoOutputAnchor> = { icon: 'screen', form: 'frame' };
