import { editable } from '../field.ts';
import { palette } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { firstOf, lettersOf, radiusOf, tag, whole } from '../looks/parts.ts';
import type { RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import { defineWidget } from './define.ts';

/** Made and changed by display connections only (interface/widgets 13, interface/streaming 4.9). */
export const VideoOutputAnchor = defineWidget(() => ({
  name: 'VideoOutputAnchor',
  about: 'A region of the canvas that a video output of a client can show; made by display clients only.',
  size: { width: 900, height: 600 },
  fields: { title: editable(Text(), '', { example: 'Stage left' }) },
}));

export type VideoOutputAnchor = RecordOf<typeof VideoOutputAnchor>;

/** A solid frame in the accent colour, because a screen shows what is inside. */
export const look: Look<typeof VideoOutputAnchor> = ({ size, title }, context) => [
  {
    kind: 'outline',
    box: whole(size),
    colour: palette.accent,
    width: lettersOf(size) * 0.12,
    least: 1.5,
    radius: radiusOf(size),
  },
  ...tag(size, '', firstOf(title, context.phrases.output), palette.accent, context),
];
