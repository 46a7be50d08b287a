import type { Ask } from '../../../model/displays/commands.ts';
import type { MessageOf } from '../../../model/displays/message.ts';
import { Ack, Nack, Update } from '../../../model/displays/session.ts';
import type { Body } from '../../../model/field.ts';
import { refuse } from '../../../model/refusal.ts';
import { clientScope } from '../../../model/resources/displays/client.ts';
import { VideoOutput } from '../../../model/resources/displays/video-output.ts';
import { Workspace } from '../../../model/resources/displays/workspace.ts';
import type { ScopeTransaction, Transaction } from '../../store/store.ts';
import { type DisplayDeps, openingTime } from '../deps.ts';
import type { Hostings } from '../hosting/hosting.ts';
import type { ClientSession } from '../session/client-session.ts';
import { COMMIT_COST, handler } from '../session/messages.ts';
import { viewableSizes } from '../shown/canvas-sizes.ts';
import { applyUpdate, canvasesIn, changeShownOutput, changeShownWorkspace, type DeclarationDeps } from '../shown/declaration.ts';
import { serverIdOf, submit } from '../shown/records.ts';
import { anchorsIn } from '../shown/shown-anchors.ts';

interface Deps extends DisplayDeps {
  readonly hostings: Pick<Hostings, 'agreedLate'>;
}

/** What the server adds to what a client says, for these canvases and outputs. */
async function factsFor(
  deps: DisplayDeps,
  { owner, workspaces }: ClientSession,
  canvases: readonly string[],
  outputs: readonly Body[],
): Promise<DeclarationDeps> {
  const { store } = deps;
  const sizes = await viewableSizes(deps, owner, canvases);
  const anchors = anchorsIn(store, outputs, [...workspaces.map(({ canvas_id }) => canvas_id), ...sizes.keys()]);
  return { serverId: serverIdOf(store), email: owner.email, sizes, anchors, now: openingTime(deps) };
}

/** What a client says of its state, and what it says to commands (interface/streaming 4.5, 4.6). */
export const updateHandlers = (deps: Deps) => ({
  [Update.type]: handler(Update, (message, { session }) => update(deps, session, message), { cost: COMMIT_COST }),
  [Ack.type]: handler(Ack, async ({ re, workspace, video_output }, { session }) => {
    const late = await session.commands.acknowledge(re, { workspace, video_output });
    if (late?.op === 'host-widget') deps.hostings.agreedLate(session, late);
    else if (late) await applyApplied(deps, session, late, { workspace, video_output });
  }),
  [Nack.type]: handler(Nack, ({ re, code, msg }, { session }) => session.commands.refuse(re, code, msg)),
});

async function update(deps: Deps, session: ClientSession, message: MessageOf<typeof Update>): Promise<void> {
  if (session.kind !== 'display') throw refuse.forbidden('A viewer declares nothing');
  const facts = await factsFor(deps, session, canvasesIn(message.workspaces), message.video_outputs);
  closeHidden(session, message.workspaces, facts);
  const { clientId, permit } = session;
  const run = (tx: Transaction) => {
    session.requireOwn(tx);
    return applyUpdate(tx, clientId, message, facts);
  };
  await submit(deps.store, clientId, run, { permit });
}

/** A canvas that the user may not see is not shown by the client either. */
function closeHidden(session: ClientSession, workspaces: readonly Body[], { sizes }: DeclarationDeps): void {
  for (const { index, canvas_id } of workspaces) {
    if (!Number.isInteger(index) || typeof canvas_id !== 'string' || canvas_id === '') continue;
    if (!sizes.has(canvas_id.toLowerCase()))
      session.tell({ op: 'close-canvas', workspace: index as number, reason: 'access_lost' });
  }
}

type WorkspaceAsk = Extract<Ask, { readonly workspace: number }>;

interface AppliedChange {
  readonly workspace: Body;
  readonly video_output: Body;
}

/** Writes what a client applied for a command: what was asked, where it did not say otherwise. Resolves with what was written. */
export async function applyApplied(
  deps: DisplayDeps,
  session: ClientSession,
  ask: Ask,
  applied: AppliedChange,
  more: Parameters<typeof submit>[3] & { readonly besides?: (tx: Parameters<Parameters<typeof submit>[2]>[0]) => void } = {},
): Promise<{ readonly shown: string; readonly canvas: string } | undefined> {
  if (!('workspace' in ask || 'output' in ask)) {
    const { besides: told, ...how } = more;
    if (told) await submit(deps.store, session.clientId, (tx) => told(tx), { ...how, permit: session.permit });
    return undefined;
  }
  const asked = ask.op === 'open-canvas' ? { canvas_id: ask.canvas_id } : {};
  const output = { ...('output' in ask && ask.set), ...applied.video_output };
  const facts = await factsFor(deps, session, canvasesIn([{ ...applied.workspace, ...asked }]), [output]);
  const { besides, ...options } = more;
  return submit(
    deps.store,
    session.clientId,
    (tx) => {
      session.requireOwn(tx);
      const scope = tx.scope(clientScope(session.clientId));
      if ('output' in ask) changeShownOutput(scope, ask.output, output, facts);
      else changeShownWorkspace(scope, ask.workspace, valuesOf(ask, applied, scope.get(Workspace, ask.workspace)), facts);
      besides?.(tx);
      return 'output' in ask ? outputDone(scope, ask.output) : workspaceDone(scope, ask.workspace);
    },
    { ...options, permit: session.permit },
  );
}

const workspaceDone = (scope: ScopeTransaction, index: number) => ({
  shown: scope.text(Workspace.key(index)),
  canvas: scope.get(Workspace, index)!.canvas_id,
});

const outputDone = (scope: ScopeTransaction, index: number) => ({
  shown: scope.text(VideoOutput.key(String(index))),
  canvas: scope.get(VideoOutput, String(index))!.canvas_id,
});

function valuesOf(ask: WorkspaceAsk, { workspace }: AppliedChange, before: Workspace | undefined): Body {
  switch (ask.op) {
    case 'open-canvas': {
      // What it shows already it does not load again
      const isShown = before?.canvas_id === ask.canvas_id;
      return { workspace_state: isShown ? before.workspace_state : 'opening', ...workspace, canvas_id: ask.canvas_id };
    }
    case 'close-canvas':
      return { canvas_id: '', workspace_state: 'canvas_list' };
    default:
      return { ...ask.set, ...workspace };
  }
}
