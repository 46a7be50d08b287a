import { expanded } from '../../../model/looks/text-breaks.ts';
import type { TextLine } from '../../../model/looks/text-layout.ts';

/** A text as a field shows it: with a line feed wherever the layout begins another line, and spaces for tabs, which looks draw so. */
export interface BrokenText {
  readonly text: string;
  readonly value: string;
  /** Where in the value letters stand that are not in the text, in ascending order: line feeds, and all spaces of a tab but the first. */
  readonly softs: readonly number[];
}

/** What a person typed, pasted or erased, in units of UTF-16 of the text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly inserted: string;
}

/** A part of a value. */
export interface ValueRange {
  readonly from: number;
  readonly to: number;
}

/** Stands for a space at the end of a line that is aligned by its middle, where a field, but no painter, counts spaces. */
const NO_SPACE = '\u200b';

/** The spaces with which layouts draw a tab. */
const TAB = expanded('\t');

/** @param isCentred spaces at soft breaks have no width */
export function withBreaks(text: string, lines: readonly Pick<TextLine, 'from' | 'to'>[], isCentred = false): BrokenText {
  const softs: number[] = [];
  let value = '';
  let reached = 0;
  const add = (part: string): void => {
    for (const [at, piece] of part.split('\t').entries()) {
      if (at > 0) {
        for (let more = 1; more < TAB.length; more++) softs.push(value.length + more);
        value += TAB;
      }
      value += piece;
    }
  };
  for (const [at, { to }] of lines.entries()) {
    const next = lines[at + 1];
    if (next?.from !== to) continue;
    const line = text.slice(reached, to);
    add(isCentred ? line.replace(/[^\S\n]+$/, (spaces) => NO_SPACE.repeat(spaces.length)) : line);
    softs.push(value.length);
    value += '\n';
    reached = to;
  }
  add(text.slice(reached));
  return { text, value, softs };
}

/** From a place in the value to that in the text. */
export const toText = ({ softs }: BrokenText, at: number): number => at - countBelow(softs, at);

/**
 * From a place in the text to that in the value. A soft break is one place in the text and two in the value, a tab two and five.
 * @param isEnd the place before a break: where a selection ends
 */
export function toValue({ softs, value }: BrokenText, at: number, isEnd = false): number {
  let place = at;
  for (const soft of softs) {
    if (soft > place || (isEnd && soft === place && value[soft] === '\n')) break;
    place++;
  }
  return place;
}

/** The place in the value behind all that stands beside this one and is not in the text. */
export function overSofts({ softs }: BrokenText, at: number, by: -1 | 1): number {
  let place = at;
  while (softs.includes(by < 0 ? place - 1 : place)) place += by;
  return place;
}

/**
 * What has become of a text whose field has another value now.
 * @param caret where the caret stands in the new value, behind what was inserted
 * @param selected what was selected in the value before
 */
export function changeIn(before: BrokenText, value: string, caret: number, selected?: ValueRange): TextChange {
  const { value: old } = before;
  const instead = selected && insteadOf(old, value, selected);
  if (instead !== undefined) {
    return { from: toText(before, selected!.from), to: toText(before, selected!.to), inserted: instead };
  }
  const behind = value.slice(caret);
  const after = old.endsWith(behind) ? behind.length : sameAtEnd(old, value);
  const most = Math.min(old.length, value.length) - after;
  let same = 0;
  while (same < most && old[same] === value[same]) same++;
  return {
    from: toText(before, same),
    to: toText(before, old.length - after),
    inserted: value.slice(same, value.length - after),
  };
}

export const changed = (text: string, { from, to, inserted }: TextChange): string =>
  text.slice(0, from) + inserted + text.slice(to);

/** What stands in the place of what was selected; undefined: nothing was, or something else has changed, too. */
function insteadOf(old: string, value: string, { from, to }: ValueRange): string | undefined {
  const end = value.length - (old.length - to);
  if (from === to || end < from || old.slice(0, from) !== value.slice(0, from) || old.slice(to) !== value.slice(end))
    return undefined;
  return value.slice(from, end);
}

function sameAtEnd(one: string, other: string): number {
  let same = 0;
  while (same < Math.min(one.length, other.length) && one.at(-1 - same) === other.at(-1 - same)) same++;
  return same;
}

function countBelow(numbers: readonly number[], bound: number): number {
  let count = 0;
  while (count < numbers.length && numbers[count]! < bound) count++;
  return count;
}
