import { type Element, isWidgetElement } from '../../../live/element.ts';
import { labelOf } from '../../../outline/labels.ts';
import { texts } from '../../../texts.ts';
import type { Editing } from '../../editing.ts';
import { type Bin, type DeletedRecords, type DeletionLabel, openBin } from './bin.ts';

/** The bin of a canvas, read from the browser with the first deletion, or when somebody asks for it. */
export interface LazyBin {
  bin(): Bin;
  deleted(step: DeletedRecords): void;
  /** Call it when the board has changed. */
  boardChanged(): void;
}

/** @param user id of the person */
export function lazyBin({ board, edits }: Editing, user: number): LazyBin {
  let opened: Bin | undefined;
  const bin = (): Bin => {
    opened ??= openBin({ user, canvas_id: board.canvas_id });
    return opened;
  };
  const label = (record: Element): DeletionLabel =>
    isWidgetElement(record) ? labelOf(record, board, texts.peek().outline) : { icon: 'line', name: '' };
  return {
    bin,
    deleted(step) {
      // What an undo takes away is what the person has made, and redo makes it again
      const isMeant = step.label === 'delete' || [...step.deleted.keys()].some((id) => opened?.hasRestored(id));
      if (isMeant) bin().add(step, label);
    },
    boardChanged: () => opened?.dropRestored((id) => edits.record(id) !== undefined),
  };
}
