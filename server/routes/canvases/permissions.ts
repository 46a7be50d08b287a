import { setCanvasPermissions } from '../../commands/set-permissions.ts';
import type { Route } from '../../http/route.ts';
import { tags } from '../../http/tags.ts';
import { askerOf, change, type PlaceParts } from './parts.ts';
import { permissionsItem } from './permission-source.ts';
import { permissionsSchema, sharingLimits, sharingRules, sharingSchema } from './schemas.ts';

const path = '/canvases/:canvas_id/permissions';
const file = 'server/routes/canvases/permissions.ts';

/** Who has what on a canvas, and its link (canvases contract 4). */
export const canvasPermissionRoutes = (parts: PlaceParts): Route[] => [
  {
    method: 'GET',
    path,
    operation: 'getCanvasPermissions',
    tag: tags.permissions,
    summary: 'Explicit and inherited permissions of a canvas, and its link',
    file,
    access: parts.rules.viewCanvas,
    answer: permissionsSchema,
    watch: ({ params }) => permissionsItem(parts.access, params.canvas_id!),
  },
  {
    method: 'POST',
    path,
    operation: 'updateCanvasPermissions',
    tag: tags.permissions,
    summary: 'Merges entries into the permissions of a canvas',
    about: `${sharingRules} \`link_permission\` lets anybody with the address read (\`view\`), or users of this server write, too (\`edit\`).`,
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
