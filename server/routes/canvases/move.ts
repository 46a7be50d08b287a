import { moveCanvas, readMove } from '../../commands/move.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { answerOf, written } from './answer.ts';
import { bothVerbs } from './both-verbs.ts';
import { askerOf, change, type PlaceParts } from './parts.ts';
import { canvasSchema, moveRules, moveSchema } from './schemas.ts';

export const canvasMoveRoutes = (parts: PlaceParts): Route[] =>
  bothVerbs('moveCanvas', moveRules).map((verb) => ({
    ...verb,
    path: '/canvases/:canvas_id/move',
    tag: tags.canvases,
    summary: 'Moves a canvas to another folder, or to the own trash',
    file: 'server/routes/canvases/move.ts',
    access: parts.rules.ownCanvas,
    body: moveSchema,
    answer: canvasSchema,
    handle: (call) => move(parts, call),
  }));

async function move(parts: PlaceParts, call: Call): Promise<string> {
  const asker = askerOf(parts, call);
  const to = readMove(call.body);
  const moved = await change(parts, call, function* (tx) {
    return written(tx, asker, yield* moveCanvas(tx, asker, call.params.canvas_id!, to));
  });
  return answerOf(moved, parts.store);
}
