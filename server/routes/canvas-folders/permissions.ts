import { setFolderPermissions } from '../../commands/set-permissions.ts';
import type { Route } from '../../http/route.ts';
import { askerOf, change, type PlaceParts } from '../canvases/parts.ts';
import { permissionsItem } from '../canvases/permission-source.ts';
import { permissionsSchema, sharingLimits, sharingSchema } from '../canvases/schemas.ts';

const path = '/canvas-folders/:folder_id/permissions';
const file = 'server/routes/canvas-folders/permissions.ts';

/** Who has what on a folder and, where nothing nearer says otherwise, on all below (canvases contract 4). */
export const folderPermissionRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'GET',
    path,
    summary: 'Explicit and inherited permissions',
    file,
    access: parts.rules.viewFolder,
    answer: permissionsSchema,
    watch: ({ params }) => permissionsItem(parts.access, params.folder_id!),
  },
  {
    method: 'POST',
    path,
    summary: 'Merges entries into the permissions; principals that are not named keep theirs',
    file,
    access: parts.rules.shareFolder,
    body: sharingSchema,
    bodyLimits: sharingLimits,
    answer: permissionsSchema,
    refusals: [409],
    handle: (call) =>
      change(parts, call, (tx) => setFolderPermissions(tx, askerOf(parts, call), call.params.folder_id!, call.body)),
  },
];
