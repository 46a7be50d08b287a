import { effect, type Signal } from '@preact/signals';
import { ArchiveRestore, GitCompareArrows } from 'lucide';
import type { Body } from '../../../model/field.ts';
import type { Operation } from '../../live/edits/edit.ts';
import type { EditRefusal, LostListener } from '../../live/edits/edits.ts';
import type { PendingOperation } from '../../live/edits/pending-operation.ts';
import { keptList } from '../../live/kept/kept-list.ts';
import type { MenuItem } from '../../parts/menu/menu-items.tsx';
import { say } from '../../parts/toast.tsx';
import type { Editing, EditPanel } from '../editing.ts';
import type { DeletedRecords } from './bin/bin.ts';
import { lazyBin } from './bin/lazy-bin.ts';
import { type Conflict, type ConflictList, conflictOf, createConflicts, isSettled } from './conflicts.ts';
import { gathered } from './gathered.ts';
import type { RescuePart } from './rescue.ts';
import { rescueTexts } from './rescue-texts.ts';
import { createTarget } from './salvage/create-target.ts';
import { salvageTarget } from './salvage/salvage-target.ts';
import { showSalvage } from './salvage/show-salvage.tsx';
import { type TakeIn, takeIn } from './salvage/take-in.ts';
import { tellRefusals } from './tell-refusals.ts';

export { beginRescueTexts } from './rescue-texts.ts';

interface OpenRescue extends RescuePart {
  readonly refused: (refusal: EditRefusal) => void;
  readonly resumed: (count: number) => void;
  readonly take: LostListener;
  readonly keep: TakeIn;
  readonly deleted: (step: DeletedRecords) => void;
  /** The person may not edit any more. @param operations what would have made the strokes that were being drawn */
  readonly ended: (operations: readonly Operation[]) => void;
  /** The canvas is not edited any more. */
  readonly left: () => void;
  readonly close: () => void;
}

/** Keeps for a person what is not on the canvas. @param user id of the person @param items what the menu of the canvas offers for it */
export function openRescue(editing: Editing, user: number, items: Signal<readonly MenuItem[]>): OpenRescue {
  const { board } = editing;
  const keep = takeIn(editing, user);
  const target = createTarget(editing);
  salvageTarget.value = target;
  void showSalvage(user);
  const { bin, deleted, boardChanged } = lazyBin(editing, user);
  const { conflicts, meet, close } = openConflicts(editing, user);
  let tellRefused: OpenRescue['refused'] = () => undefined;
  const listens = (listen: OpenRescue['refused']) => {
    tellRefused = listen;
    return () => undefined;
  };
  const ends = [tellRefusals({ onRefused: listens }), board.onChange(boardChanged), offer(editing, conflicts, items), close];
  return {
    conflicts,
    bin,
    deleted,
    resumed: (count) => void say(rescueTexts.peek().refusals.resumed(count)),
    refused: (refusal) => tellRefused(refusal),
    keep,
    ended(operations) {
      say(rescueTexts.peek().salvage.ended);
      keep.strokes(operations);
    },
    left() {
      if (salvageTarget.peek() === target) salvageTarget.value = undefined;
    },
    take(lost, { reason }, part) {
      if (reason === 'changed') return meet(lost, part);
      keep.strokes(lost.map(({ operation }) => operation));
    },
    close() {
      for (const end of ends) end();
    },
  };
}

/** The changes that meet those of others, of which the person hears. */
function openConflicts(editing: Editing, user: number) {
  const { board, edits, text, panel } = editing;
  const kept = keptList<Conflict>('conflicts', { user, canvas_id: board.canvas_id });
  const conflicts = createConflicts({ record: (id) => edits.record(id), kept });
  let untell: () => void = () => undefined;
  const met = gathered<string>((ids) => {
    if (panel.peek() !== 'conflicts') untell = tellConflicts(editing, ids.size);
  });
  let isOver = false;
  void kept.loaded.then(() => {
    if (!isOver) for (const { key } of kept.list.peek()) met.add(key);
  });
  const ends = [
    board.onChange(() => dropSettled(conflicts)),
    panel.subscribe((open) => open === 'conflicts' && untell()),
    met.flush,
  ];
  return {
    conflicts,
    /** @param part undefined: everything that the operations write */
    meet(lost: readonly PendingOperation[], part: Body | undefined) {
      for (const one of lost) {
        const { id } = one.operation;
        const conflict = conflictOf(one, part, text.fieldOf(id));
        if (!conflict) continue;
        conflicts.put(id, conflict);
        met.add(id);
      }
    },
    close() {
      isOver = true;
      for (const end of ends) end();
    },
  };
}

/** Returns what takes the message away. */
function tellConflicts({ panel }: Editing, count: number): () => void {
  const words = rescueTexts.peek().conflicts;
  const run = (): void => {
    panel.value = 'conflicts';
  };
  return say(words.told(count), { text: words.show, run });
}

function dropSettled(conflicts: ConflictList): void {
  for (const { key, value } of conflicts.list.peek()) {
    const record = conflicts.record(key);
    if (record && isSettled(value, record)) conflicts.remove(key);
  }
}

/** The menu of the canvas leads to what waits for a choice, and to what was deleted. */
const offer = ({ panel }: Editing, { list }: ConflictList, items: Signal<readonly MenuItem[]>): (() => void) =>
  effect(() => {
    const { conflicts, bin } = rescueTexts.value;
    const opens = (name: EditPanel) => () => {
      panel.value = name;
    };
    const choices = { text: conflicts.title, icon: GitCompareArrows, run: opens('conflicts') };
    const deleted = { text: bin.title, icon: ArchiveRestore, run: opens('bin') };
    items.value = list.value.length > 0 ? [choices, deleted] : [deleted];
  });
