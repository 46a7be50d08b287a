import type { AnyWidget } from '../../model/widgets/common.ts';
import type { Call } from '../http/routing/route.ts';
import { type CloneRequest, cloneWidget, takeWidget } from './clone-widget.ts';
import { type CanvasDeps, canvasScope } from './deps.ts';
import { ownIdOf } from './own-id.ts';
import { submit } from './submit.ts';

/**
 * Clones a widget into the canvas of the path and answers the clone. The command has the scope of the destination alone. Each time it
 * runs, it checks that the actor may view the source, and reads the source from the durable view of its canvas in the same turn.
 * 404 for the canvas or widget of the source, 403 without view there, 400 when the source is of another type,
 * 409 when the id that the call brings is taken.
 */
export async function clone(deps: CanvasDeps, definition: AnyWidget, call: Call, cloning: CloneRequest): Promise<string> {
  const { rules, store } = deps;
  const to = canvasScope(call.params);
  const from = { canvas_id: cloning.source_canvas_id };
  const id = ownIdOf(call);
  rules.viewCanvas.permit(call.actor, from);
  const view = await store.load(from.canvas_id);
  const release = store.pin(from.canvas_id);
  const work = submit(store, call, {
    scopes: [to],
    *run(tx) {
      rules.viewCanvas.permit(call.actor, from);
      const source = takeWidget(view, definition, cloning.source_widget_id);
      return tx.scope(to).text(yield* cloneWidget(tx, to, source, { ...cloning, id }));
    },
  });
  return work.finally(release);
}
