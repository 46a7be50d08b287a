import { faded, palette } from './colours.ts';
import { type GlyphName, glyph } from './glyphs.ts';
import type { LookContext } from './look.ts';
import { unitOf } from './shades.ts';
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
const lettersOf = ({ width, height }: Size): number =>
  Math.min(Math.sqrt(width) * Math.sqrt(height) * 0.042, width * 0.06, height * 0.1);

/** Corners of pictures, films and pages: never rounder than a small one can be. */
export const radiusOf = ({ width, height }: Size): number => Math.min(Math.min(width, height) * 0.02, 6);

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
  radius: radiusOf(box),
});

/** What stands on a page that its document does not have. */
export const beyondShapes = ({ box, beyond = '' }: Picture, pages: number): Shape[] =>
  words(box, beyond.replace('{pages}', String(pages)), palette.muted, lettersOf(box) * 1.4, { across: 'middle', down: 'middle' });

export function inset({ x, y, width, height }: Box, by: number): Box {
  return { x: x + by, y: y + by, width: Math.max(0, width - 2 * by), height: Math.max(0, height - 2 * by) };
}

/** The first text that says something. */
export const firstOf = (...texts: readonly string[]): string => texts.find((text) => text.trim() !== '') ?? '';

/** What is not there yet: what it is, in a sentence what is missing. */
interface MissingNotice {
  readonly glyph: GlyphName;
  readonly colour: Colour;
  readonly name: string;
  readonly sentence: string;
}

/** The same light card on every ground, with a dashed edge: only a picture that runs has a dark one. */
export function missingCard(size: Size, { glyph: name, colour, ...says }: MissingNotice): Shape[] {
  const box = whole(size);
  const shorter = Math.min(size.width, size.height);
  const u = unitOf(size);
  const radius = Math.min(8, shorter * 0.045);
  const dash = Math.max(4 * u, (size.width + size.height) / MOST_DASHES);
  const middle = { x: size.width / 2, y: size.height / 2 - 30 * u };
  const tile = 52 * u;
  const row = (y: number, height: number): Box => ({ x: 14 * u, y, width: size.width - 28 * u, height });
  const across = { across: 'middle' } as const;
  return [
    area(box, palette.card, radius),
    { kind: 'outline', box, colour: palette.cardEdge, width: 1.5 * u, least: 1, dash, radius },
    area({ x: middle.x - tile / 2, y: middle.y - tile / 2, width: tile, height: tile }, faded(colour, 0.09), 16 * u),
    glyph(name, middle, 27 * u, colour),
    ...words(row(middle.y + 36 * u, 20 * u), says.name, palette.cardInk, 15 * u, { ...across, weight: 600 }),
    ...words(row(middle.y + 60 * u, 34 * u), says.sentence, palette.cardMuted, 13 * u, across),
  ];
}

/** Along two sides. A very long and narrow card would have millions, which take painters seconds. */
const MOST_DASHES = 1000;

/** A file widget without its file. */
export const withoutFile = (size: Size, name: GlyphName, title: string, { phrases }: LookContext): Shape[] =>
  missingCard(size, {
    glyph: name,
    colour: palette.web,
    name: firstOf(title, phrases.noFile),
    sentence: title.trim() === '' ? '' : phrases.noFile,
  });

export interface LiveFacts {
  readonly glyph: GlyphName;
  readonly colour: Colour;
  readonly title: string;
  /** What it shows: an address, a device. */
  readonly detail: string;
  readonly status: string;
}

/** Something that only a display can show: what it is, and how far that has come. */
export function liveCard(size: Size, { title, detail, status, ...seen }: LiveFacts): Shape[] {
  const name = firstOf(title, detail, status);
  const sentence = [detail, status].filter((text) => text.trim() !== '' && text !== name).join('\n');
  return missingCard(size, { ...seen, name, sentence });
}
