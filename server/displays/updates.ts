import type { Ask } from '../../model/displays/commands.ts';
import { Ack, Nack, Update } from '../../model/displays/session.ts';
import type { Body } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { clientScope } from '../../model/resources/client.ts';
import { Workspace } from '../../model/resources/workspace.ts';
import type { Transaction } from '../store/store.ts';
import { viewableSizes } from './canvas-sizes.ts';
import { applyUpdate, canvasesIn, changeShownOutput, changeShownWorkspace, type Facts } from './declaration.ts';
import { type DisplayDeps, openingTime } from './deps.ts';
import type { Hostings } from './hosting.ts';
import { handler } from './messages.ts';
import { serverIdOf, submit } from './records.ts';
import type { Session } from './session.ts';
import { anchorsIn } from './shown-anchors.ts';

interface Deps extends DisplayDeps {
  readonly hostings: Pick<Hostings, 'agreedLate'>;
}

/** What the server adds to what a client says, for these canvases and outputs. */
async function factsFor(
  deps: DisplayDeps,
  { owner, workspaces }: Session,
  canvases: readonly string[],
  outputs: readonly Body[],
): Promise<Facts> {
  const { store } = deps;
  const sizes = await viewableSizes(deps, owner, canvases);
  const anchors = anchorsIn(store, outputs, [...workspaces.map(({ canvas_id }) => canvas_id), ...sizes.keys()]);
  return { serverId: serverIdOf(store), email: owner.email, sizes, anchors, now: openingTime(deps) };
}

/** What a client says of its state, and what it says to commands (interface/streaming 4.5, 4.6). */
export const updateHandlers = (deps: Deps) => [
  handler(Update, async (message, { session }) => {
    if (session.kind !== 'display') throw refuse.forbidden('A viewer declares nothing');
    const canvases = canvasesIn(message.workspaces);
    const facts = await factsFor(deps, session, canvases, message.video_outputs);
    closeHidden(session, message.workspaces, facts);
    const { clientId, permit } = session;
    const update = (tx: Transaction) => {
      session.requireOwn(tx);
      return applyUpdate(tx, clientId, message, facts);
    };
    await submit(deps.store, clientId, update, { permit });
  }),
  handler(Ack, async ({ re, workspace, video_output }, { session }) => {
    const late = await session.commands.acknowledge(re, { workspace, video_output });
    if (late?.op === 'host-widget') deps.hostings.agreedLate(session, late);
    else if (late) await applyApplied(deps, session, late, { workspace, video_output });
  }),
  handler(Nack, ({ re, code, msg }, { session }) => session.commands.refuse(re, code, msg)),
];

/** A canvas that the user may not see is not shown by the client either. */
function closeHidden(session: Session, workspaces: readonly Body[], { sizes }: Facts): void {
  for (const { index, canvas_id } of workspaces) {
    if (!Number.isInteger(index) || typeof canvas_id !== 'string' || canvas_id === '') continue;
    if (!sizes.has(canvas_id.toLowerCase()))
      session.tell({ op: 'close-canvas', workspace: index as number, reason: 'access_lost' });
  }
}

type WorkspaceAsk = Extract<Ask, { readonly workspace: number }>;

interface Applied {
  readonly workspace: Body;
  readonly video_output: Body;
}

/** Writes what a client applied for a command: what was asked, where it did not say otherwise. */
export async function applyApplied(
  deps: DisplayDeps,
  session: Session,
  ask: Ask,
  applied: Applied,
  more: Parameters<typeof submit>[3] & { readonly besides?: (tx: Parameters<Parameters<typeof submit>[2]>[0]) => void } = {},
): Promise<void> {
  if (!('workspace' in ask || 'output' in ask)) return;
  const asked = ask.op === 'open-canvas' ? { canvas_id: ask.canvas_id } : {};
  const output = { ...('output' in ask && ask.set), ...applied.video_output };
  const facts = await factsFor(deps, session, canvasesIn([{ ...applied.workspace, ...asked }]), [output]);
  const { besides, ...options } = more;
  await submit(
    deps.store,
    session.clientId,
    (tx) => {
      session.requireOwn(tx);
      const scope = tx.scope(clientScope(session.clientId));
      if ('output' in ask) changeShownOutput(scope, ask.output, output, facts);
      else changeShownWorkspace(scope, ask.workspace, valuesOf(ask, applied, scope.get(Workspace, ask.workspace)), facts);
      besides?.(tx);
    },
    { ...options, permit: session.permit },
  );
}

function valuesOf(ask: WorkspaceAsk, { workspace }: Applied, before: Workspace | undefined): Body {
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
