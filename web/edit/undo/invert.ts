import type { NewEdit } from '../../live/edits/edit.ts';
import { makeAgain } from './make-again.ts';
import { revertChanges } from './revert-changes.ts';
import type { ShownBoard } from './shown-board.ts';
import type { Step } from './step.ts';
import { takeAway } from './take-away.ts';

interface Inversion {
  readonly edit: NewEdit;
  /** Things that others have changed since, and that stay as they are. */
  readonly left: number;
}

/** The edit that takes back a step, against what is shown now. */
export function invert(step: Step, shown: ShownBoard): Inversion {
  const again = makeAgain(step, shown);
  const idOf = (id: string): string | undefined => again.ids.get(id) ?? (shown.record(id) ? id : undefined);
  const reverted = revertChanges(step, shown.record, idOf);
  const moved = new Set(reverted.operations.filter((one) => 'body' in one && 'parent_id' in one.body).map(({ id }) => id));
  const away = takeAway(step, shown, (id) => moved.has(id));
  // What lay on something new goes back to where it was before that is deleted
  const operations = [...again.operations, ...reverted.operations, ...away.operations];
  return { edit: { label: step.label, operations }, left: again.left + reverted.left + away.left };
}
