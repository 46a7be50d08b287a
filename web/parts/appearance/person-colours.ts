import { readableOn } from '../../../model/looks/colours.ts';

/** Colours of people. White letters are read on each (4.5:1), and each is seen on light and dark surfaces (3:1). */
export const peopleColours = ['#2f6bd8', '#c2410c', '#0f7f6b', '#b0469f', '#7a5bd6', '#a06000', '#cf2f5b', '#4d7c0f'] as const;

export type PersonColour = (typeof peopleColours)[number];

/** Letters on all of them. */
export const ON_PERSON = '#ffffff';

const readableLetters = (colour: string): string =>
  (peopleColours as readonly string[]).includes(colour) ? ON_PERSON : readableOn(colour);

/** The same colour for one person everywhere. Ids are given in order, so a small group has as many colours as people. */
export const colourOf = (user: number): PersonColour => peopleColours[Math.abs(user) % peopleColours.length]!;

/** The colours of a person for style sheets. Others may have chosen any colour for their cursor. */
export const personStyle = (colour: string) => ({ '--person': colour.slice(0, 7), '--on-person': readableLetters(colour) });

/** A colour by a text, for those who share one user. */
export function colourOfText(text: string): PersonColour {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) >>> 0;
  return colourOf(sum);
}
