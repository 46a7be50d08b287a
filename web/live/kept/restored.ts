import type { Edit } from '../edits/edit.ts';
import type { PendingOperation } from '../edits/pending-operation.ts';
import type { KeptEdits, KeptFlight, KeptOperation } from './edit-store.ts';
import type { BatchFlight } from './keeper.ts';

/** What another tab has left, ready to go on. */
export interface Restored {
  readonly flights: readonly BatchFlight[];
  /** Operations that never left, in their order. */
  readonly waiting: readonly PendingOperation[];
  readonly bySerial: ReadonlyMap<number, PendingOperation>;
}

/** Makes operations that wait of what was kept of them. Their edits have negative keys, which no edit of this tab has. */
export function restore({ pieces, flights }: KeptEdits): Restored {
  const kept = pieces.flatMap(({ operations }) => operations).sort((a, b) => a.serial - b.serial);
  const edits = editsOf(kept);
  const bySerial = new Map(kept.map((one): [number, PendingOperation] => [one.serial, pendingOf(one, edits.get(one.edit)!)]));
  const left = new Set(flights.flatMap(({ serials }) => serials));
  const there = ({ serials }: KeptFlight) => serials.flatMap((serial) => bySerial.get(serial) ?? []);
  return {
    flights: flights.map((flight) => ({ sender: flight.sender, number: flight.number, operations: there(flight) })),
    waiting: [...bySerial].flatMap(([serial, one]) => (left.has(serial) ? [] : [one])),
    bySerial,
  };
}

function editsOf(kept: readonly KeptOperation[]): ReadonlyMap<number, Edit> {
  const groups = new Map<number, KeptOperation[]>();
  for (const one of kept) groups.set(one.edit, [...(groups.get(one.edit) ?? []), one]);
  let key = -1;
  return new Map(
    Array.from(groups, ([number, operations]) => [
      number,
      {
        key: key--,
        label: operations[0]!.label,
        operations: operations.map(({ operation }) => operation),
        before: new Map(operations.map(({ operation, before }) => [operation.id, before])),
        after: new Map(),
      },
    ]),
  );
}

const pendingOf = ({ operation, effects, before, at = '' }: KeptOperation, edit: Edit): PendingOperation => ({
  edits: [edit],
  operation,
  effects: new Map(effects),
  before,
  at,
  answered: undefined,
  isRepeated: false,
  isHidden: true,
});

/** The same with numbers above `from`, one after the other, so that it fits beside what another tab has. */
export function renumbered(parts: readonly KeptEdits[], from: number): KeptEdits {
  let serial = from;
  let edit = from;
  const pieces: KeptEdits['pieces'][number][] = [];
  const flights: KeptFlight[] = [];
  for (const part of parts) {
    const serials = new Map<number, number>();
    const edits = new Map<number, number>();
    for (const piece of [...part.pieces].sort((a, b) => a.key - b.key)) {
      const operations = piece.operations.map((one) => {
        serials.set(one.serial, ++serial);
        if (!edits.has(one.edit)) edits.set(one.edit, ++edit);
        return { ...one, serial, edit: edits.get(one.edit)! };
      });
      if (operations.length > 0) pieces.push({ key: operations[0]!.serial, operations });
    }
    for (const flight of part.flights)
      flights.push({ ...flight, serials: flight.serials.flatMap((one) => serials.get(one) ?? []) });
  }
  return { pieces, flights: flights.filter(({ serials }) => serials.length > 0) };
}
