import { editable } from '../field.ts';
import { refuse } from '../refusal.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Colour, Text } from '../types.ts';
import { defineWidget } from './define.ts';
import { uploadedField } from './file.ts';

export const Note = defineWidget({
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
});

export type Note = RecordOf<typeof Note>;

/** Black or white, by the relative luminance (WCAG 2) of the background without its alpha (interface/widgets 4). */
export function readableOn(background: string): string {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(background.slice(at, at + 2), 16) / 255));
  const luminance = 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
  return luminance > 0.179 ? '#000000ff' : '#ffffffff';
}

const linear = (channel: number): number => (channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4);
