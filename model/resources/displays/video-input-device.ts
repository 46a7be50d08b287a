import { readonly } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { InputId, Resolution, State, Text } from '../../types.ts';

/** A camera or a capture card of a client (interface/streaming 3.5); a video input widget names it by its source. */
export const VideoInputDevice = defineResource({
  name: 'VideoInputDevice',
  key: (id: string) => `input:${id}`,
  fields: {
    id: readonly(InputId, '', { about: 'Stays the same for a device', example: 'cam-front' }),
    name: readonly(Text({ max: 255 }), '', { example: 'Front camera' }),
    resolution: readonly(Resolution, { width: 0, height: 0 }, { about: 'In pixels; 0 x 0: not reported' }),
    source: readonly(Text({ max: 1024 }), '', {
      about: '`source` of a video input widget that shows it',
      example: 'video=cam-front',
    }),
    state: readonly(State, 'normal'),
  },
  indexes: { sources: ({ source }) => source },
  collection: {
    folder: 'displays',
    path: '/clients/:client_id/video-inputs',
    param: 'input_id',
    scope: 'client',
    called: 'Video input',
    tag: { name: 'Video input devices', about: 'Cameras and capture cards of a client.' },
    verbs: {
      list: { who: 'viewClient', summary: 'The video input devices of a client', operation: 'listVideoInputDevices' },
      get: { who: 'viewClient', summary: 'One video input device, by its id or its URL-encoded source' },
    },
  },
});

export type VideoInputDevice = RecordOf<typeof VideoInputDevice>;
