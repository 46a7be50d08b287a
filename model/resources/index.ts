import type { Kind } from '../resource.ts';
import { widgetKinds } from '../widgets/index.ts';
import { AccessToken } from './accounts/access-token.ts';
import { Group } from './accounts/group.ts';
import { Identity } from './accounts/identity.ts';
import { MailToken } from './accounts/mail-token.ts';
import { Mark } from './accounts/mark.ts';
import { Member } from './accounts/member.ts';
import { Pairing } from './accounts/pairing.ts';
import { LoginSession } from './accounts/session.ts';
import { UsedAssertion } from './accounts/used-assertion.ts';
import { User } from './accounts/user.ts';
import { Annotation } from './annotation.ts';
import { Asset } from './asset.ts';
import { Background } from './background.ts';
import { Backup } from './backup.ts';
import { BatchSender } from './batch-sender.ts';
import { Canvas } from './canvas.ts';
import { ColorPresets } from './color-presets.ts';
import { ServerConfig } from './config/server-config.ts';
import { Client } from './displays/client.ts';
import { ClientReport } from './displays/client-report.ts';
import { DisplayClient } from './displays/display-client.ts';
import { VideoInputDevice } from './displays/video-input-device.ts';
import { VideoOutput } from './displays/video-output.ts';
import { Workspace } from './displays/workspace.ts';
import { Folder } from './folder.ts';
import { Grant } from './grant.ts';
import { Licence } from './licence.ts';
import { Mail } from './mail.ts';
import { Preview } from './preview.ts';
import { Server } from './server.ts';

/** Every kind of record that the store holds. A kind that is not here cannot be loaded again. */
export const kinds: readonly Kind[] = [
  Server,
  ServerConfig,
  Licence,
  User,
  AccessToken,
  LoginSession,
  Identity,
  UsedAssertion,
  Mail,
  MailToken,
  Pairing,
  Group,
  Member,
  Folder,
  Canvas,
  Grant,
  Mark,
  ...widgetKinds,
  Annotation,
  Preview,
  BatchSender,
  Asset,
  Background,
  ColorPresets,
  DisplayClient,
  Client,
  Workspace,
  VideoOutput,
  VideoInputDevice,
  ClientReport,
  Backup,
];
