import { createPresenter } from '../access/present.ts';
import type { Route } from '../http/route.ts';
import { folderRoutes } from './canvas-folders.ts';
import { folderChildrenRoutes } from './canvas-folders/children.ts';
import { folderMoveRoutes } from './canvas-folders/move.ts';
import { folderPermissionRoutes } from './canvas-folders/permissions.ts';
import { canvasRoutes } from './canvases.ts';
import { canvasMoveRoutes } from './canvases/move.ts';
import type { PlaceParts } from './canvases/parts.ts';
import { canvasPermissionRoutes } from './canvases/permissions.ts';

/** All routes of canvases and folders: they share one presenter and so its texts. */
export function placeRoutes(parts: Omit<PlaceParts, 'present'>): Route[] {
  const joined = { ...parts, present: createPresenter(parts) };
  return [
    ...canvasRoutes(joined),
    ...canvasMoveRoutes(joined),
    ...canvasPermissionRoutes(joined),
    ...folderRoutes(joined),
    ...folderChildrenRoutes(joined),
    ...folderMoveRoutes(joined),
    ...folderPermissionRoutes(joined),
  ];
}
