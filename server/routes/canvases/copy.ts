import { entryOf, readCanvas } from '../../commands/canvas-content.ts';
import { copyCanvas, fillCopy, planCanvasCopy, readCopy, scopesOf } from '../../commands/copy.ts';
import { withUnseen } from '../../commands/unseen.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { answerOf, written } from './answer.ts';
import { bothVerbs } from './both-verbs.ts';
import { askerOf, change, type PlaceParts } from './parts.ts';
import { canvasSchema, copyRules, copySchema } from './schemas.ts';

export const canvasCopyRoutes = (parts: PlaceParts): Route[] =>
  bothVerbs('copyCanvas', copyRules).map((verb) => ({
    ...verb,
    path: '/canvases/:canvas_id/copy',
    tag: tags.canvases,
    summary: 'Copies a canvas with its content, not with its permissions',
    file: 'server/routes/canvases/copy.ts',
    access: parts.rules.viewCanvas,
    body: copySchema,
    answer: canvasSchema,
    refusals: [409],
    handle: (call) => copy(parts, call),
  }));

async function copy(parts: PlaceParts, call: Call): Promise<string> {
  const to = readCopy(call.body);
  const asker = askerOf(parts, call);
  const source = entryOf(parts.store.directory, call.params.canvas_id!);
  if (!planCanvasCopy(parts.store, asker, source, to)) return answerOf(written(parts.store, asker, source), parts.store);
  return withUnseen(parts.store, call, async (unseen) => {
    const copied = await fillCopy(parts.store, unseen, await readCanvas(parts.store, source.id));
    const made = await change(parts, call, function* (tx) {
      return written(tx, asker, yield* copyCanvas(tx, asker, copied, to));
    });
    return { result: answerOf(made, parts.store), used: made.canvas.id === copied.id ? scopesOf(copied) : [] };
  });
}
