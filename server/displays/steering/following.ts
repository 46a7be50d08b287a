import type { CloseReason } from '../../../model/displays/commands.ts';
import type { Work } from '../../../model/hooks.ts';
import { CLIENTS, Client, clientScope } from '../../../model/resources/displays/client.ts';
import { VideoOutput } from '../../../model/resources/displays/video-output.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import { rootOf, SharedCanvas } from '../../../model/widgets/shared-canvas.ts';
import { VideoOutputAnchor } from '../../../model/widgets/video-output-anchor.ts';
import { sleeper } from '../../scheduler.ts';
import { type ChangeSet, DIRECTORY } from '../../store/store.ts';
import type { DisplayDeps } from '../deps.ts';
import type { ClientSession } from '../session/client-session.ts';
import type { SessionsByClient } from '../session/sessions-by-client.ts';
import { mayView } from '../shown/canvas-sizes.ts';
import type { OpenCanvases, Screen } from '../shown/open-canvases.ts';
import { submit } from '../shown/records.ts';
import { ShownAnchors } from '../shown/shown-anchors.ts';

interface Deps extends DisplayDeps {
  readonly sessions: SessionsByClient;
  readonly canvases: OpenCanvases;
}

/**
 * What the life of canvases means for displays (interface/streaming 3.3): one that is deleted, or that the client's user may not
 * see any more, is closed; one that is resized has another size; an anchor that is deleted is shown by no output.
 */
export function followCanvases(deps: Deps): void {
  const { store, scheduler, canvases, log } = deps;
  const failed = (cause: unknown): void => log.error({ err: cause }, 'a display does not follow its canvas');
  const look = sleeper(scheduler, () => closeHidden(deps, failed), failed);
  const anchors = new ShownAnchors(store);
  store.feed.follow((set) => {
    if (set.scope === DIRECTORY) look();
    else clearGone(deps, anchors, set, failed);
  });
  canvases.listen({
    opened: () => look(),
    changed(set) {
      if (set.dead) look();
      else if (set.changes.some(({ kind }) => kind === SharedCanvas))
        for (const client of clientsOn(deps, set.scope)) resize(deps, client, set.scope).catch(failed);
    },
  });
  deps.sessions.listen({
    taken(session) {
      if (session.view) anchors.learn(session.clientId, session.view);
      return followAgain(deps, session, look);
    },
  });
}

/** What happened to its canvases while nobody had the session: the node that does follows them for it. */
async function followAgain(deps: Deps, { clientId, workspaces, view }: ClientSession, look: () => void): Promise<void> {
  const { store } = deps;
  look();
  for (const canvas of new Set(workspaces.map(({ canvas_id }) => canvas_id))) {
    if (canvas === '' || !(await store.load(canvas).catch(() => undefined))) continue;
    await resize(deps, clientId, canvas);
  }
  const anchored = new Set(view?.all(VideoOutput).map(({ canvas_id }) => canvas_id));
  for (const canvas of anchored) {
    if (canvas === '') continue;
    const there = await store.load(canvas).catch(() => undefined);
    await clear(deps, clientId, (output) => output.canvas_id === canvas && !there?.version(output.source));
  }
}

/** Closes all workspaces whose canvas is gone or hidden from their user. */
function* closeHidden(deps: Deps, failed: (cause: unknown) => void): Work {
  for (const canvas of [...deps.canvases.canvases]) {
    for (const screen of deps.canvases.screensOf(canvas)) {
      yield;
      const session = deps.sessions.get(screen.client);
      if (!session || mayView(deps, session.owner, canvas)) continue;
      const reason: CloseReason = deps.access.place(canvas) ? 'access_lost' : 'deleted';
      session.tell({ op: 'close-canvas', workspace: screen.index, reason });
      closeOn(deps, screen, canvas).catch(failed);
    }
  }
}

/** The workspace shows nothing, if it is still that canvas. */
const closeOn = (deps: Deps, { client, index }: Screen, canvas: string): Promise<void> =>
  submit(deps.store, client, (tx) => {
    const scope = tx.scope(clientScope(client));
    const workspace = scope.get(Workspace, index);
    if (workspace?.canvas_id !== canvas) return;
    const nothing = { canvas_id: '', canvas_size: undefined, server_id: '', user: '', user_email: '', opened_at: 0 };
    scope.update(Workspace, { ...workspace, ...nothing, workspace_state: 'canvas_list' });
  });

/** Each node follows for its own clients. */
const clientsOn = (deps: Deps, canvas: string): Set<string> =>
  new Set(deps.canvases.screensOf(canvas).flatMap(({ client }) => (isOwn(deps, client) ? client : [])));

const isOwn = ({ store, nodes }: Deps, client: string): boolean => store.seen(CLIENTS)?.get(Client, client)?.node === nodes.id;

/** Anchors that are deleted, alone or with their canvas, are shown no more: the canvas need not be open any more. */
function clearGone(
  deps: Deps,
  anchors: ShownAnchors,
  { scope, changes, dead }: ChangeSet,
  failed: (cause: unknown) => void,
): void {
  const gone = new Set(changes.filter(({ kind, after }) => kind === VideoOutputAnchor && !after).map(({ key }) => key));
  if (gone.size === 0 && !dead) return;
  const isGone = ({ source, canvas_id }: VideoOutput): boolean => gone.has(source) || (dead && canvas_id === scope);
  for (const client of new Set([...clientsOn(deps, scope), ...anchors.clientsOf(scope)])) {
    if (isOwn(deps, client)) clear(deps, client, isGone).catch(failed);
  }
}

function resize({ store }: Deps, client: string, canvas: string): Promise<void> {
  const view = store.seen(canvas);
  if (!view) return Promise.resolve();
  const { size } = rootOf(view);
  return submit(store, client, (tx) => {
    const scope = tx.scope(clientScope(client));
    for (const workspace of scope.by(Workspace, 'opens', canvas)) scope.update(Workspace, { ...workspace, canvas_size: size });
  });
}

/** Ends the showing of these anchors on outputs, and sends the client a command for each. */
async function clear({ store, sessions }: Deps, client: string, isGone: (output: VideoOutput) => boolean): Promise<void> {
  const outputs = await submit(store, client, (tx) => {
    const scope = tx.scope(clientScope(client));
    const showing = scope.all(VideoOutput).filter(isGone);
    for (const output of showing) scope.update(VideoOutput, { ...output, source: '', canvas_id: '' });
    return showing.map(({ index }) => index);
  });
  for (const output of outputs) sessions.get(client)?.tell({ op: 'patch-output', output, set: { source: '' } });
}
