import type { Body } from '../../../model/field.ts';
import type { PendingOperation } from './pending-operation.ts';

/** What the overlay does with operations that need not be sent. */
export interface Joining {
  /** Makes one operation of two that wait, the second being the last one for its id. False: the server would make something else of it. */
  join(first: PendingOperation, second: PendingOperation): boolean;
  /** These operations are not sent. */
  drop(operations: readonly PendingOperation[]): void;
}

/** Operations that were not sent yet, in their order. What later ones make needless is left out. */
export class WaitingOperations implements Iterable<PendingOperation> {
  readonly #all = new Set<PendingOperation>();
  /** The last one for each id. */
  readonly #last = new Map<string, PendingOperation>();

  constructor(private readonly overlay: Joining) {}

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): Iterator<PendingOperation> {
    return this.#all[Symbol.iterator]();
  }

  add(pending: PendingOperation): void {
    const { operation } = pending;
    const last = this.#last.get(operation.id);
    if (operation.op === 'update' && last?.operation.op === 'update' && isByItself(operation.body)) {
      if (this.overlay.join(last, pending)) return;
    }
    if (operation.op === 'delete' && last && this.#isSettledBy(pending)) return;
    this.#all.add(pending);
    this.#last.set(operation.id, pending);
  }

  /** Puts operations before all others. */
  addFirst(operations: readonly PendingOperation[]): void {
    const others = [...this.#all];
    this.#all.clear();
    for (const one of [...operations, ...others]) this.#all.add(one);
  }

  /** Takes operations out. */
  remove(operations: Iterable<PendingOperation>): void {
    for (const one of operations) {
      this.#all.delete(one);
      if (this.#last.get(one.operation.id) === one) this.#last.delete(one.operation.id);
    }
  }

  /**
   * Leaves out what a deletion makes needless: updates of the record, and all that was made and goes with it before the server has heard
   * of it. True: then the deletion has nothing to do.
   */
  #isSettledBy(deletion: PendingOperation): boolean {
    const family = this.#familyOf(deletion);
    if (family) {
      this.#leaveOut([...family, deletion]);
      return true;
    }
    const { id } = deletion.operation;
    this.#leaveOut([...this.#all].filter(({ operation }) => operation.op === 'update' && operation.id === id));
    return false;
  }

  #leaveOut(operations: readonly PendingOperation[]): void {
    this.remove(operations);
    this.overlay.drop(operations);
  }

  /** The operations on records that wait to be made and that a deletion takes away. Undefined: something of it is on the server already. */
  #familyOf({ operation, effects }: PendingOperation): PendingOperation[] | undefined {
    const made = new Set<string>();
    const family: PendingOperation[] = [];
    for (const one of this.#all) {
      const { id } = one.operation;
      const isOfFamily = effects.has(id);
      if (one.operation.op === 'create' && isOfFamily) {
        for (const [each, effect] of one.effects) if (effect.is === 'made') made.add(each);
      }
      if (isOfFamily && made.has(id)) family.push(one);
      else if (namesBeside(one, effects)) return undefined;
    }
    const isAll = made.has(operation.id) && [...effects.keys()].every((id) => made.has(id));
    return isAll ? family : undefined;
  }
}

/** Such a change may be made earlier than it was asked for: nothing else must be there first. */
const isByItself = (body: Body): boolean => !['parent_id', 'depth', 'auto_raise', 'src', 'dst'].some((key) => key in body);

/** Whether an operation asks for a place beside one of these records. */
function namesBeside({ operation }: PendingOperation, ids: ReadonlyMap<string, unknown>): boolean {
  if (operation.op === 'delete') return false;
  const { depth } = operation.body;
  if (typeof depth !== 'object' || depth === null) return false;
  return Object.values(depth).some((id) => ids.has(id as string));
}
