import type { ReadonlySignal } from '@preact/signals';
import type { Edit, EditLabel } from '../live/edits/edit.ts';

/** The own edits of this page, to be taken back and made again. */
export interface History {
  /** Puts an edit on the stack. Edits of one `run` that follow each other are one step. */
  record(edit: Edit, run?: string): void;
  /** Takes back the last step. Undefined: there is none. */
  undo(): StepOutcome | undefined;
  /** Makes again what was undone last. Undefined: there is nothing. */
  redo(): StepOutcome | undefined;
  readonly canUndo: ReadonlySignal<boolean>;
  readonly canRedo: ReadonlySignal<boolean>;
  /** What would be undone and made again next. */
  readonly next: ReadonlySignal<{ readonly undo: EditLabel | undefined; readonly redo: EditLabel | undefined }>;
}

/** What became of a step that was taken back or made again. */
export interface StepOutcome {
  readonly label: EditLabel;
  /** Whether something was changed: not where others have changed all of it since. */
  readonly isDone: boolean;
  /** Things that others have changed since, and that stay as they are. */
  readonly left: number;
}
