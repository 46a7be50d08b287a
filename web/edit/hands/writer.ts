import type { Edit, NewEdit } from '../../live/edits/edit.ts';
import type { Editing } from '../editing.ts';
import { performInPortions } from './portions.ts';
import { takenBack } from './taken-back.ts';

/** Writes what a gesture does, once a second and at its end, as one step of undo. */
export class GestureWriter {
  readonly #editing: Editing;
  readonly #run: string;
  readonly #made: Edit[] = [];
  /** What it makes now was made here, and nobody else. */
  isWriting = false;
  /** The widgets of a large edit that have been written already. */
  readonly written = new Set<string>();

  constructor(editing: Editing, run: string) {
    this.#editing = editing;
    this.#run = run;
  }

  write(edit: NewEdit | undefined, done: () => void = () => undefined): void {
    this.isWriting = true;
    const made = (part: Edit): void => {
      this.#made.push(part);
      for (const { id } of part.operations) this.written.add(id);
    };
    performInPortions(edit, {
      editing: this.#editing,
      run: this.#run,
      made,
      done: () => {
        this.written.clear();
        this.isWriting = false;
        done();
      },
    });
  }

  takeBack(): void {
    this.write(takenBack(this.#made));
  }
}
