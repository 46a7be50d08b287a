import { type Json, numberOf, textOf } from './read-json.ts';

/** The lines and the paper of each colour that tldraw names. */
const colours: ReadonlyMap<string, readonly [ink: string, paper: string]> = new Map([
  ['black', ['#1d1d1d', '#e8e8e8']],
  ['grey', ['#9fa8b2', '#eceef0']],
  ['light-violet', ['#e085f4', '#f5eafa']],
  ['violet', ['#ae3ec9', '#ecdcf2']],
  ['blue', ['#4465e9', '#dce1f8']],
  ['light-blue', ['#4ba1f1', '#ddedfa']],
  ['yellow', ['#f1ac4b', '#f9f0e6']],
  ['orange', ['#e16919', '#f8e2d4']],
  ['green', ['#099268', '#d3e9e3']],
  ['light-green', ['#4cb05e', '#dbf0e0']],
  ['light-red', ['#f87777', '#f4dadb']],
  ['red', ['#e03131', '#f4dadb']],
  ['white', ['#ffffff', '#ffffff']],
]);
const black = colours.get('black')!;

/** Pixels of lines, and of letters, by the size that somebody chose. */
const widths: ReadonlyMap<string, number> = new Map([
  ['s', 2],
  ['m', 3.5],
  ['l', 5],
  ['xl', 10],
]);
const letters: ReadonlyMap<string, number> = new Map([
  ['s', 18],
  ['m', 24],
  ['l', 36],
  ['xl', 44],
]);

const coloursOf = ({ color }: Json): readonly [ink: string, paper: string] => colours.get(textOf(color)) ?? black;

/** All are #RRGGBBAA. */
export const inkOf = (props: Json): string => `${coloursOf(props)[0]}ff`;
export const paperOf = (props: Json): string => `${coloursOf(props)[1]}ff`;
/** A shape that is not filled lets through what lies below. */
export const tintOf = (props: Json): string => `${coloursOf(props)[0]}1f`;

const scaleOf = ({ scale }: Json): number => Math.min(100, Math.max(0.01, numberOf(scale, 1)));

export const widthOf = (props: Json): number => Math.min(200, (widths.get(textOf(props.size)) ?? 3.5) * scaleOf(props));
export const textSizeOf = (props: Json): number => Math.max(1, (letters.get(textOf(props.size)) ?? 24) * scaleOf(props));
