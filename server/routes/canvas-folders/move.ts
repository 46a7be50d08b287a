import { Folder } from '../../../model/resources/folder.ts';
import type { TreeDeps } from '../../canvases/deps.ts';
import { folders } from '../../canvases/kinds.ts';
import { moveRoutes } from '../../canvases/routes.ts';
import { moveRules } from '../../canvases/schemas.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Route } from '../../http/routing/route.ts';

export const folderMoveRoutes = (deps: TreeDeps): Route[] =>
  moveRoutes(deps, folders, {
    path: '/canvas-folders/:folder_id/move',
    operation: 'moveFolder',
    tag: tags.folders,
    summary: 'Moves a folder with all below to another folder, or to the own trash',
    about: moveRules,
    file: 'server/routes/canvas-folders/move.ts',
    access: deps.rules.ownFolder,
    answer: Folder.collection.answer,
    refusals: [409],
  });
