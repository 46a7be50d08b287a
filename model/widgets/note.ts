import { editable } from '../field.ts';
import { readableOn } from '../looks/colours.ts';
import type { Look } from '../looks/look.ts';
import { area, edgeOn, inset, radiusOf, whole, words } from '../looks/parts.ts';
import { refuse } from '../refusal.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Colour, Text } from '../types.ts';
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
    auto_text_color: editable(Bool, true, { about: '`text_color` follows the background and cannot be sent' }),
    text_color: editable(Colour, '', { about: 'Sent on create without `auto_text_color` it turns that off' }),
    ...uploadedField,
  },
  hooks: {
    prepare(next, { sent, previous }) {
      if (!previous && sent.has('text_color') && !sent.has('auto_text_color')) next.auto_text_color = false;
      const given = sent.has('text_color') || next.text_color !== '';
      if (next.auto_text_color || !given) next.text_color = readableOn(next.background_color);
    },
    copied(next) {
      if (next.auto_text_color) next.text_color = readableOn(next.background_color);
    },
    check(next, { sent }) {
      if (next.auto_text_color && sent.has('text_color')) {
        throw refuse.conflict('text_color cannot be set while auto_text_color is on');
      }
    },
  },
}));

export type Note = RecordOf<typeof Note>;

/** A card with its text as large as fits, below its title in one bold line. */
export const look: Look<typeof Note> = ({ size, text, title, background_color, text_color: ink }) => {
  const card = whole(size);
  const shorter = Math.min(size.width, size.height);
  const radius = radiusOf(size);
  const inner = inset(card, shorter * 0.08);
  const shapes = [area(card, background_color, radius), ...edgeOn(card, background_color, ink, radius)];
  // Letters of a wide note may be larger than those of a square one of its height
  const extent = Math.min(Math.sqrt(size.width) * Math.sqrt(size.height), shorter * 1.8);
  const [most, least] = [extent * 0.14, shorter * 0.02];
  if (text.trim() === '') return [...shapes, ...words(inner, title, ink, most, { least, weight: 600 })];
  if (title.trim() === '') return [...shapes, ...words(inner, text, ink, most, { least })];
  const letters = extent * 0.085;
  const below = letters * 1.6;
  const rest = { ...inner, y: inner.y + below, height: Math.max(0, inner.height - below) };
  return [
    ...shapes,
    ...words({ ...inner, height: letters * 1.25 }, title, ink, letters, { weight: 600 }),
    ...words(rest, text, ink, most * 0.8, { least }),
  ];
};
