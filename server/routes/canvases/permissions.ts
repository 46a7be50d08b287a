import { setCanvasPermissions } from '../../commands/set-permissions.ts';
import type { Route } from '../../http/route.ts';
import { askerOf, change, type PlaceParts } from './parts.ts';
import { permissionsItem } from './permission-source.ts';
import { permissionsSchema, sharingLimits, sharingSchema } from './schemas.ts';

const path = '/canvases/:canvas_id/permissions';
const file = 'server/routes/canvases/permissions.ts';

/** Who has what on a canvas, and its link (canvases contract 4). */
export const canvasPermissionRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'GET',
    path,
    summary: 'Explicit and inherited permissions, and the link',
    file,
    access: parts.rules.viewCanvas,
    answer: permissionsSchema,
    watch: ({ params }) => permissionsItem(parts.access, params.canvas_id!),
  },
  {
    method: 'POST',
    path,
    summary: 'Merges entries into the permissions; principals that are not named keep theirs',
    file,
    access: parts.rules.shareCanvas,
    body: sharingSchema,
    bodyLimits: sharingLimits,
    answer: permissionsSchema,
    refusals: [409],
    handle: (call) =>
      change(parts, call, (tx) => setCanvasPermissions(tx, askerOf(parts, call), call.params.canvas_id!, call.body)),
  },
];
