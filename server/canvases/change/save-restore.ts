import { randomUUID } from 'node:crypto';
import { Refusal, refuse } from '../../../model/refusal.ts';
import { Canvas, snapshotNamed } from '../../../model/resources/canvas.ts';
import type { Access } from '../../access/authorization/access.ts';
import type { Rules } from '../../access/authorization/rule-table.ts';
import { submit } from '../../collections/submit.ts';
import type { Call } from '../../http/routing/route.ts';
import type { Scheduler } from '../../scheduler.ts';
import type { DurableView, Store, Transaction } from '../../store/store.ts';
import { canvases, stored } from '../rules/kinds.ts';
import type { Presenter } from '../show/present.ts';
import { readCanvas } from './content.ts';
import { fillState, isSaved, restoreState, savedScope } from './demo-state.ts';
import { Superseded, untilCurrent } from './superseded.ts';
import { withUnseen } from './unseen.ts';

export interface DemoDeps {
  readonly store: Pick<Store, 'submit' | 'directory' | 'load' | 'pin'>;
  readonly scheduler: Pick<Scheduler, 'run'>;
  readonly rules: Pick<Rules, 'editCanvas'>;
  readonly access: Access;
  readonly present: Presenter;
}

/** Saves the content again and answers the canvas. When the same content is saved already, nothing is written or audited. */
export const saveDemoState = (deps: DemoDeps, call: Call): Promise<string> =>
  answered(deps, call, async (id) => {
    const { store, scheduler } = deps;
    const { entry, content } = await readCanvas(store, id);
    const isSame = await withSaved(store, entry, (saved) => scheduler.run(isSaved(saved, content)));
    if (isSame) return;
    await withUnseen(store, call, async (unseen) => {
      const saved = snapshotNamed(randomUUID());
      await unseen.fill([saved], (tx) => fillState(tx.scope(saved), content));
      await submit(store, call, { run: (tx) => replaceSaved(tx, id, saved) });
      return { result: undefined, used: [saved] };
    });
  });

function replaceSaved(tx: Transaction, id: string, saved: string): void {
  const canvas = stored(tx.directory, canvases, id);
  tx.tombstone(savedScope(canvas));
  tx.directory.update(Canvas, { ...canvas, saved });
  tx.intend(Canvas, canvas, 'demo state saved');
}

/** Puts the content back to its saved state and answers the canvas. */
export const restoreDemoState = (deps: DemoDeps, call: Call): Promise<string> =>
  answered(deps, call, async (id) => {
    const { store } = deps;
    const entry = stored(store.directory, canvases, id);
    await withSaved(store, entry, (saved) =>
      submit(store, call, {
        scopes: [id],
        *run(tx) {
          // The name comes from the durable directory at the moment of the command, so that the directory takes no part in the
          // commit
          const now = stored(store.directory, canvases, id);
          if (savedScope(now) !== entry.saved) throw new Superseded();
          yield* restoreState(tx.scope(id), saved);
          tx.intend(Canvas, now, 'demo state restored');
        },
      }),
    );
  });

/** Works with the saved state of a canvas, which stays in memory until the work is done. 409 outside of demo mode. */
async function withSaved<T>(store: DemoDeps['store'], entry: Canvas, work: (saved: DurableView) => Promise<T>): Promise<T> {
  const scope = savedScope(entry);
  const saved = await store.load(scope).catch(superseded);
  const release = store.pin(scope);
  return work(saved).finally(release);
}

/** A 404 means that the canvas was saved again, or left demo mode, since its entry was read. */
function superseded(cause: unknown): never {
  throw cause instanceof Refusal && cause.status === 404 ? new Superseded() : cause;
}

async function answered({ access, present }: DemoDeps, call: Call, work: (canvas: string) => Promise<void>): Promise<string> {
  // Reads the body, which has no fields, so that one that is no JSON is refused here, too
  void call.body;
  const id = call.params.canvas_id!;
  await untilCurrent(() => work(id));
  const text = present(id, access.reached(call.actor, id) ?? 'none');
  if (text === undefined) throw refuse.notFound('Canvas', id);
  return text;
}
