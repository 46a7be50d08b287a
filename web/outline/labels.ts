import type { Board, WidgetOf } from '../live/board.ts';
import type { Texts } from '../texts/catalogue.ts';
import { contentOf, isCell, isConnector, isTable, nameOf } from './widget-words.ts';

type Words = Texts['outline'];
/** How to say one and several of a kind. */
export type KindWords = readonly [one: string, several: string];

/** What people call a widget type. One without a text is called by its own name: `RdpConnection` is an `Rdp connection`. */
export function kindWords(widget_type: string, { kinds }: Pick<Words, 'kinds'>): KindWords {
  const spaced = widget_type.replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`);
  return kinds[widget_type] ?? [spaced, spaced];
}

/** A widget in words: what it is, what it is called, and what else it says. Empty where it says nothing. */
export interface Label {
  readonly kind: string;
  readonly name: string;
  readonly content: string;
}

/** @param board knows the widgets at the ends of connectors */
export function labelOf(widget: WidgetOf, board: Pick<Board, 'item'>, words: Words): Label {
  const [kind] = kindWords(widget.widget_type, words);
  if (isConnector(widget)) {
    const end = board.item(widget.dst.id);
    return { kind, name: end ? words.leadsTo(shortName(end.widget, words)) : words.leadsNowhere, content: '' };
  }
  if (isCell(widget)) return { kind, name: words.cell(widget.row + 1, widget.column + 1), content: '' };
  if (isTable(widget))
    return { kind, name: nameOf(widget), content: words.grown(widget.grid_size.rows, widget.grid_size.columns) };
  return { kind, name: nameOf(widget), content: contentOf(widget) };
}

/** Its name, or what it is. */
export function shortName(widget: WidgetOf, words: Words): string {
  if (isCell(widget)) return words.cell(widget.row + 1, widget.column + 1);
  return nameOf(widget) || kindWords(widget.widget_type, words)[0];
}

/** Longer contents are cut when they are spoken; the outline has them whole. */
const SPOKEN = 300;

/** What is said when it is selected, besides its position. */
export function spokenLabel({ kind, name, content }: Label, words: Words): string {
  const said = content.length > SPOKEN ? `${content.slice(0, SPOKEN).trimEnd()}…` : content;
  return [`${kind} ${name === '' ? words.unnamed : name}`, ...(said === '' ? [] : [said])].join('. ');
}
