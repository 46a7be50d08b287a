import type { Route } from '../../../http/routing/route.ts';
import type { TreeDeps } from '../../deps.ts';
import { permissionRoutes } from '../../routes.ts';
import { folders } from '../../rules/kinds.ts';
import { folderPermissionsSchema, folderSharingSchema, sharingRules } from '../../schemas.ts';

export const folderPermissionRoutes = (deps: TreeDeps): Route[] =>
  permissionRoutes(deps, folders, {
    path: '/canvas-folders/:folder_id/permissions',
    file: 'server/canvases/routes/canvas-folders/permissions.ts',
    answer: folderPermissionsSchema,
    read: {
      operation: 'getFolderPermissions',
      summary: 'Explicit and inherited permissions of a folder',
      access: deps.rules.viewFolder,
    },
    merge: {
      operation: 'updateFolderPermissions',
      summary: 'Merges entries into the permissions of a folder',
      about: sharingRules,
      access: deps.rules.shareFolder,
      body: folderSharingSchema,
    },
  });
