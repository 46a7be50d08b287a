import type { Edit, NewEdit } from '../../live/edits/edit.ts';
import type { Editing } from '../editing.ts';
import { takenBack } from './taken-back.ts';

/** Writes what a gesture does, once a second and at its end, as one step of undo. */
export class GestureWriter {
  readonly #editing: Pick<Editing, 'perform'>;
  readonly #run: string;
  readonly #made: Edit[] = [];
  /** What it makes now was made here, and nobody else. */
  isWriting = false;

  constructor(editing: Pick<Editing, 'perform'>, run: string) {
    this.#editing = editing;
    this.#run = run;
  }

  /** However large an edit is, it is one of the overlay at once: only what is sent goes in portions, so that a page that is left asks first. */
  write(edit: NewEdit | undefined): void {
    this.isWriting = true;
    const made = this.#editing.perform(edit, this.#run);
    if (made) this.#made.push(made);
    this.isWriting = false;
  }

  takeBack(): void {
    this.write(takenBack(this.#made));
  }
}
