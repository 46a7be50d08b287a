import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Call } from '../http/route.ts';
import { type Cloning, cloneWidget, takeWidget } from './clone-widget.ts';
import { type CanvasDeps, canvasScope } from './deps.ts';
import { submit } from './submit.ts';

/**
 * Clones into the path's canvas and answers the clone. The source is input to a command of the destination alone: it is
 * taken from the durable view of its canvas in the turn in which the command runs, each time it runs, after the actor's
 * right to see it. 404 source canvas or widget, 403 no view there, 400 another type.
 */
export async function clone(deps: CanvasDeps, definition: AnyWidget, call: Call, cloning: Cloning): Promise<string> {
  const { rules, store } = deps;
  const to = canvasScope(call.params);
  const from = { canvas_id: cloning.source_canvas_id };
  rules.viewCanvas.permit(call.actor, from);
  const view = await store.load(from.canvas_id);
  const release = store.pin(from.canvas_id);
  const work = submit(store, call, {
    scopes: [to],
    *run(tx) {
      rules.viewCanvas.permit(call.actor, from);
      const source = takeWidget(view, definition, cloning.source_widget_id);
      return tx.scope(to).text(yield* cloneWidget(tx, to, source, cloning));
    },
  });
  return work.finally(release);
}
