import type { PendingOperation } from '../edits/pending-operation.ts';
import type { Element } from '../element.ts';
import type { EditStore, KeptEdits, KeptFlight, KeptOperation, KeptPiece, WriteOutcome } from './edit-store.ts';

/** A batch that has left. */
export interface BatchFlight {
  readonly sender: string;
  readonly number: number;
  readonly operations: readonly PendingOperation[];
}

interface Piece {
  readonly key: number;
  operations: PendingOperation[];
}

interface Known {
  readonly serial: number;
  readonly edit: number;
  readonly piece: Piece;
  /** What was written of it. */
  operation: PendingOperation['operation'];
  before: PendingOperation['before'];
}

/** So that an answer writes little again of a large edit. */
const PIECE = 100;
/** Numbers that what is adopted may take at once. */
const ROOM = 1e9;

/** Writes what waits whenever it has changed. Compares only what operations are, so that nobody has to tell what has changed. */
export class Keeper {
  readonly #known = new Map<PendingOperation, Known>();
  readonly #pieces = new Set<Piece>();
  readonly #edits = new WeakMap<object, number>();
  #flights = '[]';
  #serial = 0;
  #edit = 0;
  /** The last write failed, so all is to be written again. */
  #isStale = false;

  constructor(private readonly store: EditStore) {}

  /** @returns undefined: all is written already */
  keep(flights: readonly BatchFlight[], waiting: Iterable<PendingOperation>): Promise<WriteOutcome> | undefined {
    const changed = new Set<Piece>();
    const over = this.#follow(flights, waiting, changed);
    const kept = flights.map((flight) => this.#flight(flight));
    const said = JSON.stringify(kept);
    if (changed.size === 0 && over.length === 0 && said === this.#flights && !this.#isStale) return undefined;
    this.#flights = said;
    const put = Array.from(this.#isStale ? this.#pieces : changed, (piece) => this.#read(piece));
    return this.#write({ put, remove: over.map(({ key }) => key), flights: kept });
  }

  /** Numbers above this one are free for what another tab has left. */
  reserve(): number {
    const from = this.#serial;
    this.#serial += ROOM;
    return from;
  }

  /** Everything that waits, as it is kept. */
  read(): KeptEdits {
    return { pieces: Array.from(this.#pieces, (piece) => this.#read(piece)), flights: JSON.parse(this.#flights) };
  }

  /** What was adopted is written already. @param operations those of each piece, in its order */
  know(pieces: readonly KeptPiece[], operations: ReadonlyMap<number, PendingOperation>): void {
    for (const { key, operations: kept } of pieces) {
      const piece: Piece = { key, operations: [] };
      this.#pieces.add(piece);
      for (const { serial } of kept) {
        const pending = operations.get(serial)!;
        piece.operations.push(pending);
        const edit = this.#editOf(pending);
        this.#known.set(pending, { serial, edit, piece, operation: pending.operation, before: pending.before });
      }
    }
    this.#isStale = true;
  }

  async #write(changes: Parameters<EditStore['write']>[0]): Promise<WriteOutcome> {
    this.#isStale = false;
    const outcome = await this.store.write(changes);
    if (outcome === 'refused') this.#isStale = true;
    return outcome;
  }

  /** Takes in what is new, and out what is over. @returns pieces that are over */
  #follow(flights: readonly BatchFlight[], waiting: Iterable<PendingOperation>, changed: Set<Piece>): Piece[] {
    const present = new Set<PendingOperation>();
    let filling: Piece | undefined;
    const see = (pending: PendingOperation): void => {
      present.add(pending);
      const known = this.#known.get(pending);
      if (!known) {
        if (!filling || filling.operations.length === PIECE) filling = this.#begin();
        this.#take(pending, filling);
        changed.add(filling);
      } else if (known.operation !== pending.operation || known.before !== pending.before) {
        known.operation = pending.operation;
        known.before = pending.before;
        changed.add(known.piece);
      }
    };
    for (const { operations } of flights) for (const one of operations) see(one);
    for (const one of waiting) see(one);
    for (const [pending, { piece }] of this.#known) {
      if (present.has(pending)) continue;
      this.#known.delete(pending);
      changed.add(piece);
    }
    for (const piece of changed) piece.operations = piece.operations.filter((one) => present.has(one));
    const over = [...changed].filter(({ operations }) => operations.length === 0);
    for (const piece of over) {
      changed.delete(piece);
      this.#pieces.delete(piece);
    }
    return over;
  }

  #begin(): Piece {
    const piece: Piece = { key: this.#serial + 1, operations: [] };
    this.#pieces.add(piece);
    return piece;
  }

  #take(pending: PendingOperation, piece: Piece): void {
    piece.operations.push(pending);
    const { operation, before } = pending;
    this.#known.set(pending, { serial: ++this.#serial, edit: this.#editOf(pending), piece, operation, before });
  }

  #editOf({ edits }: PendingOperation): number {
    const edit = edits.at(-1)!;
    const number = this.#edits.get(edit) ?? ++this.#edit;
    this.#edits.set(edit, number);
    return number;
  }

  #flight({ sender, number, operations }: BatchFlight): KeptFlight {
    return { sender, number, serials: operations.map((one) => this.#known.get(one)!.serial) };
  }

  #read({ key, operations }: Piece): KeptPiece {
    return { key, operations: operations.map((one) => this.#readOne(one)) };
  }

  #readOne(pending: PendingOperation): KeptOperation {
    const { serial, edit } = this.#known.get(pending)!;
    const { operation, effects, edits, at } = pending;
    return { serial, edit, label: edits.at(-1)!.label, operation, effects, before: partOf(pending), at };
  }
}

/** Only what the change writes of a widget that is changed. Ten thousand are kept at once when all that is selected is moved. */
function partOf({ operation, effects, before }: PendingOperation): Element | undefined {
  const effect = effects.get(operation.id);
  if (!before || operation.op !== 'update' || effect?.is !== 'set') return before;
  const names = ['id', 'widget_type', 'parent_id', 'name', ...Object.keys(effect.fields), ...Object.keys(operation.body)];
  const part: Record<string, unknown> = {};
  const whole = before as unknown as Record<string, unknown>;
  for (const name of names) if (name in whole) part[name] = whole[name];
  return part as unknown as Element;
}
