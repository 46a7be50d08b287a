import { AnchorCreate, AnchorDelete, AnchorUpdate } from '../../../model/displays/anchors.ts';
import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { VideoOutputAnchor } from '../../../model/widgets/video-output-anchor.ts';
import { createRecord, patchRecord, removeRecord } from '../../../model/writing.ts';
import type { ScopeTransaction } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import { DISK_COST, handler } from '../session/messages.ts';

/** Video output anchors, as display connections make and change them (interface/streaming 4.9). */
export const anchorHandlers = (deps: DisplayDeps) => ({
  [AnchorCreate.type]: handler(
    AnchorCreate,
    ({ canvas_id }, { session, sent }) =>
      inCanvas(deps, session, canvas_id, function* (scope) {
        return shown(scope, yield* createRecord(VideoOutputAnchor, sent, scope));
      }),
    { cost: DISK_COST },
  ),
  [AnchorUpdate.type]: handler(
    AnchorUpdate,
    ({ canvas_id, widget_id, set }, { session }) =>
      inCanvas(deps, session, canvas_id, function* (scope) {
        return shown(scope, yield* patchRecord(VideoOutputAnchor, anchorIn(scope, widget_id), { body: set }, scope));
      }),
    { cost: DISK_COST },
  ),
  [AnchorDelete.type]: handler(
    AnchorDelete,
    ({ canvas_id, widget_id }, { session }) =>
      inCanvas(deps, session, canvas_id, function* (scope) {
        yield* removeRecord(VideoOutputAnchor, anchorIn(scope, widget_id), scope);
      }),
    { cost: DISK_COST },
  ),
});

/** Runs work on a canvas with the rights of the user, as a request to REST does: they are asked before, and in the turn of the command. */
async function inCanvas<T>(
  { store, rules }: DisplayDeps,
  session: ClientSession,
  canvas_id: string,
  work: (scope: ScopeTransaction) => Work<T>,
): Promise<T> {
  const permit = (): void => rules.editCanvas.permit(session.authenticate(), { canvas_id });
  permit();
  const { id, name } = session.owner;
  return store.submit<T>({
    scopes: [canvas_id],
    author: { id, name, ip: '' },
    permit,
    run: (tx) => work(tx.scope(canvas_id)),
  });
}

function anchorIn(scope: ScopeTransaction, id: string): VideoOutputAnchor {
  const anchor = scope.get(VideoOutputAnchor, id);
  if (!anchor) throw refuse.notFound(VideoOutputAnchor.name, id);
  return anchor;
}

/** What the `ack` holds: the widget as REST shows it. */
const shown = (scope: ScopeTransaction, key: string): { widget: object } => ({ widget: JSON.parse(scope.text(key)) as object });
