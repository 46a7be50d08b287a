import type { Kind } from '../resource.ts';
import { widgetKinds } from '../widgets/index.ts';
import { AccessToken } from './access-token.ts';
import { Annotation } from './annotation.ts';
import { Asset } from './asset.ts';
import { Background } from './background.ts';
import { Canvas } from './canvas.ts';
import { Client } from './client.ts';
import { ColorPresets } from './color-presets.ts';
import { DisplayClient } from './display-client.ts';
import { Folder } from './folder.ts';
import { Grant } from './grant.ts';
import { Group } from './group.ts';
import { Identity } from './identity.ts';
import { Licence } from './licence.ts';
import { Mail } from './mail.ts';
import { MailToken } from './mail-token.ts';
import { Mark } from './mark.ts';
import { Member } from './member.ts';
import { Pairing } from './pairing.ts';
import { Preview } from './preview.ts';
import { Server } from './server.ts';
import { ServerConfig } from './server-config.ts';
import { LoginSession } from './session.ts';
import { UsedAssertion } from './used-assertion.ts';
import { User } from './user.ts';
import { VideoInputDevice } from './video-input-device.ts';
import { VideoOutput } from './video-output.ts';
import { Workspace } from './workspace.ts';

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
  Asset,
  Background,
  ColorPresets,
  DisplayClient,
  Client,
  Workspace,
  VideoOutput,
  VideoInputDevice,
];
