import { widgetKinds } from '../../model/widgets/index.ts';
import type { Access } from '../access/access.ts';
import type { Activity } from '../access/activity.ts';
import type { Authentication } from '../access/authenticate.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Presenter } from '../access/present.ts';
import type { Rules } from '../access/rules.ts';
import type { Blobs } from '../assets/blobs.ts';
import type { FileReads } from '../assets/file-bytes.ts';
import type { Mipmaps } from '../assets/mipmaps.ts';
import type { Previews } from '../assets/preview/previews.ts';
import type { Renderers } from '../assets/render/types.ts';
import type { Uploads } from '../assets/uploads.ts';
import { annotationRoutes } from '../collections/annotations.ts';
import { collectionRoutes } from '../collections/verbs.ts';
import { widgetRoutes } from '../collections/widgets.ts';
import type { UserLimits } from '../commands/user-limits.ts';
import type { Route } from '../http/route.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Store } from '../store/types.ts';
import { assetRoutes } from './assets.ts';
import { folderChildrenRoutes } from './canvas-folders/children.ts';
import { folderCopyRoutes } from './canvas-folders/copy.ts';
import { folderMoveRoutes } from './canvas-folders/move.ts';
import { folderPermissionRoutes } from './canvas-folders/permissions.ts';
import { folderRoutes } from './canvas-folders.ts';
import { backgroundRoutes } from './canvases/background.ts';
import { colorPresetsRoutes } from './canvases/color-presets.ts';
import { canvasCopyRoutes } from './canvases/copy.ts';
import { canvasMoveRoutes } from './canvases/move.ts';
import { canvasPermissionRoutes } from './canvases/permissions.ts';
import { previewRoutes } from './canvases/preview.ts';
import { canvasRestoreRoutes } from './canvases/restore.ts';
import { canvasSaveRoutes } from './canvases/save.ts';
import { tableCellRoutes } from './canvases/table-cells.ts';
import { cellRoutes } from './canvases/tables/cells.ts';
import { uploadsFolderRoutes } from './canvases/uploads-folder.ts';
import { cloneRoutes } from './canvases/widgets/clone.ts';
import { canvasRoutes } from './canvases.ts';
import { memberRoutes } from './groups/members.ts';
import { groupRoutes } from './groups.ts';
import { mipmapRoutes } from './mipmaps.ts';
import { serverConfigRoutes } from './server-config.ts';
import { serverInfoRoutes } from './server-info.ts';
import { accessTokenRoutes } from './users/access-tokens.ts';
import { approveRoutes } from './users/approve.ts';
import { blockRoutes } from './users/block.ts';
import { loginRoutes } from './users/login.ts';
import { logoutRoutes } from './users/logout.ts';
import { passwordRoutes } from './users/password.ts';
import { unblockRoutes } from './users/unblock.ts';
import { userRoutes } from './users.ts';

/** What handlers may use; each route file takes the narrow part of it that it needs. */
export interface RouteParts {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly rules: Rules;
  readonly access: Access;
  readonly present: Presenter;
  readonly authenticate: Authentication;
  readonly passwords: Passwords;
  readonly countFailure: (ip: string) => number | undefined;
  readonly activity: Activity;
  readonly userLimits: UserLimits;
  readonly blobs: Blobs;
  readonly renderers: Renderers;
  readonly mipmaps: Mipmaps;
  readonly reads: FileReads;
  readonly uploads: Uploads;
  readonly previews: Previews;
  /** `<semver> [<build id>]` */
  readonly version: string;
  readonly messageBytes: number;
  /** The start-up setting `external_url`. */
  readonly externalUrl: string;
}

/** The whole route table. `docs/endpoints.txt` lists it by path. */
export const routeTable = (parts: RouteParts): Route[] => [
  ...serverInfoRoutes(parts),
  ...serverConfigRoutes(parts),
  ...loginRoutes(parts),
  ...logoutRoutes(parts),
  ...userRoutes(parts),
  ...passwordRoutes(parts),
  ...blockRoutes(parts),
  ...unblockRoutes(parts),
  ...approveRoutes(parts),
  ...accessTokenRoutes(parts),
  ...groupRoutes(parts),
  ...memberRoutes(parts),
  ...folderRoutes(parts),
  ...folderChildrenRoutes(parts),
  ...folderMoveRoutes(parts),
  ...folderCopyRoutes(parts),
  ...folderPermissionRoutes(parts),
  ...canvasRoutes(parts),
  ...canvasMoveRoutes(parts),
  ...canvasCopyRoutes(parts),
  ...canvasSaveRoutes(parts),
  ...canvasRestoreRoutes(parts),
  ...canvasPermissionRoutes(parts),
  ...previewRoutes(parts),
  ...backgroundRoutes(parts),
  ...colorPresetsRoutes(parts),
  ...cellRoutes(parts),
  ...tableCellRoutes(parts),
  ...cloneRoutes(parts),
  ...uploadsFolderRoutes(parts),
  ...collectionRoutes(parts, widgetKinds),
  ...annotationRoutes(parts, widgetKinds),
  ...widgetRoutes(parts, widgetKinds),
  ...mipmapRoutes(parts),
  ...assetRoutes(parts),
];
