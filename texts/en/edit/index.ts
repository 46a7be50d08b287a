import { actions } from './actions.ts';
import { add } from './add.ts';
import { canvas } from './canvas.ts';
import { colours } from './colours.ts';
import { empty } from './empty.ts';
import { files } from './files.ts';
import { ink } from './ink.ts';
import { keys } from './keys.ts';
import { kinds } from './kinds.ts';
import { media } from './media.ts';
import { properties } from './properties.ts';
import { saving } from './saving.ts';
import { spoken } from './spoken.ts';
import { text } from './text.ts';
import { tools } from './tools.ts';

/** The catalogue of editing, from which the type of all others follows. */
export const en = {
  actions,
  add,
  canvas,
  colours,
  empty,
  files,
  ink,
  keys,
  kinds,
  media,
  properties,
  saving,
  spoken,
  text,
  tools,
};
