import { readonly } from '../field.ts';
import type { RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import { defineWidget } from './define.ts';

/** interface/widgets 13. */
export const VideoOutputAnchor = defineWidget({
  name: 'VideoOutputAnchor',
  about: 'A region of the canvas that a video output of a client can show; made by display clients only.',
  size: { width: 1280, height: 720 },
  fields: {
    title: readonly(Text(), ''),
  },
});

export type VideoOutputAnchor = RecordOf<typeof VideoOutputAnchor>;
