import { randomUUID } from 'node:crypto';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { type Canvas, snapshotNamed } from '../../../model/resources/canvas.ts';
import type { Behaviour, Write } from '../../collections/behaviour.ts';
import { ownIdOf } from '../../collections/own-id.ts';
import type { Call } from '../../http/routing/route.ts';
import { readCanvas } from '../change/content.ts';
import { createCanvas, createFolder, type NewCanvas, type NewFolder, readNewItem } from '../change/create.ts';
import { fillState } from '../change/demo-state.ts';
import { untilCurrent } from '../change/superseded.ts';
import { withUnseen } from '../change/unseen.ts';
import { entersDemo, scopesToUpdate, updateCanvas, updateFolder } from '../change/update.ts';
import { rightsOf, type TreeDeps } from '../deps.ts';
import { canvases, folders, stored } from '../rules/kinds.ts';
import { isSizeSent, readCanvasSize } from '../rules/size.ts';
import { type AnswerAfterCommit, shown } from '../show/present.ts';
import { canvasList, folderList, treeItem } from '../show/tree-sources.ts';

/** What folders do besides what their definition says (interface/canvases 3.3). */
export const folderBehaviour = (deps: TreeDeps): Behaviour => ({
  list: ({ actor }) => folderList(deps, actor),
  get: ({ actor, params }) => treeItem(deps, actor, params.folder_id!),
  create: {
    async handle(call, submit) {
      const id = administratorsId(call);
      return (await submit({ ...readNewItem(call.body), id }))(deps.store);
    },
    admit: (_, call) => void administratorsId(call),
    run(tx, call, sent) {
      const rights = rightsOf(deps, call);
      return shown(tx, rights, folders, createFolder(tx, rights, sent));
    },
  } satisfies Write<NewFolder, AnswerAfterCommit>,
  update: {
    handle: async (_, submit) => (await submit())(deps.store),
    run: (tx, call) => shown(tx, rightsOf(deps, call), folders, updateFolder(tx, call.params.folder_id!, call.body)),
  } satisfies Write<void, AnswerAfterCommit>,
});

/** What canvases do besides what their definition says (interface/canvases 2.3). */
export const canvasBehaviour = (deps: TreeDeps): Behaviour => ({
  list: ({ actor }) => canvasList(deps, actor),
  get: ({ actor, params }) => treeItem(deps, actor, params.canvas_id!),
  create: {
    async handle(call, submit) {
      const own = administratorsId(call);
      const id = own ?? randomUUID();
      const size = readCanvasSize(call.body, undefined);
      const made = submit({ ...readNewItem(call.body), id, size, isRenewed: own !== undefined });
      return (await (own === undefined ? made : unlessBuried(made, id)))(deps.store);
    },
    admit: (_, call) => void administratorsId(call),
    scopes: (_, { id }) => ({ scopes: ['directory', id], fresh: [id] }),
    run(tx, call, canvas) {
      const rights = rightsOf(deps, call);
      return shown(tx, rights, canvases, createCanvas(tx, rights, canvas));
    },
  } satisfies Write<NewCanvas, AnswerAfterCommit>,
  update: {
    handle: (call, submit) => untilCurrent(() => patch(deps, call, submit)),
    scopes: ({ params, body }, { saved }) => ({ scopes: scopesToUpdate(params.canvas_id!, { body, saved }) }),
    run(tx, call, { saved }) {
      const canvas = updateCanvas(tx, call.params.canvas_id!, { body: call.body, saved });
      return { canvas, show: shown(tx, rightsOf(deps, call), canvases, canvas) };
    },
  } satisfies Write<CanvasPatchInput, PatchedCanvas>,
});

/**
 * The id that a create of a canvas or folder brings; undefined: none. 403 for all but administrators, because presets, links and tokens
 * may still name the id of a deleted canvas, in whose place they would show the new one.
 */
function administratorsId(call: Call): string | undefined {
  const id = ownIdOf(call);
  if (id !== undefined && !call.actor.admin) throw refuse.denied();
  return id;
}

/** While the content of a deleted canvas is being removed, no other canvas can have its id: 503. */
async function unlessBuried<T>(made: Promise<T>, id: string): Promise<T> {
  try {
    return await made;
  } catch (error) {
    if (error instanceof Refusal && error.name === 'scopeGone') {
      throw refuse.unavailable(`Canvas ${id} is still being removed`);
    }
    throw error;
  }
}

interface CanvasPatchInput {
  /** See `CanvasPatch`. */
  readonly saved: string;
}

interface PatchedCanvas {
  readonly canvas: Canvas;
  readonly show: AnswerAfterCommit;
}

/** When a canvas enters demo mode, its content is saved first, into an unseen scope: that may take long, and the command must not. */
async function patch(
  { store }: TreeDeps,
  call: Call,
  submit: (input: CanvasPatchInput) => Promise<PatchedCanvas>,
): Promise<string> {
  const { body, params } = call;
  const id = params.canvas_id!;
  if (!entersDemo(stored(store.directory, canvases, id), body)) return (await submit({ saved: '' })).show(store);
  if (isSizeSent(body)) readCanvasSize(body, undefined);
  return withUnseen(store, call, async (unseen) => {
    const { content } = await readCanvas(store, id);
    const saved = snapshotNamed(randomUUID());
    await unseen.fill([saved], (tx) => fillState(tx.scope(saved), content));
    const { canvas, show } = await submit({ saved });
    return { result: show(store), used: [canvas.saved] };
  });
}
