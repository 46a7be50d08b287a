import { randomUUID } from 'node:crypto';
import Schema from 'typebox';
import { Canvas, snapshotNamed } from '../../model/resources/canvas.ts';
import { entryOf, readCanvas } from '../commands/canvas-content.ts';
import { isSizeSent, readCanvasSize } from '../commands/canvas-size.ts';
import { createCanvas } from '../commands/create-canvas.ts';
import { deletePlace } from '../commands/delete-place.ts';
import { fillState } from '../commands/demo-state.ts';
import { readNewPlace } from '../commands/new-place.ts';
import { untilCurrent } from '../commands/superseded.ts';
import { withUnseen } from '../commands/unseen.ts';
import { entersDemo, scopesToUpdate, updateCanvas } from '../commands/update-canvas.ts';
import type { Call, Route } from '../http/route.ts';
import { tags } from '../http/tags.ts';
import { answerOf, written } from './canvases/answer.ts';
import { askerOf, change, type PlaceParts, watching } from './canvases/parts.ts';
import { canvasPatchSchema, canvasSchema, newCanvasSchema } from './canvases/schemas.ts';
import { canvasItem, canvasList } from './canvases/sources.ts';

const file = 'server/routes/canvases.ts';
const list = '/canvases';
const item = '/canvases/:canvas_id';

/** The standard verbs of canvases (canvases contract 2.3). */
export const canvasRoutes = (parts: PlaceParts): Route[] => [...readRoutes(parts), ...writeRoutes(parts)];

const readRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'GET',
    path: list,
    operation: 'listCanvases',
    tag: tags.canvases,
    summary: 'Every canvas on which the caller has view or better by permission, not by link',
    file,
    access: parts.rules.signedInLicensed,
    answer: Schema.Array(canvasSchema),
    watch: ({ actor }) => canvasList(watching(parts), actor),
  },
  {
    method: 'GET',
    path: item,
    operation: 'getCanvas',
    tag: tags.canvases,
    summary: 'One canvas',
    file,
    access: parts.rules.viewCanvasOrLink,
    answer: canvasSchema,
    watch: ({ actor, params }) => canvasItem(watching(parts), actor, params.canvas_id!),
  },
];

const writeRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'POST',
    path: list,
    operation: 'createCanvas',
    tag: tags.canvases,
    summary: 'Creates a canvas',
    about:
      'In the folder `folder_id`, on which the caller needs edit; by default in the own home folder. At least 1200 × 800, 9600 × 5400 when no size is sent.',
    file,
    access: parts.rules.signedInLicensed,
    body: newCanvasSchema,
    answer: canvasSchema,
    refusals: [404, 409],
    handle: (call) => create(parts, call),
  },
  {
    method: 'PATCH',
    path: item,
    operation: 'updateCanvas',
    tag: tags.canvases,
    summary: 'Changes name, mode or size of a canvas',
    about: 'With `mode` `demo` the present content becomes the saved state; back in `normal` that state is gone.',
    file,
    access: parts.rules.editCanvas,
    body: canvasPatchSchema,
    answer: canvasSchema,
    handle: (call) => patch(parts, call),
  },
  {
    method: 'DELETE',
    path: item,
    operation: 'deleteCanvas',
    tag: tags.canvases,
    summary: 'Deletes a canvas for good, trashed or not',
    about: 'To move it to the own trash instead, use move with the folder_id `trash.<user id>`.',
    file,
    access: parts.rules.ownCanvas,
    answer: 'empty',
    handle: (call) => change(parts, call, (tx) => deletePlace(tx, Canvas, call.params.canvas_id!)),
  },
];

async function create(parts: PlaceParts, call: Call): Promise<string> {
  const { body, author, permit } = call;
  const id = randomUUID();
  const canvas = { ...readNewPlace(Canvas.fields, body), id, size: readCanvasSize(body, undefined) };
  const asker = askerOf(parts, call);
  const made = await parts.store.submit({
    scopes: ['directory', id],
    fresh: [id],
    author,
    permit,
    run: (tx) => written(tx, asker, createCanvas(tx, asker, canvas)),
  });
  return answerOf(made, parts.store);
}

const patch = (parts: PlaceParts, call: Call): Promise<string> =>
  untilCurrent(() => {
    const canvas = entryOf(parts.store.directory, call.params.canvas_id!);
    return entersDemo(canvas, call.body) ? enterDemo(parts, call) : update(parts, call, '').then(({ text }) => text);
  });

/** The content is saved first, where nobody sees it: that may take long, and the change itself must not. */
async function enterDemo(parts: PlaceParts, call: Call): Promise<string> {
  const { store } = parts;
  if (isSizeSent(call.body)) readCanvasSize(call.body, undefined);
  return withUnseen(store, call, async (unseen) => {
    const { content } = await readCanvas(store, call.params.canvas_id!);
    const saved = snapshotNamed(randomUUID());
    await unseen.fill([saved], (tx) => fillState(tx.scope(saved), content));
    const { text, canvas } = await update(parts, call, saved);
    return { result: text, used: [canvas.saved] };
  });
}

async function update(parts: PlaceParts, call: Call, saved: string): Promise<{ text: string; canvas: Canvas }> {
  const { body, author, permit, params } = call;
  const id = params.canvas_id!;
  const asker = askerOf(parts, call);
  const changed = await parts.store.submit({
    scopes: scopesToUpdate(id, { body, saved }),
    author,
    permit,
    run: (tx) => written(tx, asker, updateCanvas(tx, id, { body, saved })),
  });
  return { text: answerOf(changed, parts.store), canvas: changed.canvas };
}
