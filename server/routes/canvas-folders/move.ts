import { moveFolder, readMove } from '../../commands/move.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { folderAnswer } from '../canvases/answer.ts';
import { bothVerbs } from '../canvases/both-verbs.ts';
import { askerOf, change, type PlaceParts } from '../canvases/parts.ts';
import { folderSchema, moveRules, moveSchema } from '../canvases/schemas.ts';

export const folderMoveRoutes = (parts: PlaceParts): Route[] =>
  bothVerbs('moveFolder', moveRules).map((verb) => ({
    ...verb,
    path: '/canvas-folders/:folder_id/move',
    tag: tags.folders,
    summary: 'Moves a folder with all below to another folder, or to the own trash',
    file: 'server/routes/canvas-folders/move.ts',
    access: parts.rules.ownFolder,
    body: moveSchema,
    answer: folderSchema,
    refusals: [409],
    handle: (call) => move(parts, call),
  }));

function move(parts: PlaceParts, call: Call): Promise<string> {
  const asker = askerOf(parts, call);
  const to = readMove(call.body);
  return change(parts, call, function* (tx) {
    return folderAnswer(tx, asker, yield* moveFolder(tx, asker, call.params.folder_id!, to));
  });
}
