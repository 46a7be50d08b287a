import { deleteChildren } from '../../commands/delete-place.ts';
import type { Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { change, type PlaceParts } from '../canvases/parts.ts';

export const folderChildrenRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'DELETE',
    path: '/canvas-folders/:folder_id/children',
    operation: 'deleteFolderChildren',
    tag: tags.folders,
    summary: 'Deletes for good all that is in a folder; on the own trash this empties it',
    file: 'server/routes/canvas-folders/children.ts',
    access: parts.rules.emptyFolder,
    answer: 'empty',
    handle: (call) => change(parts, call, (tx) => deleteChildren(tx, call.params.folder_id!)),
  },
];
