import type { EditTexts } from '../../edit.ts';
import { actions } from './actions.ts';
import { colours } from './colours.ts';
import { ink } from './ink.ts';
import { keys } from './keys.ts';
import { kinds } from './kinds.ts';
import { media } from './media.ts';
import { panels } from './panels.ts';
import { saving } from './saving.ts';
import { spoken } from './spoken.ts';
import { text } from './text.ts';
import { tools } from './tools.ts';

export const ja: EditTexts = {
  actions,
  colours,
  ink,
  keys,
  kinds,
  media,
  panels,
  saving,
  spoken,
  text,
  tools,
};
