import { submit } from '../../../collections/submit.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import { deleteChildren } from '../../change/delete.ts';
import type { TreeDeps } from '../../deps.ts';

export const folderChildrenRoutes = (deps: TreeDeps): Route[] => [
  {
    method: 'DELETE',
    path: '/canvas-folders/:folder_id/children',
    operation: 'deleteFolderChildren',
    tag: tags.folders,
    summary: 'Deletes for good all that is in a folder; on the own trash this empties it',
    file: 'server/canvases/routes/canvas-folders/children.ts',
    access: deps.rules.emptyFolder,
    answer: 'empty',
    handle: (call) => submit(deps.store, call, { run: (tx) => deleteChildren(tx, call.params.folder_id!) }),
  },
];
