import { exampleIds } from '../../../../model/example-ids.ts';
import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { GUEST } from '../../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../../model/resources/canvas.ts';
import { homeOf } from '../../../../model/resources/folder.ts';
import { Int } from '../../../../model/types.ts';
import { namedUser } from '../../../access/authorization/path-ids.ts';
import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import { moveItem } from '../../change/move.ts';
import { rightsOf, type TreeDeps } from '../../deps.ts';
import { rivalsOf } from '../../rules/conflicts.ts';
import { canvases, stored } from '../../rules/kinds.ts';
import { type AnswerAfterCommit, shown } from '../../show/present.ts';

const body = Schema.Object(
  { user_id: Schema.Integer({ description: 'Who gets it' }) },
  { title: 'CanvasGift', examples: [{ user_id: exampleIds.user }] },
);

/** POST /canvases/{id}/give: into the home folder of a user, whose canvas it is from then on. */
export const canvasGiveRoutes = (deps: TreeDeps): Route[] => [
  {
    method: 'POST',
    path: '/canvases/:canvas_id/give',
    operation: 'giveCanvas',
    tag: tags.canvases,
    summary: 'Gives a canvas to a user',
    about: 'It moves into their home folder, and counts as made by them. 409 when a canvas there has its name.',
    file: 'server/canvases/routes/canvases/give.ts',
    access: deps.rules.giveCanvas,
    body,
    answer: Canvas.collection.answer,
    refusals: [404, 409],
    handle: (call) => give(deps, call),
  },
];

async function give(deps: TreeDeps, call: Call): Promise<string> {
  const { store } = deps;
  // The path counts before the body
  stored(store.directory, canvases, call.params.canvas_id!);
  if (call.body.user_id === undefined) throw refuse.missing('user_id');
  const to = Int().read(call.body.user_id, 'user_id', undefined);
  const show = await submit<AnswerAfterCommit>(store, call, {
    *run(tx) {
      const { directory } = tx;
      const before = stored(directory, canvases, call.params.canvas_id!);
      const user = namedUser(directory, String(to));
      if (user.id === GUEST) throw refuse.denied();
      const folder_id = homeOf(user.id);
      if (rivalsOf(tx, canvases, before, folder_id).length > 0) {
        throw refuse.conflict(`${user.name} has a canvas of this name already`);
      }
      const rights = rightsOf(deps, call);
      const moved = yield* moveItem(tx, rights, canvases, before.id, { folder_id, replace: false });
      const canvas = { ...moved, created_by: user.id };
      directory.update(Canvas, canvas);
      const details = { user_id: user.id };
      tx.audit({ action: 'Canvas given', target_type: 'canvas', target_id: before.id, target_name: before.name, details });
      return shown(tx, rights, canvases, canvas);
    },
  });
  return show(store);
}
