import type { IconName, Speech } from '../../model/looks/traits.ts';
import { traitsOf } from '../../model/looks/traits-of.ts';
import type { Texts } from '../../texts/page.ts';
import type { Board, WidgetOf } from '../live/board.ts';
import { contentOf, nameOf } from '../live/widget-words.ts';

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
  /** Undefined: that of anything. */
  readonly icon: IconName | undefined;
  readonly kind: string;
  readonly name: string;
  readonly content: string;
}

/** @param board knows the widgets at the ends of connectors */
export function labelOf(widget: WidgetOf, board: Pick<Board, 'item'>, words: Words): Label {
  const [kind] = kindWords(widget.widget_type, words);
  const { icon } = traitsOf(widget);
  const speech = speechOf(widget);
  switch (speech?.is) {
    case 'link': {
      const end = board.item(speech.leadsTo);
      return { icon, kind, name: end ? words.leadsTo(shortName(end.widget, words)) : words.leadsNowhere, content: '' };
    }
    case 'cell':
      return { icon, kind, name: words.cell(speech.row + 1, speech.column + 1), content: '' };
    case 'grid':
      return { icon, kind, name: nameOf(widget), content: words.grown(speech.rows, speech.columns) };
    default:
      return { icon, kind, name: nameOf(widget), content: contentOf(widget) };
  }
}

/** The name of a widget, or else its type. */
export function shortName(widget: WidgetOf, words: Words): string {
  const speech = speechOf(widget);
  if (speech?.is === 'cell') return words.cell(speech.row + 1, speech.column + 1);
  return nameOf(widget) || kindWords(widget.widget_type, words)[0];
}

const speechOf = (widget: WidgetOf): Speech | undefined => traitsOf(widget).speech?.(widget as never);

/** Longer contents are cut when they are spoken; the outline has them whole. */
const SPOKEN = 300;

/** What is said when it is selected, besides its position. */
export function spokenLabel({ kind, name, content }: Label, words: Words): string {
  const said = content.length > SPOKEN ? `${content.slice(0, SPOKEN).trimEnd()}…` : content;
  return [`${kind} ${name === '' ? words.unnamed : name}`, ...(said === '' ? [] : [said])].join('. ');
}
