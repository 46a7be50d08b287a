import type { Colour } from './shapes.ts';

/** The colours of everything that has none of its own: calm neutrals and one accent. */
export const palette = {
  paper: '#ffffffff',
  ground: '#f3f5f8ff',
  rule: '#d3d9e0ff',
  ink: '#1f2933ff',
  muted: '#66727fff',
  dark: '#222932ff',
  darkRule: '#3f4a57ff',
  darkInk: '#eef2f6ff',
  darkMuted: '#9aa7b5ff',
  accent: '#3b6ef0ff',
  /** Cards that stand for missing content. */
  card: '#fffdf9ff',
  cardEdge: '#c9bfaeff',
  cardInk: '#23201aff',
  cardMuted: '#645d51ff',
  web: '#2f5bdbff',
  camera: '#0f7f6bff',
  desktop: '#7a5bd6ff',
  stream: '#b6541cff',
  tableRule: '#e3dccfff',
  tableEdge: '#cfc7b8ff',
  /** A picture that has not arrived yet. */
  missing: '#8a97a5ff',
} as const satisfies Record<string, Colour>;

/** Black or white, by the relative luminance of the background without its alpha (interface/widgets 4). */
export const readableOn = (background: Colour): Colour => (luminanceOf(background) > 0.179 ? '#000000ff' : '#ffffffff');

/** The relative luminance (WCAG 2) of a colour without its alpha, from 0 to 1. */
export function luminanceOf(colour: Colour): number {
  const [red, green, blue] = channelsOf(colour).map((channel) => linear(channel / 255));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

/** The contrast (WCAG 2) of a colour with the opaque one behind it, from 1 to 21. A translucent colour is seen as a mixture. */
export function contrastOn(colour: Colour, behind: Colour): number {
  const one = luminanceOf(mixed(behind, colour, opacityOf(colour)));
  const other = luminanceOf(behind);
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
}

/** A colour of which this share is `to`. The alpha is that of `from`. */
export function mixed(from: Colour, to: Colour, share: number): Colour {
  const other = channelsOf(to);
  const channels = channelsOf(from).map((channel, at) => hex(channel + (other[at]! - channel) * share));
  return `#${channels.join('')}${from.slice(7)}`;
}

const channelsOf = (colour: Colour): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
const hex = (channel: number): string => Math.round(channel).toString(16).padStart(2, '0');

/** From 0 to 1. */
export const opacityOf = (colour: Colour): number => (colour.length > 7 ? Number.parseInt(colour.slice(7, 9), 16) / 255 : 1);

/** The colour with its opacity multiplied. */
export function faded(colour: Colour, by: number): Colour {
  return colour.slice(0, 7) + hex(opacityOf(colour) * by * 255);
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
