import { widgetKinds } from '../../model/widgets/index.ts';
import type { Access } from '../access/access.ts';
import type { Authentication } from '../access/authenticate.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Presenter } from '../access/present.ts';
import type { Rules } from '../access/rules.ts';
import { collectionRoutes } from '../collections/verbs.ts';
import { widgetRoutes } from '../collections/widgets.ts';
import type { Route } from '../http/route.ts';
import type { Store } from '../store/types.ts';
import { folderChildrenRoutes } from './canvas-folders/children.ts';
import { folderMoveRoutes } from './canvas-folders/move.ts';
import { folderPermissionRoutes } from './canvas-folders/permissions.ts';
import { folderRoutes } from './canvas-folders.ts';
import { canvasMoveRoutes } from './canvases/move.ts';
import { canvasPermissionRoutes } from './canvases/permissions.ts';
import { tableCellRoutes } from './canvases/table-cells.ts';
import { cellRoutes } from './canvases/tables/cells.ts';
import { cloneRoutes } from './canvases/widgets/clone.ts';
import { canvasRoutes } from './canvases.ts';
import { memberRoutes } from './groups/members.ts';
import { groupRoutes } from './groups.ts';
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
  readonly rules: Rules;
  readonly access: Access;
  readonly present: Presenter;
  readonly authenticate: Authentication;
  readonly passwords: Passwords;
  readonly countFailure: (ip: string) => number | undefined;
  /** `<semver> [<build id>]` */
  readonly version: string;
  /** The start-up setting `external_url`. */
  readonly externalUrl: string;
}

/** The whole route table, in the order of `docs/endpoints.txt`. */
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
  ...folderPermissionRoutes(parts),
  ...canvasRoutes(parts),
  ...canvasMoveRoutes(parts),
  ...canvasPermissionRoutes(parts),
  ...cellRoutes(parts),
  ...tableCellRoutes(parts),
  ...cloneRoutes(parts),
  ...collectionRoutes(parts, widgetKinds),
  ...widgetRoutes(parts, widgetKinds),
];
