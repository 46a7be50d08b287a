import { add } from './add.ts';
import { canvas } from './canvas.ts';
import { clip } from './clip.ts';
import { empty } from './empty.ts';
import { files } from './files.ts';
import { properties } from './properties.ts';
import { replace } from './replace.ts';

/** The catalogue of panels and dialogs of editing, from which the type of all others follows. */
export const en = {
  add,
  canvas,
  clip,
  empty,
  files,
  properties,
  replace,
};
