import type { PanelTexts } from '../../panels.ts';
import { add } from './add.ts';
import { canvas } from './canvas.ts';
import { clip } from './clip.ts';
import { empty } from './empty.ts';
import { files } from './files.ts';
import { properties } from './properties.ts';
import { replace } from './replace.ts';

export const ja: PanelTexts = {
  add,
  canvas,
  clip,
  empty,
  files,
  properties,
  replace,
};
