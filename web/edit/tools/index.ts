import type { Tool } from '../tool.ts';
import { anchor } from './anchor.ts';
import { browser } from './browser.ts';
import { connector } from './connector.ts';
import { eraser } from './eraser.ts';
import { file } from './file.ts';
import { hand } from './hand.ts';
import { highlighter } from './highlighter.ts';
import { note } from './note.ts';
import { pen } from './pen.ts';
import { select } from './select.ts';
import { table } from './table.ts';
import { text } from './text.ts';

/** All tools, in the order of the toolbar. */
export const tools: readonly Tool[] = [
  select,
  hand,
  pen,
  highlighter,
  eraser,
  note,
  text,
  connector,
  table,
  anchor,
  browser,
  file,
];
