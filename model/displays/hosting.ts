import { exampleIds } from '../example-ids.ts';
import { editable, required } from '../field.ts';
import { Num, OneOf, Text, Uuid } from '../types.ts';
import { defineMessage } from './message.ts';

const canvas_id = required(Uuid, { about: 'The canvas of the widget' });
const widget_id = required(Uuid);
const widget = { canvas_id: exampleIds.canvas, widget_id: exampleIds.widget };

export const HostReport = defineMessage({
  type: 'host-report',
  from: 'client',
  scope: 'write',
  about: 'How the session or decoder of a widget does that this client hosts.',
  answered: 'sometimes',
  fields: {
    canvas_id,
    widget_id,
    status: required(OneOf(['connecting', 'connected', 'failed', 'ended']), { example: 'connected' }),
    content_id: editable(Text({ max: 255 }), '', { about: 'Of a connected RDP session: required there', example: 'rdp-7f31' }),
    msg: editable(Text({ max: 1000 }), '', { about: 'For the log' }),
  },
  examples: [
    { ...widget, status: 'connected', content_id: 'rdp-7f31' },
    { ...widget, status: 'failed', msg: 'The host does not answer' },
  ],
});

export const HostRelease = defineMessage({
  type: 'host-release',
  from: 'client',
  scope: 'write',
  about: 'This client hosts the widget no more, and is not asked again for a minute.',
  answered: 'sometimes',
  fields: { canvas_id, widget_id, msg: editable(Text({ max: 1000 }), '') },
  examples: [{ ...widget, msg: 'closed by user' }],
});

export const MediaReport = defineMessage({
  type: 'media-report',
  from: 'client',
  scope: 'write',
  about: 'What a display found out about a video. The first duration counts; the position corrects the clock of a playing one.',
  fields: {
    canvas_id,
    widget_id,
    hash: required(Text({ max: 128 }), { about: 'Of the file that was played' }),
    duration: editable(Num({ min: 0 }), 0, { about: 'Seconds; 0: not known' }),
    position: editable(Num({ min: -1 }), -1, { about: 'Seconds; -1: not told' }),
  },
  examples: [{ ...widget, hash: exampleIds.hash, duration: 93.48, position: 12.6 }],
});
