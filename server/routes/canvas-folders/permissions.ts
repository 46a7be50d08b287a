import type { TreeDeps } from '../../canvases/deps.ts';
import { folders } from '../../canvases/kinds.ts';
import { permissionRoutes } from '../../canvases/routes.ts';
import { folderPermissionsSchema, folderSharingSchema, sharingRules } from '../../canvases/schemas.ts';
import type { Route } from '../../http/routing/route.ts';

export const folderPermissionRoutes = (deps: TreeDeps): Route[] =>
  permissionRoutes(deps, folders, {
    path: '/canvas-folders/:folder_id/permissions',
    file: 'server/routes/canvas-folders/permissions.ts',
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
