import type { Editing } from '../editing.ts';
import { editable, required } from '../field.ts';
import { palette } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { liveCard } from '../looks/parts.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Text } from '../types.ts';
import { defineWidget } from './define.ts';

export const VideoInput = defineWidget(() => ({
  name: 'VideoInput',
  about: 'Shows a capture device of a display client. Neither the device nor the client need be connected.',
  path: 'video-inputs',
  annotatable: true,
  reparent: true,
  size: { width: 800, height: 600 },
  fields: {
    source: required(Text({ empty: false }), { about: "The device's `source`", example: 'usb-0000:00:14.0-3' }),
    host_id: editable(Text(), '', {
      aliases: ['host-id'],
      mirrors: ['host-id'],
      about: 'The client that has the device',
    }),
    title: editable(Text(), '', { example: 'Meeting room camera' }),
  },
}));

export type VideoInput = RecordOf<typeof VideoInput>;

/** The display is known, but not whether its device is connected. */
export const look: Look<typeof VideoInput> = ({ size, title, source, host_id }, { phrases }) =>
  liveCard(size, {
    glyph: 'camera',
    colour: palette.camera,
    title,
    detail: source,
    status: host_id === '' ? phrases.noDisplay : '',
  });

export const editing: Editing<typeof VideoInput> = {
  resize: 'free',
  fields: [
    ['source', 'line'],
    ['host_id', 'line'],
    ['title', 'line'],
  ],
  opens: 'properties',
};

export const traits: Traits<typeof VideoInput> = { icon: 'camera' };
