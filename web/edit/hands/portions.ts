import type { Edit, NewEdit } from '../../live/edits/edit.ts';
import type { Editing } from '../editing.ts';

/** Operations of one frame: more would make it longer than 50 ms. */
const PORTION = 200;

export interface PortionMeans {
  readonly editing: Pick<Editing, 'perform' | 'frames'>;
  readonly run: string;
  /** Called with each part as it is made. */
  readonly made: (edit: Edit) => void;
  readonly done: () => void;
}

/** Performs an edit, at once if it is small, else some operations a frame. All parts are one step of undo. */
export function performInPortions(edit: NewEdit | undefined, { editing, run, made, done }: PortionMeans): void {
  const { operations = [] } = edit ?? {};
  let at = 0;
  const next = (): boolean => {
    const part = edit && editing.perform({ ...edit, operations: operations.slice(at, at + PORTION) }, run);
    if (part) made(part);
    at += PORTION;
    return at >= operations.length;
  };
  if (next()) return done();
  const end = editing.frames.add(() => {
    if (!next()) return editing.frames.request();
    end();
    done();
  });
  editing.frames.request();
}
