import Schema from 'typebox';
import { Folder } from '../../model/resources/folder.ts';
import { createFolder } from '../commands/create-folder.ts';
import { deletePlace } from '../commands/delete-place.ts';
import { readNewPlace } from '../commands/new-place.ts';
import { renameFolder } from '../commands/rename-folder.ts';
import type { Call, Route } from '../http/route.ts';
import { tags } from '../http/tags.ts';
import { folderItem, folderList } from './canvas-folders/sources.ts';
import { folderAnswer } from './canvases/answer.ts';
import { askerOf, change, type PlaceParts, watching } from './canvases/parts.ts';
import { folderPatchSchema, folderSchema, newFolderSchema } from './canvases/schemas.ts';

const file = 'server/routes/canvas-folders.ts';
const list = '/canvas-folders';
const item = '/canvas-folders/:folder_id';

/** The standard verbs of folders (canvases contract 3.3). */
export const folderRoutes = (parts: PlaceParts): Route[] => [...readRoutes(parts), ...writeRoutes(parts)];

const readRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'GET',
    path: list,
    operation: 'listFolders',
    tag: tags.folders,
    summary: 'The root, and every folder on which the caller has view or better',
    file,
    access: parts.rules.signedInLicensed,
    answer: Schema.Array(folderSchema),
    watch: ({ actor }) => folderList(watching(parts), actor),
  },
  {
    method: 'GET',
    path: item,
    operation: 'getFolder',
    tag: tags.folders,
    summary: 'One folder',
    file,
    access: parts.rules.viewFolder,
    answer: folderSchema,
    watch: ({ actor, params }) => folderItem(watching(parts), actor, params.folder_id!),
  },
];

const writeRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'POST',
    path: list,
    operation: 'createFolder',
    tag: tags.folders,
    summary: 'Creates a folder',
    about: 'In the folder `folder_id`, on which the caller needs edit; by default in the own home folder.',
    file,
    access: parts.rules.signedInLicensed,
    body: newFolderSchema,
    answer: folderSchema,
    refusals: [404, 409],
    handle: (call) => create(parts, call),
  },
  {
    method: 'PATCH',
    path: item,
    operation: 'updateFolder',
    tag: tags.folders,
    summary: 'Renames a folder',
    file,
    access: parts.rules.editFolder,
    body: folderPatchSchema,
    answer: folderSchema,
    handle: (call) => rename(parts, call),
  },
  {
    method: 'DELETE',
    path: item,
    operation: 'deleteFolder',
    tag: tags.folders,
    summary: 'Deletes a folder for good, with all below',
    about: 'To move it to the own trash instead, use move with the folder_id `trash.<user id>`.',
    file,
    access: parts.rules.ownFolder,
    answer: 'empty',
    handle: (call) => change(parts, call, (tx) => deletePlace(tx, Folder, call.params.folder_id!)),
  },
];

function create(parts: PlaceParts, call: Call): Promise<string> {
  const asker = askerOf(parts, call);
  const place = readNewPlace(Folder.fields, call.body);
  return parts.store.submit({
    scopes: ['directory'],
    author: call.author,
    permit: call.permit,
    run: (tx) => folderAnswer(tx, asker, createFolder(tx, asker, place)),
  });
}

function rename(parts: PlaceParts, call: Call): Promise<string> {
  return parts.store.submit({
    scopes: ['directory'],
    author: call.author,
    permit: call.permit,
    run: (tx) => folderAnswer(tx, askerOf(parts, call), renameFolder(tx, call.params.folder_id!, call.body)),
  });
}
