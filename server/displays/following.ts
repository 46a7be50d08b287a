import type { CloseReason } from '../../model/displays/commands.ts';
import type { Work } from '../../model/hooks.ts';
import { clientScope } from '../../model/resources/client.ts';
import { VideoOutput } from '../../model/resources/video-output.ts';
import { Workspace } from '../../model/resources/workspace.ts';
import { rootOf, SharedCanvas } from '../../model/widgets/shared-canvas.ts';
import { VideoOutputAnchor } from '../../model/widgets/video-output-anchor.ts';
import { sleeper } from '../scheduler.ts';
import { type ChangeSet, DIRECTORY } from '../store/store.ts';
import { mayView } from './canvas-sizes.ts';
import type { DisplayDeps } from './deps.ts';
import type { OpenCanvases, Screen } from './open-canvases.ts';
import { submit } from './records.ts';
import type { Sessions } from './sessions.ts';

interface Deps extends DisplayDeps {
  readonly sessions: Sessions;
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
  store.onChange((set) => {
    if (set.scope === DIRECTORY) look();
  });
  canvases.listen({
    opened: () => look(),
    changed(set) {
      if (set.dead) look();
      else for (const { client, change } of changesFor(deps, set)) change().catch((cause) => failed({ client, cause }));
    },
  });
}

/** Closes all workspaces whose canvas is gone or hidden from their user. */
function* closeHidden(deps: Deps, failed: (cause: unknown) => void): Work {
  for (const canvas of [...deps.canvases.canvases]) {
    for (const screen of deps.canvases.screensOf(canvas)) {
      const session = deps.sessions.get(screen.client);
      if (!session || mayView(deps, session.owner, canvas)) continue;
      const reason: CloseReason = deps.access.place(canvas) ? 'access_lost' : 'deleted';
      session.tell({ op: 'close-canvas', workspace: screen.index, reason });
      closeOn(deps, screen, canvas).catch(failed);
      yield;
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

function* changesFor(deps: Deps, set: ChangeSet): Iterable<{ client: string; change: () => Promise<void> }> {
  const clients = new Set(deps.canvases.screensOf(set.scope).map(({ client }) => client));
  for (const { kind, key, after } of set.changes) {
    if (kind === SharedCanvas) for (const client of clients) yield { client, change: () => resize(deps, client, set.scope) };
    if (kind === VideoOutputAnchor && !after)
      for (const client of clients) yield { client, change: () => clear(deps, client, key) };
  }
}

function resize({ store }: Deps, client: string, canvas: string): Promise<void> {
  const view = store.ready(canvas);
  if (!view) return Promise.resolve();
  const { size } = rootOf(view);
  return submit(store, client, (tx) => {
    const scope = tx.scope(clientScope(client));
    for (const workspace of scope.by(Workspace, 'opens', canvas)) scope.update(Workspace, { ...workspace, canvas_size: size });
  });
}

/** Outputs show the anchor no more, and the client is told. */
async function clear({ store, sessions }: Deps, client: string, anchor: string): Promise<void> {
  const outputs = await submit(store, client, (tx) => {
    const scope = tx.scope(clientScope(client));
    const showing = scope.by(VideoOutput, 'shows', anchor);
    for (const output of showing) scope.update(VideoOutput, { ...output, source: '' });
    return showing.map(({ index }) => index);
  });
  for (const output of outputs) sessions.get(client)?.tell({ op: 'patch-output', output, set: { source: '' } });
}
