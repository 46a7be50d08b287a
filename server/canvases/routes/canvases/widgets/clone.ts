import { refuse } from '../../../../../model/refusal.ts';
import type { CanvasDeps } from '../../../../collections/deps.ts';
import { tags } from '../../../../http/answers/tags.ts';
import type { Route } from '../../../../http/routing/route.ts';

/** The interface has this endpoint as a stub only: the collections of the types clone (interface/widgets 3). */
export const cloneRoutes = ({ rules }: CanvasDeps): Route[] => [
  {
    path: '/canvases/:canvas_id/widgets/clone',
    operation: 'cloneWidget',
    tag: tags.widgets,
    summary: 'Not implemented: clone through the collection of the type',
    about: 'Always 501. Post `source_canvas_id` and `source_widget_id` to a typed collection instead, for example to notes.',
    method: 'POST',
    ignoresBody: true,
    access: rules.editCanvas,
    answer: 'never',
    refusals: [501],
    file: 'server/canvases/routes/canvases/widgets/clone.ts',
    handle() {
      throw refuse.notImplemented();
    },
  },
];
