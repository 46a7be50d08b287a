/** Fewer items are no list. */
const ENOUGH = 2;
/** @bound Items of a pasted list that become notes; a longer one stays a text. */
const MOST = 1_000;

/** `- one`, `* one`, `+ one`, `1. one`, `1) one`, `- [ ] one` and `- [x] one`. */
const item = /^(\s*)(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(\S.*)$/;

/**
 * The items of the first level of a Markdown list; those below them, and lines that go on, are lines in them. Undefined: the text is
 * more than a list, or has fewer than two items.
 */
export function listIn(text: string): string[] | undefined {
  const items: string[][] = [];
  let first: number | undefined;
  for (const line of text.split(/\r\n?|\n/)) {
    if (line.trim() === '') continue;
    const [, space = '', words = ''] = item.exec(line) ?? [];
    const indent = indentOf(words === '' ? line : space);
    if (words !== '') first ??= indent;
    const isFirst = words !== '' && indent <= first!;
    if (isFirst) items.push([words.trimEnd()]);
    // Text before the list, or after it at the edge, belongs to no item
    else if (first === undefined || indent <= first) return undefined;
    else items.at(-1)!.push(words === '' ? line.trim() : `• ${words.trimEnd()}`);
  }
  return items.length < ENOUGH || items.length > MOST ? undefined : items.map((lines) => lines.join('\n'));
}

/** A tab is worth four spaces. */
const indentOf = (line: string): number => /^\s*/.exec(line)![0].replace(/\t/g, '    ').length;
