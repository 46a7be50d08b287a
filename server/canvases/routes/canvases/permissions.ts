import type { Route } from '../../../http/routing/route.ts';
import type { TreeDeps } from '../../deps.ts';
import { permissionRoutes } from '../../routes.ts';
import { canvases } from '../../rules/kinds.ts';
import { permissionsSchema, sharingRules, sharingSchema } from '../../schemas.ts';

export const canvasPermissionRoutes = (deps: TreeDeps): Route[] =>
  permissionRoutes(deps, canvases, {
    path: '/canvases/:canvas_id/permissions',
    file: 'server/canvases/routes/canvases/permissions.ts',
    answer: permissionsSchema,
    read: {
      operation: 'getCanvasPermissions',
      summary: 'Explicit and inherited permissions of a canvas, and its link',
      access: deps.rules.viewCanvas,
    },
    merge: {
      operation: 'updateCanvasPermissions',
      summary: 'Merges entries into the permissions of a canvas',
      about: `${sharingRules} \`link_permission\` lets anybody with the address read (\`view\`), or users of this server write, too (\`edit\`).`,
      access: deps.rules.shareCanvas,
      body: sharingSchema,
    },
  });
