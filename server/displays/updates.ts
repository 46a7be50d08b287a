import type { Ask } from '../../model/displays/commands.ts';
import { Ack, Nack, Update } from '../../model/displays/session.ts';
import type { Body } from '../../model/field.ts';
import { refuse } from '../../model/refusal.ts';
import { clientScope } from '../../model/resources/client.ts';
import { viewableSizes } from './canvas-sizes.ts';
import { applyUpdate, canvasesIn, changeShownOutput, changeShownWorkspace, type Facts } from './declaration.ts';
import type { DisplayDeps } from './deps.ts';
import { handler } from './messages.ts';
import { serverIdOf, submit } from './records.ts';
import type { Session } from './session.ts';

/** What the server adds to what a client says, for these canvases. */
export async function factsFor(deps: DisplayDeps, { owner }: Session, canvases: readonly string[]): Promise<Facts> {
  const { store, clock } = deps;
  const sizes = await viewableSizes(deps, owner, canvases);
  return { serverId: serverIdOf(store), email: owner.email, sizes, now: clock.steady() };
}

/** What a client says of its state, and what it says to commands (interface/streaming 4.5, 4.6). */
export const updateHandlers = (deps: DisplayDeps) => [
  handler(Update, async (message, { session }) => {
    if (session.kind !== 'display') throw refuse.forbidden('A viewer declares nothing');
    const canvases = canvasesIn(message.workspaces);
    const facts = await factsFor(deps, session, canvases);
    closeHidden(session, message.workspaces, facts);
    await submit(deps.store, session.clientId, (tx) => applyUpdate(tx, session.clientId, message, facts));
  }),
  handler(Ack, async ({ re, workspace, video_output }, { session }) => {
    const late = await session.commands.acknowledge(re, { workspace, video_output });
    if (late) await applyApplied(deps, session, late, { workspace, video_output });
  }),
  handler(Nack, ({ re, code, msg }, { session }) => session.commands.refuse(re, code, msg)),
];

/** A canvas that the user may not see is not shown by the client either. */
function closeHidden(session: Session, workspaces: readonly Body[], { sizes }: Facts): void {
  for (const { index, canvas_id } of workspaces) {
    if (typeof index !== 'number' || typeof canvas_id !== 'string' || canvas_id === '') continue;
    if (!sizes.has(canvas_id.toLowerCase())) session.tell({ op: 'close-canvas', workspace: index, reason: 'access_lost' });
  }
}

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
  const values = valuesOf(ask, applied);
  if (!values) return;
  const facts = await factsFor(deps, session, canvasesIn([values]));
  const { besides, ...options } = more;
  await submit(
    deps.store,
    session.clientId,
    (tx) => {
      const scope = tx.scope(clientScope(session.clientId));
      if ('workspace' in ask) changeShownWorkspace(scope, ask.workspace, values, facts);
      else if ('output' in ask) changeShownOutput(scope, ask.output, values);
      besides?.(tx);
    },
    options,
  );
}

function valuesOf(ask: Ask, { workspace, video_output }: Applied): Body | undefined {
  switch (ask.op) {
    case 'open-canvas':
      return { workspace_state: 'opening', ...workspace, canvas_id: ask.canvas_id };
    case 'close-canvas':
      return { canvas_id: '', workspace_state: 'canvas_list' };
    case 'patch-workspace':
      return { ...ask.set, ...workspace };
    case 'patch-output':
      return { ...ask.set, ...video_output };
    default:
      return undefined;
  }
}
