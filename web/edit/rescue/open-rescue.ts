import { effect, type Signal } from '@preact/signals';
import { GitCompareArrows } from 'lucide';
import type { EditRefusal, LostListener } from '../../live/edits/edits.ts';
import { keptList } from '../../live/kept/kept-list.ts';
import type { MenuItem } from '../../parts/menu/menu-items.tsx';
import { say } from '../../parts/toast.tsx';
import type { Editing } from '../editing.ts';
import { type Conflict, type ConflictList, conflictOf, createConflicts, isSettled } from './conflicts.ts';
import { gathered } from './gathered.ts';
import type { RescuePart } from './rescue.ts';
import { rescueTexts } from './rescue-texts.ts';
import { tellRefusals } from './tell-refusals.ts';

export { beginRescueTexts } from './rescue-texts.ts';

interface OpenRescue extends RescuePart {
  readonly refused: (refusal: EditRefusal) => void;
  readonly resumed: (count: number) => void;
  readonly take: LostListener;
  readonly close: () => void;
}

/** Keeps for a person what is not on the canvas. @param user id of the person @param items what the menu of the canvas offers for it */
export function openRescue(editing: Editing, user: number, items: Signal<readonly MenuItem[]>): OpenRescue {
  const { board, edits, text } = editing;
  const scope = { user, canvas_id: board.canvas_id };
  const kept = keptList<Conflict>('conflicts', scope);
  const conflicts = createConflicts({ record: (id) => edits.record(id), kept });
  let tellRefused: OpenRescue['refused'] = () => undefined;
  const listens = (listen: OpenRescue['refused']) => {
    tellRefused = listen;
    return () => undefined;
  };
  let untell: () => void = () => undefined;
  const met = gathered<string>((ids) => {
    if (editing.panel.peek() !== 'conflicts') untell = tellConflicts(editing, ids.size);
  });
  let isOver = false;
  void kept.loaded.then(() => {
    if (!isOver) for (const { key } of kept.list.peek()) met.add(key);
  });
  const ends = [
    tellRefusals({ onRefused: listens }),
    board.onChange(() => dropSettled(conflicts)),
    offer(editing, conflicts, items),
    editing.panel.subscribe((panel) => panel === 'conflicts' && untell()),
    met.flush,
  ];
  return {
    conflicts,
    resumed: (count) => void say(rescueTexts.peek().refusals.resumed(count)),
    refused: (refusal) => tellRefused(refusal),
    take(lost, { reason }, part) {
      if (reason !== 'changed') return;
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

/** The menu of the canvas leads to what waits for a choice. */
const offer = ({ panel }: Editing, { list }: ConflictList, items: Signal<readonly MenuItem[]>): (() => void) =>
  effect(() => {
    const run = (): void => {
      panel.value = 'conflicts';
    };
    const there = list.value.length > 0;
    items.value = there ? [{ text: rescueTexts.value.conflicts.title, icon: GitCompareArrows, run }] : [];
  });
