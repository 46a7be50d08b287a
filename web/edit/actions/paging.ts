import { ChevronLeft, ChevronRight } from 'lucide';
import type { Item, WidgetOf } from '../../live/board.ts';
import type { Action } from '../action.ts';
import { style } from '../commands/style.ts';
import type { Editing } from '../editing.ts';
import { editTexts } from '../texts.ts';
import { onlyOne } from './only-one.ts';

const pdfIn = (items: readonly Item[]): WidgetOf<'Pdf'> | undefined => onlyOne(items, 'Pdf');

/** Undefined until a page of it was loaded. */
export function pagesOf({ bitmaps }: Pick<Editing, 'bitmaps'>, { hash, index, size }: WidgetOf<'Pdf'>): number | undefined {
  const box = { x: 0, y: 0, ...size };
  return bitmaps.pages?.({ kind: 'picture', box, hash, page: index, of: 'still', fit: 'fill' });
}

/** Turns pages for everybody, because the record says which one is shown. */
const turning = (id: string, icon: Action['icon'], text: Action['text'], keys: readonly string[], by: 1 | -1): Action => ({
  id,
  icon,
  text,
  keys,
  group: 'edit',
  isThere: (items) => pdfIn(items) !== undefined,
  run(editing, items) {
    const pdf = pdfIn(items);
    if (!pdf) return;
    const pages = pagesOf(editing, pdf);
    const index = Math.min((pages ?? Number.POSITIVE_INFINITY) - 1, Math.max(0, pdf.index + by));
    editing.perform(style(editing.board, [pdf.id], { index }, 'media'));
    editing.outline.speech.answer(editTexts.peek().media.page(index + 1, pages));
  },
  places: ['menu', 'bar'],
});

export const previousPage = turning('previous-page', ChevronLeft, ({ media }) => media.previousPage, ['Alt+PageUp'], -1);
export const nextPage = turning('next-page', ChevronRight, ({ media }) => media.nextPage, ['Alt+PageDown'], 1);
