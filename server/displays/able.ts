import { CLIENTS, Client, type capabilities } from '../../model/resources/client.ts';
import { allows } from '../access/narrowing.ts';
import { mayView } from './canvas-sizes.ts';
import type { DisplayDeps } from './deps.ts';
import type { OpenCanvases } from './open-canvases.ts';
import type { Session } from './session.ts';
import type { Sessions } from './sessions.ts';

export type Capability = (typeof capabilities)[number];

interface Deps extends Pick<DisplayDeps, 'store' | 'access'> {
  readonly sessions: Sessions;
  readonly canvases: OpenCanvases;
}

/**
 * The displays that can do something for a canvas: connected, with the capability and a token that may write, with the canvas loaded in a workspace, of a
 * user who may view it. Whoever has had the canvas open for longest comes first, then whoever is connected for longest
 * (interface/streaming 4.7).
 */
export function ableDisplays(deps: Deps, canvas: string, capability: Capability): Session[] {
  const { sessions, canvases, store } = deps;
  const clients = new Set(canvases.screensOf(canvas).map(({ client }) => client));
  const found = [...clients].flatMap((client) => {
    const session = sessions.get(client);
    if (!session?.connection || !isCapable(session, capability) || !mayView(deps, session.owner, canvas)) return [];
    const opened = openedAt(session, canvas);
    const connected = store.ready(CLIENTS)?.version(Client.key(client))?.ordinal ?? 0;
    return opened === undefined ? [] : [{ session, opened, connected }];
  });
  return found.sort((a, b) => a.opened - b.opened || a.connected - b.connected).map(({ session }) => session);
}

/** All of it changes widgets, in the end. */
export const isCapable = ({ client, owner }: Session, capability: Capability): boolean =>
  allows(owner.narrowing, 'write') && (client?.capabilities.includes(capability) ?? false);

/** Since when a canvas is open in some workspace that has loaded it; undefined: in none. */
function openedAt({ workspaces }: Session, canvas: string): number | undefined {
  const open = workspaces.filter(({ canvas_id, workspace_state }) => canvas_id === canvas && workspace_state === 'open');
  return open.length > 0 ? Math.min(...open.map(({ opened_at }) => opened_at)) : undefined;
}
