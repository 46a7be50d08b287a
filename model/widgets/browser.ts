import type { Editing } from '../editing.ts';
import { editable } from '../field.ts';
import { palette } from '../looks/colours.ts';
import { glyph } from '../looks/glyphs.ts';
import type { Look } from '../looks/look.ts';
import { area, edge, firstOf, missingCard, radiusOf, whole, words } from '../looks/parts.ts';
import { shadeOf, unitOf } from '../looks/shades.ts';
import type { Traits } from '../looks/traits.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Point, Text } from '../types.ts';
import { defineWidget } from './define.ts';

export const Browser = defineWidget(() => ({
  name: 'Browser',
  about:
    'A web page, opened by whoever displays the canvas. Any address is stored; `…/framing` says whether its page can be shown in a frame.',
  path: 'browsers',
  linkShared: true,
  clonable: true,
  annotatable: true,
  reparent: true,
  size: { width: 1200, height: 800 },
  fields: {
    url: editable(Text(), '', { about: 'Stored as sent, not validated', example: 'https://status.corp.example/' }),
    title: editable(Text(), ''),
    transparent_mode: editable(Bool, false),
    main_frame_scroll_offset: editable(Point(), { x: 0, y: 0 }, { about: 'Pixels of the page' }),
  },
}));

export type Browser = RecordOf<typeof Browser>;

/** A sheet with its title in a bar, and the address below that. A transparent page is its bar and an edge. */
export const look: Look<typeof Browser> = ({ size, url, title, transparent_mode }, { phrases }) => {
  const box = whole(size);
  const radius = radiusOf(size);
  const u = unitOf(size);
  const address = url.slice(0, 1000).replace(/^[a-z]+:\/\//i, '');
  if (address.trim() === '' && !transparent_mode) {
    return missingCard(size, {
      glyph: 'globe',
      colour: palette.web,
      name: firstOf(title, phrases.noPage),
      sentence: phrases.noAddress,
    });
  }
  const bar = { ...box, height: 27 * u };
  const row = { ...bar, x: 28 * u, width: size.width - 37 * u };
  const heading = firstOf(title, address.split('/')[0]!, phrases.noPage);
  const below = { ...box, x: 14 * u, y: bar.height, width: size.width - 28 * u, height: size.height - bar.height };
  return [
    ...(transparent_mode ? [edge(box, palette.ink, radius)] : [shadeOf(size, radius), area(box, palette.paper, radius)]),
    area(bar, transparent_mode ? '#f6f3ede6' : '#f6f3edff', radius),
    glyph('globe', { x: 16 * u, y: bar.height / 2 }, 14 * u, palette.web),
    ...words(row, heading, palette.cardMuted, 11.5 * u, { down: 'middle' }),
    ...(transparent_mode
      ? []
      : words(below, firstOf(address, phrases.noAddress), palette.cardMuted, 13 * u, { across: 'middle', down: 'middle' })),
  ];
};

export const editing: Editing<typeof Browser> = {
  resize: 'free',
  fields: [
    ['url', 'line'],
    ['title', 'line'],
    ['transparent_mode', 'switch'],
    ['main_frame_scroll_offset', 'point'],
  ],
  takes: true,
  opens: 'enter',
};

export const traits: Traits<typeof Browser> = { icon: 'page', live: 'page' };
