import { refuse } from '../../../model/refusal.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { readCanvas } from '../../commands/canvas-content.ts';
import { type CanvasCopy, copyFolder, fillCopy, planFolderCopy, refuseTooMuch, scopesOf, viewable } from '../../commands/copy.ts';
import type { Asker } from '../../commands/destination.ts';
import { type Move, readMove } from '../../commands/move.ts';
import { type UnseenScopes, withUnseen } from '../../commands/unseen.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { folderAnswer } from '../canvases/answer.ts';
import { bothVerbs } from '../canvases/both-verbs.ts';
import { askerOf, change, type PlaceParts } from '../canvases/parts.ts';
import { folderSchema, moveRules, moveSchema } from '../canvases/schemas.ts';

export const folderCopyRoutes = (parts: PlaceParts): Route[] =>
  bothVerbs('copyFolder', moveRules).map((verb) => ({
    ...verb,
    path: '/canvas-folders/:folder_id/copy',
    tag: tags.folders,
    summary: 'Copies a folder with all below that the caller may view, not with the permissions',
    file: 'server/routes/canvas-folders/copy.ts',
    access: parts.rules.copyFolder,
    body: moveSchema,
    answer: folderSchema,
    refusals: [409],
    handle: (call) => copy(parts, call),
  }));

async function copy(parts: PlaceParts, call: Call): Promise<string> {
  const to = readMove(call.body);
  const asker = askerOf(parts, call);
  const id = call.params.folder_id!;
  const folder = parts.store.directory.get(Folder, id);
  if (!folder) throw refuse.notFound('Folder', id);
  if (!planFolderCopy(parts.store, asker, folder, to)) return folderAnswer(parts.store, asker, folder);
  return withUnseen(parts.store, call, async (unseen) => {
    const copies = await copyBelow(parts, unseen, asker, folder, to);
    const { text, used } = await change(parts, call, function* (tx) {
      const copy = yield* copyFolder(tx, asker, id, copies, to);
      return { text: folderAnswer(tx, asker, copy.folder), used: copy.canvases.flatMap(scopesOf) };
    });
    return { result: text, used };
  });
}

/**
 * Copies the canvases in the folder and below that the caller may view, by the id of their source: each as it is in one turn,
 * one after the other, so that only one has to be in memory. 409 what `refuseTooMuch` says.
 */
async function copyBelow(
  { store }: PlaceParts,
  unseen: UnseenScopes,
  asker: Asker,
  folder: Folder,
  { folder_id }: Move,
): Promise<Map<string, CanvasCopy>> {
  const { directory } = store;
  const found = [...viewable(directory, asker, folder)];
  refuseTooMuch(store, asker, found, folder_id);
  const copies = new Map<string, CanvasCopy>();
  for (const { id } of found.flatMap(({ canvases }) => canvases)) {
    // Deleted while others were copied
    if (directory.version(id)) copies.set(id, await fillCopy(store, unseen, await readCanvas(store, id)));
  }
  return copies;
}
