import type { Kind } from '../../model/resource.ts';
import { AccessToken } from '../../model/resources/access-token.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Client } from '../../model/resources/client.ts';
import { Folder } from '../../model/resources/folder.ts';
import { Licence } from '../../model/resources/licence.ts';
import { Mark } from '../../model/resources/mark.ts';
import { Member } from '../../model/resources/member.ts';
import { ServerConfig } from '../../model/resources/server-config.ts';
import { LoginSession } from '../../model/resources/session.ts';
import { User } from '../../model/resources/user.ts';
import { VideoInputDevice } from '../../model/resources/video-input-device.ts';
import { VideoOutput } from '../../model/resources/video-output.ts';
import { Workspace } from '../../model/resources/workspace.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import type { Activity } from '../access/authentication/activity.ts';
import type { Attempts } from '../access/authentication/attempts.ts';
import type { Authentication } from '../access/authentication/authenticate.ts';
import type { LastUsed } from '../access/authentication/last-used.ts';
import type { Passwords } from '../access/authentication/passwords.ts';
import type { Access } from '../access/authorization/access.ts';
import type { Rules } from '../access/authorization/rule-table.ts';
import type { Blobs } from '../assets/blobs.ts';
import type { FileReads } from '../assets/file-bytes.ts';
import type { Mipmaps } from '../assets/mipmaps.ts';
import type { Renderers } from '../assets/render/types.ts';
import type { Uploads } from '../assets/uploads.ts';
import { canvasBehaviour, folderBehaviour } from '../canvases/behaviours.ts';
import type { Presenter } from '../canvases/present.ts';
import type { Pulse } from '../changes/pulse.ts';
import type { Clock } from '../clock.ts';
import { annotationRoutes } from '../collections/annotations.ts';
import type { Behaviour } from '../collections/behaviour.ts';
import { clients, videoInputs, videoOutputs, workspaces } from '../collections/resources/clients.ts';
import { licence } from '../collections/resources/licence.ts';
import { serverConfig } from '../collections/resources/server-config.ts';
import { resourceRoutes } from '../collections/resources.ts';
import { widgetCollectionRoutes } from '../collections/widget-collections.ts';
import { widgetRoutes } from '../collections/widgets.ts';
import type { Displays } from '../displays/displays.ts';
import type { Health } from '../health/health.ts';
import type { Log } from '../http/deps.ts';
import type { Route } from '../http/routing/route.ts';
import type { ServerLicence } from '../licence/licence.ts';
import type { Mailer } from '../mail/mailer.ts';
import type { FramingAnswers } from '../outgoing/framing.ts';
import type { OutgoingClient } from '../outgoing/outgoing.ts';
import type { Previews } from '../previews/previews.ts';
import type { Scheduler } from '../scheduler.ts';
import { createOidcSignOn } from '../sign-on/oidc/sign-on.ts';
import { Pairings } from '../sign-on/pairings.ts';
import { createSamlSignOn } from '../sign-on/saml/sign-on.ts';
import type { Store } from '../store/store.ts';
import { accessTokens } from '../users/access-tokens-behaviour.ts';
import { marks } from '../users/marks-behaviour.ts';
import { members } from '../users/members-behaviour.ts';
import { sessions } from '../users/sessions-behaviour.ts';
import type { UserLimits } from '../users/user-limits.ts';
import { users } from '../users/users-behaviour.ts';
import { assetRoutes } from './assets.ts';
import { auditLogExportRoutes } from './audit-log/export-csv.ts';
import { auditLogRoutes } from './audit-log.ts';
import { folderChildrenRoutes } from './canvas-folders/children.ts';
import { folderCopyRoutes } from './canvas-folders/copy.ts';
import { folderMoveRoutes } from './canvas-folders/move.ts';
import { folderPermissionRoutes } from './canvas-folders/permissions.ts';
import { backgroundRoutes } from './canvases/background.ts';
import { framingRoutes } from './canvases/browsers/framing.ts';
import { colorPresetsRoutes } from './canvases/color-presets.ts';
import { canvasCopyRoutes } from './canvases/copy.ts';
import { canvasMoveRoutes } from './canvases/move.ts';
import { canvasPermissionRoutes } from './canvases/permissions.ts';
import { previewRoutes } from './canvases/preview.ts';
import { pulseRoutes } from './canvases/pulse.ts';
import { canvasRestoreRoutes } from './canvases/restore.ts';
import { canvasSaveRoutes } from './canvases/save.ts';
import { tableCellRoutes } from './canvases/table-cells.ts';
import { cellRoutes } from './canvases/tables/cells.ts';
import { uploadsFolderRoutes } from './canvases/uploads-folder.ts';
import { cloneRoutes } from './canvases/widgets/clone.ts';
import { connectRoutes } from './clients/connect.ts';
import { openCanvasRoutes } from './clients/workspaces/open-canvas.ts';
import { fileFitRoutes } from './files/fit.ts';
import { fileInfoRoutes } from './files/info.ts';
import { filePreviewRoutes } from './files/preview.ts';
import { fileRoutes } from './files.ts';
import { liveRoutes } from './healthz/live.ts';
import { readyRoutes } from './healthz/ready.ts';
import { licenceActivationRoutes } from './license/activate.ts';
import { licenceRequestRoutes } from './license/request.ts';
import { mipmapRoutes } from './mipmaps.ts';
import { reloadCertsRoutes } from './server-config/reload-certs.ts';
import { sendTestEmailRoutes } from './server-config/send-test-email.ts';
import { serverInfoRoutes } from './server-info.ts';
import { pairingConfirmRoutes } from './session/pairing/confirm.ts';
import { pairingRoutes } from './session/pairing.ts';
import { sessionRoutes } from './session.ts';
import { approveRoutes } from './users/approve.ts';
import { blockRoutes } from './users/block.ts';
import { changeEmailRoutes } from './users/change-email.ts';
import { confirmEmailRoutes } from './users/confirm-email.ts';
import { identitiesRoutes } from './users/identities.ts';
import { oidcCallbackRoutes } from './users/login/oidc/callback.ts';
import { oidcRoutes } from './users/login/oidc.ts';
import { samlCallbackRoutes } from './users/login/saml/callback.ts';
import { samlMetadataRoutes } from './users/login/saml/metadata.ts';
import { samlRoutes } from './users/login/saml.ts';
import { loginRoutes } from './users/login.ts';
import { logoutRoutes } from './users/logout.ts';
import { createResetTokenRoutes } from './users/password/create-reset-token.ts';
import { resetRoutes } from './users/password/reset.ts';
import { validateResetTokenRoutes } from './users/password/validate-reset-token.ts';
import { passwordRoutes } from './users/password.ts';
import { registerRoutes } from './users/register.ts';
import { resetPasswordRoutes } from './users/reset-password.ts';
import { sessionsRoutes } from './users/sessions.ts';
import { unblockRoutes } from './users/unblock.ts';

/** What the routes may use. Each route file names the part of it that it needs. */
export interface RouteDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly rules: Rules;
  readonly access: Access;
  readonly present: Presenter;
  readonly authenticate: Authentication;
  readonly passwords: Passwords;
  readonly countFailure: (ip: string) => number | undefined;
  readonly attempts: Attempts;
  readonly activity: Activity;
  readonly lastUsed: LastUsed;
  readonly userLimits: UserLimits;
  readonly blobs: Blobs;
  readonly renderers: Renderers;
  readonly mipmaps: Mipmaps;
  readonly reads: FileReads;
  readonly uploads: Uploads;
  readonly previews: Previews;
  readonly displays: Displays;
  readonly serverLicence: ServerLicence;
  readonly mailer: Mailer;
  /** `<semver> [<build id>]` */
  readonly version: string;
  readonly messageBytes: number;
  readonly ignoresZeroDepth: boolean;
  /** The setting with which the server started. */
  readonly externalUrl: string;
  /** Mails are written to a folder while there is no SMTP server. */
  readonly hasMailOutbox: boolean;
  readonly log: Pick<Log, 'info'>;
  readonly reloadCertificates: () => void;
  readonly outgoing: OutgoingClient;
  readonly framing: FramingAnswers;
  readonly pulse: Pulse;
  readonly health: Health;
}

/** What some kinds of records do besides what their definition says. */
const behaviours = (deps: RouteDeps): ReadonlyMap<Kind, Behaviour> =>
  new Map<Kind, Behaviour>([
    [ServerConfig, { ...serverConfig(deps), others: [...reloadCertsRoutes(deps), ...sendTestEmailRoutes(deps)] }],
    [Licence, { ...licence(deps), others: [...licenceRequestRoutes(deps), ...licenceActivationRoutes(deps)] }],
    [User, users(deps)],
    [AccessToken, accessTokens(deps)],
    [LoginSession, { ...sessions, others: sessionsRoutes(deps) }],
    [Member, members(deps)],
    [Mark, marks(deps)],
    [Folder, { ...folderBehaviour(deps), others: otherFolderRoutes(deps) }],
    [Client, { ...clients(deps), others: connectRoutes(deps) }],
    [Workspace, { ...workspaces(deps), others: openCanvasRoutes(deps) }],
    [VideoOutput, videoOutputs(deps)],
    [VideoInputDevice, videoInputs(deps)],
    [Canvas, { ...canvasBehaviour(deps), others: otherCanvasRoutes(deps) }],
  ]);

function oidcSignOnRoutes(deps: RouteDeps): Route[] {
  const oidc = createOidcSignOn(deps);
  return [...oidcRoutes({ ...deps, oidc }), ...oidcCallbackRoutes({ ...deps, oidc })];
}

function samlSignOnRoutes(deps: RouteDeps): Route[] {
  const saml = createSamlSignOn(deps);
  return [...samlRoutes({ ...deps, saml }), ...samlCallbackRoutes({ ...deps, saml }), ...samlMetadataRoutes(deps)];
}

const otherFolderRoutes = (deps: RouteDeps): Route[] => [
  ...folderChildrenRoutes(deps),
  ...folderMoveRoutes(deps),
  ...folderCopyRoutes(deps),
  ...folderPermissionRoutes(deps),
];

const otherCanvasRoutes = (deps: RouteDeps): Route[] => [
  ...canvasMoveRoutes(deps),
  ...canvasCopyRoutes(deps),
  ...canvasSaveRoutes(deps),
  ...canvasRestoreRoutes(deps),
  ...canvasPermissionRoutes(deps),
  ...previewRoutes(deps),
  ...pulseRoutes(deps),
  ...backgroundRoutes(deps),
  ...colorPresetsRoutes(deps),
];

const allPairingRoutes = (deps: RouteDeps & { readonly pairings: Pairings }): Route[] => [
  ...pairingRoutes(deps),
  ...pairingConfirmRoutes(deps),
];

/** All routes. `docs/endpoints.txt` lists them by path. */
export const routeTable = (deps: RouteDeps): Route[] => [
  ...serverInfoRoutes(deps),
  ...liveRoutes(deps),
  ...readyRoutes(deps),
  ...sessionRoutes(deps),
  ...allPairingRoutes({ ...deps, pairings: new Pairings(deps) }),
  ...loginRoutes(deps),
  ...samlSignOnRoutes(deps),
  ...oidcSignOnRoutes(deps),
  ...logoutRoutes(deps),
  ...registerRoutes(deps),
  ...confirmEmailRoutes(deps),
  ...createResetTokenRoutes(deps),
  ...validateResetTokenRoutes(deps),
  ...resetRoutes(deps),
  ...resourceRoutes(deps, behaviours(deps)),
  ...passwordRoutes(deps),
  ...blockRoutes(deps),
  ...unblockRoutes(deps),
  ...approveRoutes(deps),
  ...changeEmailRoutes(deps),
  ...resetPasswordRoutes(deps),
  ...identitiesRoutes(deps),
  ...framingRoutes(deps),
  ...cellRoutes(deps),
  ...tableCellRoutes(deps),
  ...cloneRoutes(deps),
  ...uploadsFolderRoutes(deps),
  ...widgetCollectionRoutes(deps, widgetKinds),
  ...annotationRoutes(deps, widgetKinds),
  ...widgetRoutes(deps, widgetKinds),
  ...mipmapRoutes(deps),
  ...assetRoutes(deps),
  ...fileRoutes(deps),
  ...fileFitRoutes(deps),
  ...fileInfoRoutes(deps),
  ...filePreviewRoutes(deps),
  ...auditLogRoutes(deps),
  ...auditLogExportRoutes(deps),
];
