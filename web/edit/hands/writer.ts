import type { Edit, NewEdit } from '../../live/edits/edit.ts';
import type { Editing } from '../editing.ts';
import { takenBack } from './taken-back.ts';

/** Operations that are made and shown in one frame: for more of them, each of both has a frame of its own. */
const MOST_AT_ONCE = 500;

export type WriterContext = Pick<Editing, 'perform' | 'frames'> & { readonly edits: Pick<Editing['edits'], 'show'> };

/** Writes what a gesture does, once a second and at its end, as one step of undo. */
export class GestureWriter {
  readonly #editing: WriterContext;
  readonly #run: string;
  readonly #made: Edit[] = [];
  /** What it makes now was made here, and nobody else. */
  isWriting = false;

  constructor(editing: WriterContext, run: string) {
    this.#editing = editing;
    this.#run = run;
  }

  /**
   * However large an edit is, it is made and on its way at once, so that a page that is left asks first.
   * @param shown called when the board shows it, for a large edit in the next frame
   */
  write(edit: NewEdit | undefined, shown: () => void = () => undefined): void {
    const isLate = edit !== undefined && edit.operations.length > MOST_AT_ONCE;
    this.isWriting = true;
    const made = this.#editing.perform(edit, this.#run, isLate);
    if (made) this.#made.push(made);
    const show = (): void => {
      if (isLate) this.#editing.edits.show();
      this.isWriting = false;
      shown();
    };
    if (isLate) inNextFrame(this.#editing.frames, show);
    else show();
  }

  takeBack(): void {
    this.write(takenBack(this.#made));
  }
}

/** Calls once, before what is shown next is painted. */
function inNextFrame(frames: Pick<Editing['frames'], 'add' | 'request'>, call: () => void): void {
  const end = frames.add(() => {
    end();
    call();
  });
  frames.request();
}
