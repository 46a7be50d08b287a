import { editable, readonly, secret } from '../../field.ts';
import { defineResource, type RecordOf } from '../../resource.ts';
import { Bool, Int, OutputSource, State, Text } from '../../types.ts';

/** A screen on which a client shows a workspace or an anchor's region (interface/streaming 3.4). Its key is its index. */
export const VideoOutput = defineResource({
  name: 'VideoOutput',
  key: (id: string) => `output:${id}`,
  fields: {
    index: readonly(Int({ min: 0 }), 0, { about: 'Its number among those of the client' }),
    id: readonly(Text(), '', { about: 'The index as a text', example: '0' }),
    label: readonly(Text({ max: 255 }), '', { example: 'Projector' }),
    source: editable(OutputSource, '', {
      about:
        '`workspace-N`, the id of a video output anchor, or empty for nothing; empty also for whoever may not see the anchor',
      example: 'workspace-0',
    }),
    suspended: editable(Bool, false, { about: 'It displays nothing' }),
    state: readonly(State, 'normal'),
    /** The canvas of the anchor that it shows; `''`: of none, or of one that was not open when the client named it. */
    canvas_id: secret(Text(), ''),
  },
  collection: {
    folder: 'displays',
    path: '/clients/:client_id/video-outputs',
    param: 'index',
    scope: 'client',
    called: 'Video output',
    tag: { name: 'Video outputs', about: 'Screens of a client that show a workspace or the region of an anchor.' },
    verbs: {
      list: { who: 'viewClient', summary: 'The video outputs of a client, by index' },
      get: { who: 'viewClient', summary: 'One video output' },
      update: {
        who: 'controlClient',
        summary: 'Chooses what a video output shows, or suspends it',
        refusals: [409, 501],
      },
    },
  },
});

export type VideoOutput = RecordOf<typeof VideoOutput>;
