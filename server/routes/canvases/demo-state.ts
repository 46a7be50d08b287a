import type { Work } from '../../../model/hooks.ts';
import { refuse } from '../../../model/refusal.ts';
import { canvasLine, snapshotOf } from '../../../model/resources/canvas.ts';
import type { Access } from '../../access/access.ts';
import type { Presenter } from '../../access/present.ts';
import type { Rules } from '../../access/rules.ts';
import { entryOf } from '../../commands/canvas-content.ts';
import type { Call } from '../../http/route.ts';
import type { Store, Transaction } from '../../store/types.ts';

export interface DemoParts {
  readonly store: Pick<Store, 'submit' | 'directory'>;
  readonly rules: Pick<Rules, 'editCanvas'>;
  readonly access: Access;
  readonly present: Presenter;
}

/**
 * Runs a command of a canvas and its saved state, which is empty when it was never made, and answers the canvas. `work` says
 * whether it changed anything: only then there is an audit entry.
 */
export async function changeDemoState(
  { store, access, present }: DemoParts,
  call: Call,
  work: (tx: Transaction, canvas: string) => Work<boolean>,
  action: string,
): Promise<string> {
  // It has no fields, but no JSON is refused like everywhere
  void call.body;
  const id = call.params.canvas_id!;
  await store.submit({
    scopes: [id, snapshotOf(id)],
    fresh: [snapshotOf(id)],
    author: call.author,
    permit: call.permit,
    *run(tx): Work {
      if (yield* work(tx, id)) tx.audit(canvasLine(entryOf(store.directory, id), action));
    },
  });
  const text = present.canvas(id, access.reached(call.actor, id) ?? 'none');
  if (text === undefined) throw refuse.notFound('Canvas', id);
  return text;
}
