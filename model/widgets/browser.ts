import { editable } from '../field.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Point, Text } from '../types.ts';
import { defineWidget } from './define.ts';

export const Browser = defineWidget({
  name: 'Browser',
  about: 'A web page, opened by whoever displays the canvas; the server neither fetches nor judges the address.',
  path: 'browsers',
  linkShared: true,
  clonable: true,
  annotatable: true,
  reparent: true,
  size: { width: 1200, height: 800 },
  fields: {
    url: editable(Text(), '', { about: 'Stored as sent, not validated', example: 'https://status.corp.example/' }),
    title: editable(Text(), ''),
    transparent_mode: editable(Bool, false),
    main_frame_scroll_offset: editable(Point(), { x: 0, y: 0 }, { about: 'Pixels of the page' }),
  },
});

export type Browser = RecordOf<typeof Browser>;
