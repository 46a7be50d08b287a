/**
 * Two habits make comments hard to read: "so" before "many", "long" or "much" where "this many" is meant, and a one-line comment
 * whose first word waits for its noun (It, Its, Of, As, By, Those, Who).
 */
import { lineCounter, parse, sources } from './sources.mjs';

const first = /^(It|Its|Of|As|By|Those|Who)\b/;
const measure = /\bso (many|long|much)\b/i;

export const check = () => sources().flatMap(wrongComments);

/** @param source `{ file, text }` @returns one line for each comment */
export function wrongComments(source) {
  return blocksOf(source).flatMap(({ line, text, isOneLine }) => {
    const [, word] = (isOneLine && first.exec(text)) || [];
    const [phrase] = measure.exec(text) ?? [];
    return [
      ...(word === undefined
        ? []
        : [`${source.file}:${line} begins with “${word}”: begin with the noun (“The id of the client”, not “Of the client”)`]),
      ...(phrase === undefined
        ? []
        : [`${source.file}:${line} says “${phrase}”: write “${phrase.replace(/so/i, 'this')}”, or name the number`]),
    ];
  });
}

/** Comments with their words in one line. Lines that begin with `//` and follow each other are one comment. */
function blocksOf(source) {
  const lineAt = lineCounter(source.text);
  const lines = source.text.split('\n');
  const blocks = [];
  for (const { type, value, start, end } of parse(source).comments) {
    const line = lineAt(start);
    const last = lineAt(end - 1);
    const before = blocks.at(-1);
    const text = value
      .replace(/^\s*\*+ ?/gm, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const isAlone = type === 'Line' && lines[line - 1].trimStart().startsWith('//');
    if (isAlone && before?.isAlone && before.last === line - 1)
      Object.assign(before, { last, text: `${before.text} ${text}`, isOneLine: false });
    else blocks.push({ line, last, text, isAlone, isOneLine: line === last });
  }
  return blocks;
}
