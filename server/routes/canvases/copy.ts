import { randomUUID } from 'node:crypto';
import { entryOf, readCanvas } from '../../commands/canvas-content.ts';
import { copyCanvas, planCanvasCopy, readCopy, scopesOf } from '../../commands/copy.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { answerOf, written } from './answer.ts';
import { bothVerbs } from './both-verbs.ts';
import { askerOf, type PlaceParts } from './parts.ts';
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
    handle: (call) => copy(parts, call),
  }));

async function copy(parts: PlaceParts, call: Call): Promise<string> {
  const to = readCopy(call.body);
  const asker = askerOf(parts, call);
  const source = entryOf(parts.store.directory, call.params.canvas_id!);
  if (!planCanvasCopy(parts.store, asker, source, to)) return answerOf(written(parts.store, asker, source), parts.store);
  const copied = { ...(await readCanvas(parts.store, source.id)), id: randomUUID() };
  const fresh = scopesOf(copied);
  const made = await parts.store.submit({
    scopes: ['directory', ...fresh],
    fresh,
    author: call.author,
    permit: call.permit,
    *run(tx) {
      return written(tx, asker, yield* copyCanvas(tx, asker, copied, to));
    },
  });
  return answerOf(made, parts.store);
}
