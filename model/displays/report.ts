import { editable, type Fields } from '../field.ts';
import { Bool, Int, List, Num, Shape, Text } from '../types.ts';
import { defineMessage } from './message.ts';

const seconds = Num({ min: 0 });
/** The time of a clock, as ISO 8601 writes it; the server keeps it as it was sent. */
const Moment = Text({ max: 64 });

const screen = Shape('ReportedScreen', {
  surface: editable(Text({ max: 64 }), 'main'),
  width: editable(Int({ min: 0 }), 0),
  height: editable(Int({ min: 0 }), 0),
  ratio: editable(Num({ min: 0 }), 1, { about: 'Pixels of the screen for one of the page' }),
  seen_at: editable(Moment, ''),
});
const restart = Shape('ReportedRestart', { at: editable(Moment, ''), reason: editable(Text({ max: 200 }), '') });
const fault = Shape('ReportedFault', { at: editable(Moment, ''), text: editable(Text({ max: 200 }), '') });

/** What a display says of itself so that somebody who is far away knows how it is. */
export const reported = {
  uptime_s: editable(seconds, 0, { about: 'Since it was loaded' }),
  heap_mb: editable(Num({ min: 0 }), 0, { about: '0: it does not know' }),
  rss_mb: editable(Num({ min: 0 }), 0, { about: 'Of the whole process; 0: it does not know' }),
  frame_p95_ms: editable(Num({ min: 0 }), 0, { about: 'Between two frames while something moved' }),
  painted_at: editable(Moment, '', { about: 'When it painted last' }),
  screens: editable(List(screen, { max: 16 }), []),
  browser: editable(Text({ max: 255 }), ''),
  page_version: editable(Text({ max: 255 }), ''),
  restarts: editable(List(restart, { max: 10 }), [], { about: 'The latest, and why' }),
  faults: editable(List(fault, { max: 5 }), [], { about: 'The latest, in words of the page, without content' }),
  wake_lock: editable(Bool, false, { about: 'It keeps its screen on' }),
  secure: editable(Bool, false, { about: 'It was loaded by HTTPS, or from its own machine' }),
  launcher: editable(Bool, false, { about: 'A program watches over it' }),
} as const satisfies Fields;

/** Longer reports are refused. */
export const REPORT_BYTES = 8192;

export const Report = defineMessage({
  type: 'report',
  from: 'client',
  scope: 'read',
  about: 'How a display is: at most one in 5 s, and at most 8 KiB. More are dropped.',
  answered: 'sometimes',
  fields: reported,
  examples: [
    {
      uptime_s: 86_400,
      heap_mb: 61.5,
      rss_mb: 410,
      frame_p95_ms: 17.1,
      painted_at: '2026-03-14T09:26:53.589Z',
      screens: [{ surface: 'main', width: 3840, height: 2160, ratio: 1, seen_at: '2026-03-14T09:26:53.589Z' }],
      browser: 'Chromium 156',
      page_version: '0.4.0 [51ab9c2]',
      restarts: [{ at: '2026-03-14T04:30:00.000Z', reason: 'version' }],
      faults: [{ at: '2026-03-14T05:00:00.000Z', text: 'A picture could not be painted' }],
      wake_lock: true,
      secure: true,
      launcher: false,
    },
  ],
});
