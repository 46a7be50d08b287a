import type { Editing } from '../editing.ts';
import { editable } from '../field.ts';
import { opacityOf, readableOn } from '../looks/colours.ts';
import { onGround } from '../looks/grounds.ts';
import type { Look, LookContext, Measure } from '../looks/look.ts';
import { area, inset, whole, words } from '../looks/parts.ts';
import { shadeOf, unitOf } from '../looks/shades.ts';
import type { Box, Shape, Words } from '../looks/shapes.ts';
import { LINE, layOut } from '../looks/text-layout.ts';
import type { Traits } from '../looks/traits.ts';
import { refuse } from '../refusal.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Colour, type Size, Text } from '../types.ts';
import { defineWidget } from './define.ts';
import { uploadedField } from './file.ts';

export const Note = defineWidget(() => ({
  name: 'Note',
  about: 'A coloured rectangle with text. The text colour follows the background unless `auto_text_color` is off.',
  path: 'notes',
  linkShared: true,
  clonable: true,
  annotatable: true,
  reparent: true,
  conflicts: true,
  size: { width: 300, height: 300 },
  fields: {
    text: editable(Text(), '', { example: 'Ship on Friday' }),
    title: editable(Text(), ''),
    background_color: editable(Colour, '#ffffffff', { example: '#ffd54fff' }),
    auto_text_color: editable(Bool, true, { about: '`text_color` follows the background, and no other can be sent' }),
    text_color: editable(Colour, '', { about: 'Sent on create without `auto_text_color` it turns that off' }),
    ...uploadedField,
  },
  hooks: {
    prepare(next, { sent, previous }) {
      if (!previous && sent.has('text_color') && !sent.has('auto_text_color')) next.auto_text_color = false;
      // A program that writes back what it has read sets nothing
      const isSet = sent.has('text_color') && next.text_color !== previous?.text_color;
      const isFree = next.auto_text_color ? !isSet : next.text_color === '';
      if (isFree) next.text_color = readableOn(next.background_color);
    },
    copied(next) {
      if (next.auto_text_color) next.text_color = readableOn(next.background_color);
    },
    check(next) {
      if (next.auto_text_color && next.text_color !== readableOn(next.background_color)) {
        throw refuse.conflict('text_color cannot be set while auto_text_color is on');
      }
    },
  },
}));

export type Note = RecordOf<typeof Note>;
type ShownNote = Parameters<Look<typeof Note>>[0];

/** More translucent paper is none: its text lies on the ground of the canvas. */
const PAPER = 0.24;
/** The gap between title and text, in letters of the title. */
const TITLE_GAP = 0.35;
/** The size of the title, in letters of the text. */
const TITLE = 1.14;

/** A piece of paper with its text, below its title; or without paper, a text on the canvas. */
export const look: Look<typeof Note> = (note, context) => {
  const { size, background_color } = note;
  const card = whole(size);
  const shorter = Math.min(size.width, size.height);
  const inner = inset(card, shorter * 0.08);
  if (opacityOf(background_color) < PAPER) return [...veil(card, background_color), ...textOn(note, inner, context)];
  return [...paper(note), ...written(note, inner, context)];
};

/** A note on paper without its letters. */
export function paper({ size, background_color }: Pick<ShownNote, 'size' | 'background_color'>): Shape[] {
  const radius = 3 * unitOf(size);
  return [shadeOf(size, radius), area(whole(size), background_color, radius)];
}

/** The letters of a note on paper are at most this large; where nobody sees those, it looks as its paper does. Without paper: Infinity. */
export function lettersOf({ size, text, background_color }: Pick<ShownNote, 'size' | 'text' | 'background_color'>): number {
  if (opacityOf(background_color) < PAPER) return Number.POSITIVE_INFINITY;
  return text.trim() === '' ? Math.min(size.width, size.height) * ALONE : measureOf(size) * MOST * TITLE;
}

/** What little colour there is. */
const veil = (card: Box, colour: string): Shape[] => (opacityOf(colour) === 0 ? [] : [area(card, colour)]);

/** Large letters alone are a heading, and lighter as the head of a column. Without a colour of their own, letters are seen on any ground. */
function textOn(note: ShownNote, inner: Box, { ground, holdsHead }: LookContext): Shape[] {
  const { size, text, title, text_color, auto_text_color } = note;
  const ink = auto_text_color ? onGround(ground).ink : text_color;
  const shorter = Math.min(size.width, size.height);
  const heading = { weight: holdsHead(note.parent_id) ? 600 : 700, tracking: -0.03, least: shorter * LEAST } as const;
  if (text.trim() === '') return words(inner, title, ink, shorter, heading);
  const most = measureOf(size) * 0.14;
  if (title.trim() === '') return words(inner, text, ink, most, { least: shorter * LEAST });
  const above = { ...inner, height: inner.height * 0.4 };
  const below = { ...inner, y: inner.y + above.height, height: inner.height - above.height };
  return [...words(above, title, ink, above.height, heading), ...words(below, text, ink, most, { least: shorter * LEAST })];
}

/** The side that letters follow: the side of a square, and between the two of others, so that wide notes can be read, too. */
const measureOf = ({ width, height }: Size): number =>
  Math.min(Math.sqrt(width) * Math.sqrt(height), Math.min(width, height) * 1.8);

/** Letters on paper are at most this large, as a share of `measureOf`. */
const MOST = 0.088;
/** Letters are at least this large, as a share of the shorter side. */
const LEAST = 0.05;
/** A title alone is as large as fits. */
const ALONE = 0.29;

function written({ size, text, title, text_color: ink }: ShownNote, inner: Box, { measure }: LookContext): Shape[] {
  const shorter = Math.min(size.width, size.height);
  const most = measureOf(size) * MOST;
  const least = shorter * LEAST;
  if (text.trim() === '') {
    const middle = { weight: 600, tracking: -0.03, across: 'middle', down: 'middle' } as const;
    return words(inner, title, ink, shorter * ALONE, { least, ...middle });
  }
  if (title.trim() === '') return words(inner, text, ink, most, { least });
  return titled(inner, { title, text, ink, most, least }, measure);
}

interface NoteWords {
  readonly title: string;
  readonly text: string;
  readonly ink: string;
  readonly most: number;
  readonly least: number;
}

/** The title follows the letters of the text, and leaves it the less room the larger they are, so both are found together. */
function titled(inner: Box, { title, text, ink, most, least }: NoteWords, measure: Measure): Shape[] {
  for (let letters = most; ; ) {
    const [above] = words(inner, title, ink, letters * TITLE, { weight: 600 }) as Words[];
    const lines = above ? layOut(above, measure).lines.length : 0;
    const taken = Math.min(lines * letters * TITLE * LINE, inner.height);
    const below = taken + letters * TITLE * TITLE_GAP;
    const rest = { ...inner, y: inner.y + below, height: Math.max(0, inner.height - below) };
    const [shown] = words(rest, text, ink, letters, { least: Math.min(least, letters) }) as Words[];
    const size = shown ? layOut(shown, measure).size : 0;
    const isFound = size >= letters || letters <= least || !shown;
    if (isFound) return [...(above ? [{ ...above, box: { ...inner, height: taken } }] : []), ...(shown ? [shown] : [])];
    letters = Math.max(least, size);
  }
}

export const editing: Editing<typeof Note> = {
  text: 'text',
  made: (size, { background }) => ({ size, background_color: background }),
  resize: 'free',
  fields: [
    ['text', 'text'],
    ['title', 'line'],
    ['background_color', 'colour'],
    ['auto_text_color', 'switch'],
    ['text_color', 'colour'],
  ],
  takes: true,
  opens: 'text',
};

export const traits: Traits<typeof Note> = {
  icon: 'note',
  far: ({ background_color }) => ({ colour: background_color }),
  letters: { sizeOf: lettersOf, without: paper },
};
