import { Canvas } from '../../model/resources/canvas.ts';
import { Folder } from '../../model/resources/folder.ts';
import type { Access } from '../access/authorization/access.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import { createPulse } from '../changes/pulse.ts';
import type { Clock } from '../clock.ts';
import { type CollectionNeeds, collectionDeps } from '../collections/deps.ts';
import type { Displays } from '../displays/displays.ts';
import { feature } from '../feature.ts';
import { createFramingAnswers } from '../outgoing/framing.ts';
import { createPublicHeads } from '../outgoing/public-heads.ts';
import type { Network } from '../outgoing/public-network.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Settings } from '../settings.ts';
import type { Store } from '../store/store.ts';
import { userLimitsOf } from '../users/user-limits.ts';
import { canvasBehaviour, folderBehaviour } from './behaviours/canvases.ts';
import { folderChildrenRoutes } from './routes/canvas-folders/children.ts';
import { folderCopyRoutes } from './routes/canvas-folders/copy.ts';
import { folderMoveRoutes } from './routes/canvas-folders/move.ts';
import { folderPermissionRoutes } from './routes/canvas-folders/permissions.ts';
import { backgroundRoutes } from './routes/canvases/background.ts';
import { framingRoutes } from './routes/canvases/browsers/framing.ts';
import { colorPresetsRoutes } from './routes/canvases/color-presets.ts';
import { canvasCopyRoutes } from './routes/canvases/copy.ts';
import { canvasGiveRoutes } from './routes/canvases/give.ts';
import { canvasMoveRoutes } from './routes/canvases/move.ts';
import { canvasPermissionRoutes } from './routes/canvases/permissions.ts';
import { pulseRoutes } from './routes/canvases/pulse.ts';
import { canvasRestoreRoutes } from './routes/canvases/restore.ts';
import { canvasSaveRoutes } from './routes/canvases/save.ts';
import { tableCellRoutes } from './routes/canvases/table-cells.ts';
import { cellRoutes } from './routes/canvases/tables/cells.ts';
import { uploadsFolderRoutes } from './routes/canvases/uploads-folder.ts';
import { cloneRoutes } from './routes/canvases/widgets/clone.ts';
import { createPresenter } from './show/present.ts';

interface Needs extends CollectionNeeds {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly rules: Rules;
  readonly access: Access;
  readonly displays: Displays;
  /** What tests replace: by which web pages are asked. */
  readonly network: Network | undefined;
  readonly settings: CollectionNeeds['settings'] &
    Pick<Settings, 'maxSessionsPerUser' | 'maxTokensPerUser' | 'maxCanvasesPerUser' | 'pageChecks'>;
}

const make = (needs: Needs) => ({
  ...collectionDeps(needs),
  userLimits: userLimitsOf(needs.settings),
  present: createPresenter(needs),
  pulse: createPulse(needs),
  framing: createFramingAnswers({
    clock: needs.clock,
    heads: createPublicHeads(needs.clock, needs.network),
    enabled: needs.settings.pageChecks,
  }),
});
type CanvasDeps = Needs & ReturnType<typeof make>;

const folderRoutes = (deps: CanvasDeps) => [
  ...folderChildrenRoutes(deps),
  ...folderMoveRoutes(deps),
  ...folderCopyRoutes(deps),
  ...folderPermissionRoutes(deps),
];

const canvasRoutes = (deps: CanvasDeps) => [
  ...canvasMoveRoutes(deps),
  ...canvasGiveRoutes(deps),
  ...canvasCopyRoutes(deps),
  ...canvasSaveRoutes(deps),
  ...canvasRestoreRoutes(deps),
  ...canvasPermissionRoutes(deps),
  ...pulseRoutes(deps),
  ...backgroundRoutes(deps),
  ...colorPresetsRoutes(deps),
];

/** Canvases and folders: the tree, copies, moves, demo states, and what a canvas has beside its widgets. */
export const canvases = feature({
  make,
  behaviours: (deps) => [
    [Folder, { ...folderBehaviour(deps), others: folderRoutes(deps) }],
    [Canvas, { ...canvasBehaviour(deps), others: canvasRoutes(deps) }],
  ],
  routes: (deps) => [
    ...framingRoutes(deps),
    ...cellRoutes(deps),
    ...tableCellRoutes(deps),
    ...cloneRoutes(deps),
    ...uploadsFolderRoutes(deps),
  ],
  close: ({ framing }) => framing.close(),
});
