import { exampleIds } from '../example-ids.ts';
import { required } from '../field.ts';
import { Int, Text } from '../types.ts';
import { defineMessage } from './message.ts';

/**
 * Streams of one connection at a time.
 * @bound Streams over one socket: a further subscription is refused.
 */
export const SUBSCRIPTIONS_MAX = 64;

const stream = `/canvases/${exampleIds.canvas}/widgets?changes=1`;

export const Subscribe = defineMessage({
  type: 'subscribe',
  from: 'client',
  scope: 'read',
  about:
    'Opens a stream of any subscribable GET: same rights, forms and messages. The `ack` tells its channel; messages are text frames `#<channel> <revision> <line>`.',
  answered: 'always',
  fields: {
    path: required(Text({ max: 4096 }), {
      about: 'Path and query of the GET, without the base of the interface',
      example: stream,
    }),
  },
  examples: [{ path: stream }],
});

export const Unsubscribe = defineMessage({
  type: 'unsubscribe',
  from: 'client',
  scope: 'read',
  about: 'Ends a stream.',
  answered: 'sometimes',
  fields: { channel: required(Int({ min: 0 })) },
  examples: [{ channel: 12 }],
});

export const Ended = defineMessage({
  type: 'ended',
  from: 'server',
  about: 'The server ended a stream: what it showed, or the right to it, is gone.',
  fields: { channel: required(Int({ min: 0 })), status: required(Int()), msg: required(Text()) },
  examples: [{ channel: 12, status: 403, msg: 'Permission denied' }],
});
