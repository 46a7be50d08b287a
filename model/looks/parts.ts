import { faded, opacityOf, palette } from './colours.ts';
import { type GlyphName, glyph } from './glyphs.ts';
import type { LookContext } from './look.ts';
import type { Area, Box, Colour, Outline, Picture, Shape, Words } from './shapes.ts';

/** Parts that several looks are made of. */

interface Size {
  readonly width: number;
  readonly height: number;
}

/** No more of a text is visible at any size, and no layout takes longer. */
const MOST_TEXT = 4000;

export const whole = ({ width, height }: Size): Box => ({ x: 0, y: 0, width, height });

/** Letter height of a name, and with it the measure of everything on a card. */
export const lettersOf = ({ width, height }: Size): number =>
  Math.min(Math.sqrt(width) * Math.sqrt(height) * 0.042, width * 0.06, height * 0.1);

/** Corners of cards: soft when they are large, and never rounder than a small widget can be. */
export const radiusOf = ({ width, height }: Size): number => Math.min(Math.min(width, height) * 0.02, 12);

export const area = (box: Box, colour: Colour, radius = 0): Area => ({ kind: 'area', box, colour, radius });

/** An edge that tells a card from a canvas of the same colour, and is not seen otherwise. */
export const edge = (box: Box, ink: Colour, radius = 0): Outline => ({
  kind: 'outline',
  box,
  colour: faded(ink, 0.14),
  width: 1,
  radius,
});

/** Nothing for an empty text, or in a box without room. */
export function words(box: Box, text: string, colour: Colour, most: number, more: Partial<Words> = {}): Shape[] {
  const shown = text.slice(0, MOST_TEXT).trimEnd();
  const hasRoom = box.width > 0 && box.height > 0 && most > 0;
  return shown.trim() === '' || !hasRoom ? [] : [{ kind: 'words', box, text: shown, colour, most, ...more }];
}

export const still = (box: Box, hash: string, page = 0): Picture => ({
  kind: 'picture',
  box,
  hash,
  page,
  of: 'still',
  fit: 'fill',
});

export function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}

/** The first text that says something. */
export const firstOf = (...texts: readonly string[]): string => texts.find((text) => text.trim() !== '') ?? '';

/** The edge of a coloured card; a see-through one has none. */
export const edgeOn = (box: Box, colour: Colour, ink: Colour, radius: number): Shape[] =>
  opacityOf(colour) < 0.1 ? [] : [edge(box, ink, radius)];

/** A file widget without its file. */
export function withoutFile(size: Size, name: GlyphName, title: string, { phrases }: LookContext): Shape[] {
  const box = whole(size);
  const letters = lettersOf(size) * 1.4;
  const middle = { x: size.width / 2, y: size.height / 2 - letters };
  const below = { x: letters, y: size.height / 2 + letters, width: size.width - 2 * letters, height: letters * 1.4 };
  return [
    area(box, palette.ground, radiusOf(size)),
    edge(box, palette.ink, radiusOf(size)),
    glyph(name, middle, letters * 3.4, palette.muted),
    ...words(below, firstOf(title, phrases.noFile), palette.muted, letters, { across: 'middle' }),
  ];
}

export interface LiveFacts {
  readonly glyph: GlyphName;
  readonly title: string;
  /** What it shows: an address, a device. */
  readonly detail: string;
  readonly status: string;
  /** A display shows it. */
  readonly live: boolean;
}

/** Something that only a display can show: what it is, and how far that has come. */
export function liveCard(size: Size, { glyph: name, title, detail, status, live }: LiveFacts): Shape[] {
  const box = whole(size);
  const letters = Math.min(lettersOf(size) * 1.15, size.height * 0.09);
  const { width, height } = size;
  const row = (from: number, letters: number): Box => ({ x: width * 0.06, y: from, width: width * 0.88, height: letters * 1.4 });
  const heading = firstOf(title, detail);
  const middle = height / 2;
  return [
    area(box, palette.dark, radiusOf(size)),
    edge(box, palette.darkInk, radiusOf(size)),
    glyph(name, { x: width / 2, y: middle - letters * 2.6 }, letters * 3.6, live ? palette.darkInk : palette.darkMuted),
    ...words(row(middle - letters * 0.1, letters * 1.3), heading, palette.darkInk, letters * 1.3, {
      across: 'middle',
      weight: 600,
    }),
    ...words(row(middle + letters * 1.9, letters), heading === detail ? '' : detail, palette.darkMuted, letters, {
      across: 'middle',
    }),
    ...words(row(middle + letters * 3.6, letters * 0.85), status, live ? palette.darkInk : palette.darkMuted, letters * 0.85, {
      across: 'middle',
    }),
  ];
}

/** A label in the corner of a frame: as wide as its text, at most as wide as the frame. */
export function tag(size: Size, mark: string, name: string, colour: Colour, { measure }: LookContext): Shape[] {
  const letters = lettersOf(size) * 0.75;
  const gap = letters * 0.6;
  const height = letters * 1.7;
  const most = size.width - 2 * gap;
  const markWidth = mark === '' ? 0 : (measure(mark, 600) + 0.8) * letters;
  const nameWidth = name.trim() === '' ? 0 : measure(name.slice(0, MOST_TEXT).trim(), 600) * letters + 1.2 * letters;
  const width = Math.min(most, markWidth + nameWidth);
  if (width <= 0 || height + gap > size.height) return [];
  const box = { x: gap, y: gap, width, height };
  const row = (x: number, across: number): Box => ({ x, y: gap, width: across, height });
  return [
    area(box, colour, letters * 0.35),
    ...(mark === '' ? [] : [area(row(gap, Math.min(width, markWidth)), '#00000030', letters * 0.35)]),
    ...words(row(gap, Math.min(width, markWidth)), mark, '#ffffffff', letters, { weight: 600, across: 'middle', down: 'middle' }),
    ...words(row(gap + markWidth + letters * 0.6, width - markWidth - letters), name.trim(), '#ffffffff', letters, {
      weight: 600,
      down: 'middle',
    }),
  ];
}
