import { jsonText } from '../../../model/json.ts';
import { Group } from '../../../model/resources/accounts/group.ts';
import { Member } from '../../../model/resources/accounts/member.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import type { Client } from '../../../model/resources/displays/client.ts';
import { DisplayClient } from '../../../model/resources/displays/display-client.ts';
import type { VideoOutput } from '../../../model/resources/displays/video-output.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import { Folder } from '../../../model/resources/folder.ts';
import { Grant } from '../../../model/resources/grant.ts';
import { workspaceOf } from '../../../model/types.ts';
import type { Actor } from '../../access/actor.ts';
import type { Access } from '../../access/authorization/access.ts';
import { maySteer } from '../../access/authorization/steerers.ts';
import type { Seen } from '../../changes/source.ts';
import { type DurableView, recordOf, type Store, type Version } from '../../store/store.ts';
import { mayView } from './canvas-sizes.ts';
import { canvasShown } from './shown-workspace.ts';

interface Deps {
  readonly store: Pick<Store, 'seen'>;
  readonly access: Pick<Access, 'reached' | 'passes'>;
}

/** Kinds of records on which it depends who may see a canvas. */
export const accessKinds = [Canvas, Folder, Grant, Group, Member, User];

/** And on which it depends who may steer a client. */
export const steererKinds = [DisplayClient, Member, User];

/** A client as a caller sees it; undefined: it does not show itself. */
export function clientSeen(directory: DurableView, version: Version, actor: Actor): Seen | undefined {
  const client = recordOf(version) as Client;
  if (client.api_access === 'none') return undefined;
  const { id, installation_name, version: build, state } = client;
  const access = maySteer(directory, actor, client) ? 'rw' : 'ro';
  const shown = jsonText({ id, installation_name, name: installation_name, version: build, access, state });
  return { key: version.key, ordinal: version.ordinal, shown };
}

/** A workspace as a caller sees it: which canvas is open is for those who may see it (interface/streaming 3.7). */
export function workspaceSeen(deps: Deps, version: Version, actor: Actor): Seen {
  const shown = workspaceTextSeen(deps, version.shown, canvasShown(version), actor);
  return shown === version.shown ? version : { key: version.key, ordinal: version.ordinal, shown };
}

/** The text of a workspace in which this canvas is open, as a caller sees it. */
export function workspaceTextSeen(deps: Deps, text: string, canvas: string, actor: Actor): string {
  if (canvas === '' || mayView(deps, actor, canvas)) return text;
  const { canvas_size: _, ...workspace } = JSON.parse(text) as Workspace;
  return jsonText({ ...workspace, canvas_id: '' });
}

/** A video output as a caller sees it: an anchor of a canvas is for those who may see that. */
export function outputSeen(deps: Deps, view: DurableView, version: Version, actor: Actor): Seen {
  const { canvas_id } = recordOf(version) as VideoOutput;
  const shown = outputTextSeen(deps, view, version.shown, canvas_id, actor);
  return shown === version.shown ? version : { key: version.key, ordinal: version.ordinal, shown };
}

/** The text of an output that shows an anchor of this canvas, as a caller sees it; `''`: the canvas is not known. */
export function outputTextSeen(deps: Deps, view: DurableView, text: string, canvas: string, actor: Actor): string {
  const output = JSON.parse(text) as VideoOutput;
  const { source } = output;
  if (source === '' || workspaceOf(source) !== undefined) return text;
  const of = canvas || canvasOpenWith(deps, view, source);
  return of !== undefined && mayView(deps, actor, of) ? text : jsonText({ ...output, source: '' });
}

/** The canvas of an anchor that the client named before it opened the canvas. */
function canvasOpenWith({ store }: Deps, view: DurableView, anchor: string): string | undefined {
  const canvases = view.all(Workspace).map(({ canvas_id }) => canvas_id);
  return canvases.find((id) => id !== '' && store.seen(id)?.version(anchor));
}
