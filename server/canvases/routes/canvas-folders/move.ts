import { Folder } from '../../../../model/resources/folder.ts';
import { tags } from '../../../http/answers/tags.ts';
import type { Route } from '../../../http/routing/route.ts';
import type { TreeDeps } from '../../deps.ts';
import { moveRoutes } from '../../routes.ts';
import { folders } from '../../rules/kinds.ts';
import { moveRules } from '../../schemas.ts';

export const folderMoveRoutes = (deps: TreeDeps): Route[] =>
  moveRoutes(deps, folders, {
    path: '/canvas-folders/:folder_id/move',
    operation: 'moveFolder',
    tag: tags.folders,
    summary: 'Moves a folder with all below to another folder, or to the own trash',
    about: moveRules,
    file: 'server/canvases/routes/canvas-folders/move.ts',
    access: deps.rules.ownFolder,
    answer: Folder.collection.answer,
    refusals: [409],
  });
