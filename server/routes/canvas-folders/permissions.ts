import { setFolderPermissions } from '../../commands/set-permissions.ts';
import type { Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { askerOf, change, type PlaceParts } from '../canvases/parts.ts';
import { permissionsItem } from '../canvases/permission-source.ts';
import { folderPermissionsSchema, folderSharingSchema, sharingLimits, sharingRules } from '../canvases/schemas.ts';

const path = '/canvas-folders/:folder_id/permissions';
const file = 'server/routes/canvas-folders/permissions.ts';

/** Who has what on a folder and, where nothing nearer says otherwise, on all below (canvases contract 4). */
export const folderPermissionRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'GET',
    path,
    operation: 'getFolderPermissions',
    tag: tags.permissions,
    summary: 'Explicit and inherited permissions of a folder',
    file,
    access: parts.rules.viewFolder,
    answer: folderPermissionsSchema,
    watch: ({ params }) => permissionsItem(parts.access, params.folder_id!),
  },
  {
    method: 'POST',
    path,
    operation: 'updateFolderPermissions',
    tag: tags.permissions,
    summary: 'Merges entries into the permissions of a folder',
    about: sharingRules,
    file,
    access: parts.rules.shareFolder,
    body: folderSharingSchema,
    bodyLimits: sharingLimits,
    answer: folderPermissionsSchema,
    refusals: [409],
    handle: (call) =>
      change(parts, call, (tx) => setFolderPermissions(tx, askerOf(parts, call), call.params.folder_id!, call.body)),
  },
];
