import { Folder } from '../../../../model/resources/folder.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import { readMove } from '../../change/move.ts';
import type { TreeDeps } from '../../deps.ts';
import { copyRoutes } from '../../routes.ts';
import { folders } from '../../rules/kinds.ts';
import { moveRules, moveSchema } from '../../schemas.ts';

export const folderCopyRoutes = (deps: TreeDeps): Route[] =>
  copyRoutes(deps, folders, {
    path: '/canvas-folders/:folder_id/copy',
    operation: 'copyFolder',
    tag: tags.folders,
    summary: 'Copies a folder with all below that the caller may view, not with the permissions',
    about: moveRules,
    file: 'server/canvases/routes/canvas-folders/copy.ts',
    access: deps.rules.copyFolder,
    body: moveSchema,
    answer: Folder.collection.answer,
    read: readMove,
  });
