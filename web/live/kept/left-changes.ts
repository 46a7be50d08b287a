import type { Edit } from '../edits/edit.ts';
import { amend } from '../edits/judge.ts';
import type { PendingOperation } from '../edits/pending-operation.ts';

/** What becomes of the changes that tabs which are no more have left. */
export class LeftChanges {
  readonly #open = new Set<PendingOperation>();
  readonly #saved = new Set<Edit>();

  take(operations: readonly PendingOperation[]): void {
    for (const one of operations) this.#open.add(one);
  }

  /** @param isSaved the server has them; else they are told or listed */
  over(operations: readonly PendingOperation[], isSaved: boolean): void {
    for (const one of operations) if (this.#open.delete(one) && isSaved) this.#saved.add(one.edits.at(-1)!);
  }

  /** How many changes were saved, once all of them are over; 0 before that, and the second time. */
  finished(): number {
    if (this.#open.size > 0) return 0;
    const { size } = this.#saved;
    this.#saved.clear();
    return size;
  }
}

/** What other tabs have left comes before operations of this one, which came upon other values. @param all with those that are left */
export function meet(all: readonly PendingOperation[], own: readonly PendingOperation[]): void {
  if (own.length === 0) return;
  for (const { isHidden, operation, effects, before } of all) {
    const effect = isHidden ? effects.get(operation.id) : undefined;
    if (effect?.is !== 'set' || !before) continue;
    const values = before as unknown as Record<string, unknown>;
    const from = Object.fromEntries(Object.keys(effect.fields).map((key) => [key, values[key]]));
    amend(operation.id, own, from, effect.fields);
  }
}
