import { CLIENTS, Client, type capabilities, clientScope } from '../../../model/resources/displays/client.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import type { Actor } from '../../access/actor.ts';
import { allows } from '../../access/narrowing.ts';
import { recordOf } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { mayView } from '../shown/canvas-sizes.ts';
import type { OpenCanvases } from '../shown/open-canvases.ts';
import { ownerOf } from '../shown/owner-actor.ts';

export type Capability = (typeof capabilities)[number];

interface Deps extends Pick<DisplayDeps, 'store' | 'access' | 'nodes'> {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
}

interface Able {
  /** Undefined: it is connected to another node. */
  readonly session: ClientSession | undefined;
  readonly opened: number;
  readonly connected: number;
}

/**
 * The displays of this node that can do something for a canvas: connected, with the capability and a token that may write, with the
 * canvas loaded in a workspace, of a user who may view it. Whoever has had the canvas open for longest comes first, then whoever is
 * connected for longest (interface/streaming 4.7).
 */
export const ableDisplays = (deps: Deps, canvas: string, capability: Capability): ClientSession[] =>
  allAble(deps, canvas, capability).flatMap(({ session }) => session ?? []);

/** Whether no display of any node comes before it. */
export const leads = (session: ClientSession, deps: Deps, canvas: string, capability: Capability): boolean =>
  allAble(deps, canvas, capability)[0]?.session === session;

function allAble(deps: Deps, canvas: string, capability: Capability): Able[] {
  const clients = new Set(deps.canvases.screensOf(canvas).map(({ client }) => client));
  const found = [...clients].flatMap((client) => able(deps, client, canvas, capability) ?? []);
  return found.sort((a, b) => a.opened - b.opened || a.connected - b.connected);
}

function able(deps: Deps, id: string, canvas: string, capability: Capability): Able | undefined {
  const { sessions, store } = deps;
  const session = sessions.get(id);
  const version = store.seen(CLIENTS)?.version(Client.key(id));
  const client = version && (recordOf(version) as Client);
  if (!client || (session ? !session.connection : !isElsewhere(deps, client))) return undefined;
  const owner = session?.owner ?? ownerOf(store.directory, client);
  if (!mayHave(client, owner, capability) || !mayView(deps, owner, canvas)) return undefined;
  const opened = openedAt(store.seen(clientScope(id))?.all(Workspace) ?? [], canvas);
  return opened === undefined ? undefined : { session, opened, connected: version.ordinal };
}

const isElsewhere = ({ nodes }: Deps, { node }: Client): boolean => !nodes.isAlone && node !== nodes.id && !nodes.isGone(node);

/** All of it changes widgets, in the end. */
export const isCapable = ({ client, owner }: ClientSession, capability: Capability): boolean =>
  client !== undefined && mayHave(client, owner, capability);

const mayHave = ({ capabilities }: Client, { narrowing }: Actor, capability: Capability): boolean =>
  allows(narrowing, 'write') && capabilities.includes(capability);

/** The time since which a canvas is open in some workspace that has loaded it; undefined: in none. */
function openedAt(workspaces: readonly Workspace[], canvas: string): number | undefined {
  const open = workspaces.filter(({ canvas_id, workspace_state }) => canvas_id === canvas && workspace_state === 'open');
  return open.length > 0 ? Math.min(...open.map(({ opened_at }) => opened_at)) : undefined;
}
