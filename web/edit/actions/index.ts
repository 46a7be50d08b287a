import type { Action } from '../action.ts';
import { adding } from './adding.ts';
import { arrangements } from './arranging.ts';
import { copy, cut, paste, pasteInPlace } from './clipboard.ts';
import { deleting } from './deleting.ts';
import { duplicating } from './duplicating.ts';
import { addColumn, addRow, connectTo, goThere, putOn, tableTitle, takeOff, transparent, turnRound } from './kinds.ts';
import { mute, pause, play, seekBack, seekForward } from './media.ts';
import { edit, properties } from './opening.ts';
import { openOriginal, replacing } from './original.ts';
import { nextPage, previousPage } from './paging.ts';
import { pinning } from './pinning.ts';
import { searchAndReplace } from './search-and-replace.ts';
import { selectAll } from './select-all.ts';
import { selectSeveral } from './select-several.ts';
import { backward, forward, toBack, toFront } from './stacking.ts';
import { redo, undo } from './undoing.ts';

/** All actions, in the order of the context menu. Kinds of widgets bring theirs in files of their own. */
export const actions: readonly Action[] = [
  edit,
  cut,
  copy,
  paste,
  pasteInPlace,
  duplicating,
  pinning,
  toFront,
  forward,
  backward,
  toBack,
  ...arrangements,
  putOn,
  takeOff,
  connectTo,
  turnRound,
  goThere,
  transparent,
  tableTitle,
  addRow,
  addColumn,
  play,
  pause,
  mute,
  seekBack,
  seekForward,
  previousPage,
  nextPage,
  openOriginal,
  replacing,
  properties,
  deleting,
  selectSeveral,
  selectAll,
  undo,
  redo,
  searchAndReplace,
  adding,
];
