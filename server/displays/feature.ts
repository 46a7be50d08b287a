import { Client } from '../../model/resources/displays/client.ts';
import { ClientReport } from '../../model/resources/displays/client-report.ts';
import { DisplayClient } from '../../model/resources/displays/display-client.ts';
import { VideoInputDevice } from '../../model/resources/displays/video-input-device.ts';
import { VideoOutput } from '../../model/resources/displays/video-output.ts';
import { Workspace } from '../../model/resources/displays/workspace.ts';
import type { Access } from '../access/authorization/access.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import { feature } from '../feature.ts';
import type { Route } from '../http/routing/route.ts';
import type { Store } from '../store/store.ts';
import { clientReports, clientsBehaviour, videoInputs, videoOutputs, workspaces } from './behaviours/clients.ts';
import { installations } from './behaviours/installations.ts';
import type { Displays } from './displays.ts';
import { connectRoutes } from './routes/clients/connect.ts';
import { identifyRoutes } from './routes/clients/identify.ts';
import { messageRoutes } from './routes/clients/message.ts';
import { reloadRoutes } from './routes/clients/reload.ts';
import { openCanvasRoutes } from './routes/clients/workspaces/open-canvas.ts';

interface Needs {
  readonly store: Store;
  readonly access: Access;
  readonly rules: Rules;
  readonly displays: Displays;
}

const clientRoutes = (deps: Needs): Route[] => [
  ...connectRoutes(deps),
  ...identifyRoutes(deps),
  ...messageRoutes(deps),
  ...reloadRoutes(deps),
];

/** Display clients over REST, and the address at which they connect. */
export const clients = feature({
  behaviours: (deps: Needs) => [
    [Client, { ...clientsBehaviour(deps), others: clientRoutes(deps) }],
    [Workspace, { ...workspaces(deps), others: openCanvasRoutes(deps) }],
    [VideoOutput, videoOutputs(deps)],
    [VideoInputDevice, videoInputs(deps)],
    [ClientReport, clientReports(deps)],
    [DisplayClient, installations(deps)],
  ],
});
