import type { Item } from '../live/board.ts';
import { textsOf } from '../live/widget-words.ts';
import { folded, wordsOf } from './fold.ts';

/** Items looked at in one step of a search: far below a millisecond. */
const STEP = 500;

/** What is compared of a widget. */
interface SearchText {
  readonly name: string;
  readonly all: string;
}

/** Finds widgets by their texts. What was folded is kept as long as its record, so only a first search folds everything. */
export function createFind(): (items: readonly Item[], query: string, done: (hits: Item[]) => void) => Generator<void, void> {
  const kept = new WeakMap<object, SearchText>();
  const searchedOf = (widget: object): SearchText => {
    const known = kept.get(widget);
    if (known) return known;
    const searched = searchable(widget);
    kept.set(widget, searched);
    return searched;
  };
  return function* find(items, query, done) {
    const words = wordsOf(query);
    const whole = folded(query).trim();
    const found: Hit[] = [];
    for (const [at, item] of items.entries()) {
      if (at % STEP === STEP - 1) yield;
      const searched = searchedOf(item.widget);
      if (words.every((word) => searched.all.includes(word))) found.push({ item, rank: rankOf(searched.name, words, whole) });
    }
    yield;
    done(found.sort(better).map(({ item }) => item));
  };
}

interface Hit {
  readonly item: Item;
  readonly rank: number;
}

function searchable(widget: object): SearchText {
  const texts = textsOf(widget).map(({ text }) => folded(text));
  // A line break, which no word of a query has, so that none is found across two texts
  return { name: texts[0] ?? '', all: texts.join('\n') };
}

/** 0 is the best: names before contents, whole names before their beginnings, beginnings of words before their middles. */
function rankOf(name: string, words: readonly string[], whole: string): number {
  if (name === whole) return 0;
  if (name.startsWith(whole)) return 1;
  if (!words.every((word) => name.includes(word))) return 4;
  return words.every((word) => beginsWord(name, word)) ? 2 : 3;
}

function beginsWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]!)) return true;
  }
  return false;
}

/** Equal hits are in the order of their places, the upper left first. */
const better = (one: Hit, other: Hit): number =>
  one.rank - other.rank || one.item.box.y - other.item.box.y || one.item.box.x - other.item.box.x;
