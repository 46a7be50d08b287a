import { editable } from '../field.ts';
import type { RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import { defineWidget } from './define.ts';

/** Made and changed by display connections only (interface/widgets 13, interface/streaming 4.9). */
export const VideoOutputAnchor = defineWidget({
  name: 'VideoOutputAnchor',
  about: 'A region of the canvas that a video output of a client can show; made by display clients only.',
  size: { width: 900, height: 600 },
  fields: { title: editable(Text(), '', { example: 'Stage left' }) },
});

export type VideoOutputAnchor = RecordOf<typeof VideoOutputAnchor>;
