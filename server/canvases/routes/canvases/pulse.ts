import { Schema } from '../../../../model/json-schema.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Pulse } from '../../../changes/pulse.ts';
import type { Displays } from '../../../displays/displays.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';

interface Deps {
  readonly rules: Pick<Rules, 'viewCanvasOrLink'>;
  readonly pulse: Pulse;
  readonly displays: Pick<Displays, 'peopleOn'>;
}

/** What happens on a canvas now, for its live page (interface/canvases 7.1). Whoever sees the canvas sees all of this there, too. */
export const pulseRoutes = ({ rules, pulse, displays }: Deps): Route[] => [
  {
    method: 'GET',
    path: '/canvases/:canvas_id/pulse',
    operation: 'getPulse',
    tag: tags.canvases,
    summary: 'How many are here, and how much changes',
    about: 'Of the last minute, as the server that answers saw it. The page at `/live/:canvas_id` shows it.',
    file: 'server/canvases/routes/canvases/pulse.ts',
    access: rules.viewCanvasOrLink,
    answer: beat,
    handle: ({ params }) => JSON.stringify({ people: displays.peopleOn(params.canvas_id!), ...pulse.of(params.canvas_id!) }),
  },
];

const count = (description: string) => Schema.Integer({ minimum: 0, description });

const beat = Schema.Object(
  {
    people: count('Pages and displays that show where they are on the canvas'),
    changes: count('Records that were made, changed or deleted in the last minute'),
    history: Schema.Array(Schema.Integer({ minimum: 0 }), {
      description: 'The same for each part of the minute, the oldest first',
    }),
    sent_ms: Schema.Union([Schema.Number({ minimum: 0 }), Schema.Null()], {
      description: 'Milliseconds from disk until everybody who follows was sent the last change; null: none yet',
    }),
  },
  { title: 'Pulse' },
);
