import { moveCanvas, readMove } from '../../commands/move.ts';
import type { Call, Route } from '../../http/route.ts';
import { answerOf, written } from './answer.ts';
import { askerOf, change, type PlaceParts } from './parts.ts';
import { canvasSchema, moveSchema } from './schemas.ts';

/** Two SDKs send PATCH: it is the same (canvases contract 3.3). */
export const canvasMoveRoutes = (parts: PlaceParts): Route[] =>
  (['POST', 'PATCH'] as const).map((method) => ({
    method,
    path: '/canvases/:canvas_id/move',
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
