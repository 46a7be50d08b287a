import { randomUUID } from 'node:crypto';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { Canvas, canvasLine, snapshotNamed } from '../../../model/resources/canvas.ts';
import type { Access } from '../../access/access.ts';
import type { Presenter } from '../../access/present.ts';
import type { Rules } from '../../access/rules.ts';
import { entryOf, readCanvas } from '../../commands/canvas-content.ts';
import { fillState, isSaved, restoreState, savedScope } from '../../commands/demo-state.ts';
import { Superseded, untilCurrent } from '../../commands/superseded.ts';
import { withUnseen } from '../../commands/unseen.ts';
import type { Call } from '../../http/route.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { DurableView, Store, Transaction } from '../../store/types.ts';

export interface DemoParts {
  readonly store: Pick<Store, 'submit' | 'directory' | 'load' | 'pin'>;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly rules: Pick<Rules, 'editCanvas'>;
  readonly access: Access;
  readonly present: Presenter;
}

/** Saves the content again and answers the canvas; what is saved already is neither written nor audited. */
export const saveDemoState = (parts: DemoParts, call: Call): Promise<string> =>
  answered(parts, call, async (id) => {
    const { store, scheduler } = parts;
    const { entry, content } = await readCanvas(store, id);
    const isSame = await withSaved(store, entry, (saved) => scheduler.run(isSaved(saved, content)));
    if (isSame) return;
    await withUnseen(store, call, async (unseen) => {
      const saved = snapshotNamed(randomUUID());
      await unseen.fill([saved], (tx) => fillState(tx.scope(saved), content));
      const { author, permit } = call;
      await store.submit({ scopes: ['directory'], author, permit, run: (tx) => replaceSaved(tx, id, saved) });
      return { result: undefined, used: [saved] };
    });
  });

function replaceSaved(tx: Transaction, id: string, saved: string): void {
  const canvas = entryOf(tx.directory, id);
  tx.tombstone(savedScope(canvas));
  tx.directory.update(Canvas, { ...canvas, saved });
  tx.audit(canvasLine(canvas, 'Canvas demo state saved'));
}

/** Puts the content back to its saved state and answers the canvas. */
export const restoreDemoState = (parts: DemoParts, call: Call): Promise<string> =>
  answered(parts, call, async (id) => {
    const { store } = parts;
    const { author, permit } = call;
    const entry = entryOf(store.directory, id);
    await withSaved(store, entry, (saved) =>
      store.submit({
        scopes: [id],
        author,
        permit,
        *run(tx) {
          // That of the durable directory when the command runs: it need not take part in the commit
          const now = entryOf(store.directory, id);
          if (savedScope(now) !== entry.saved) throw new Superseded();
          if (yield* restoreState(tx.scope(id), saved)) tx.audit(canvasLine(now, 'Canvas demo state restored'));
        },
      }),
    );
  });

/** The saved state of a canvas, in memory while the work goes on. 409 outside of demo mode. */
async function withSaved<T>(store: DemoParts['store'], entry: Canvas, work: (saved: DurableView) => Promise<T>): Promise<T> {
  const scope = savedScope(entry);
  const saved = await store.load(scope).catch(superseded);
  const release = store.pin(scope);
  return work(saved).finally(release);
}

/** Saved again, or left demo mode, since its entry was read. */
function superseded(cause: unknown): never {
  throw cause instanceof Refusal && cause.status === 404 ? new Superseded() : cause;
}

async function answered({ access, present }: DemoParts, call: Call, work: (canvas: string) => Promise<void>): Promise<string> {
  // It has no fields, but no JSON is refused like everywhere
  void call.body;
  const id = call.params.canvas_id!;
  await untilCurrent(() => work(id));
  const text = present.canvas(id, access.reached(call.actor, id) ?? 'none');
  if (text === undefined) throw refuse.notFound('Canvas', id);
  return text;
}
