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
  /** Seen on dark canvases and on light ones. */
  frame: '#8091a7ff',
  tag: '#4b5a6dff',
  accent: '#3b6ef0ff',
  /** Of a picture that is not there yet. */
  missing: '#8a97a5ff',
} as const satisfies Record<string, Colour>;

/** Black or white, by the relative luminance (WCAG 2) of the background without its alpha (interface/widgets 4). */
export function readableOn(background: Colour): Colour {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(background.slice(at, at + 2), 16) / 255));
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  return luminance > 0.179 ? '#000000ff' : '#ffffffff';
}

/** From 0 to 1. */
export const opacityOf = (colour: Colour): number => (colour.length > 7 ? Number.parseInt(colour.slice(7, 9), 16) / 255 : 1);

/** The colour with its opacity multiplied. */
export function faded(colour: Colour, by: number): Colour {
  const opacity = Math.round(opacityOf(colour) * by * 255);
  return colour.slice(0, 7) + opacity.toString(16).padStart(2, '0');
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
