import { randomUUID } from 'node:crypto';
import { refuse } from '../../../model/refusal.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { type CanvasSource, readCanvas } from '../../commands/canvas-content.ts';
import { type CanvasCopy, copyFolder, planFolderCopy, scopesOf, viewable } from '../../commands/copy.ts';
import type { Asker } from '../../commands/destination.ts';
import { readMove } from '../../commands/move.ts';
import type { Call, Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { folderAnswer } from '../canvases/answer.ts';
import { bothVerbs } from '../canvases/both-verbs.ts';
import { askerOf, type PlaceParts } from '../canvases/parts.ts';
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
  const read = await readBelow(parts, asker, folder);
  const fresh = [...read.values()].flatMap(scopesOf);
  return parts.store.submit({
    scopes: ['directory', ...fresh],
    fresh,
    author: call.author,
    permit: call.permit,
    *run(tx) {
      return folderAnswer(tx, asker, yield* copyFolder(tx, asker, id, read, to));
    },
  });
}

/**
 * The canvases that the caller may view in the folder and below, each in one turn, one after the other. All are in memory
 * at once, and then all copies: 400 when that is more than memory is for.
 */
async function readBelow({ store, copyBytes }: PlaceParts, asker: Asker, folder: Folder): Promise<Map<string, CanvasCopy>> {
  const { directory } = store;
  const below = [...viewable(directory, asker, folder)].flatMap(({ canvases }) => canvases);
  const read = new Map<string, CanvasCopy>();
  let bytes = 0;
  for (const canvas of below) {
    // Deleted while the others were read
    if (!directory.version(canvas.id)) continue;
    const source = await readCanvas(store, canvas.id);
    bytes += bytesOf(source);
    if (bytes > copyBytes) throw refuse.invalid(tooLarge(folder, copyBytes));
    read.set(canvas.id, { ...source, id: randomUUID() });
  }
  return read;
}

const tooLarge = ({ id }: Folder, bytes: number): string =>
  `Folder ${id} holds more than ${bytes} bytes of content; copy its folders and canvases one by one`;

function bytesOf({ content, saved }: CanvasSource): number {
  let bytes = 0;
  for (const part of [...content, ...saved]) for (const { shown } of part) bytes += shown.length;
  return bytes;
}
