import { editable } from '../field.ts';
import { palette } from '../looks/colours.ts';
import { glyph } from '../looks/glyphs.ts';
import type { Look } from '../looks/look.ts';
import { area, edge, firstOf, lettersOf, radiusOf, whole, words } from '../looks/parts.ts';
import type { Shape } from '../looks/shapes.ts';
import type { RecordOf } from '../resource.ts';
import { Bool, Point, Text } from '../types.ts';
import { defineWidget } from './define.ts';

export const Browser = defineWidget(() => ({
  name: 'Browser',
  about: 'A web page, opened by whoever displays the canvas; the server neither fetches nor judges the address.',
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

/** A card with the address in its bar and the title below. A transparent page is its bar and an edge. */
export const look: Look<typeof Browser> = ({ size, url, title, transparent_mode }, { phrases }) => {
  const [box, radius, letters] = [whole(size), radiusOf(size), lettersOf(size) * 0.9];
  const address = url.slice(0, 1000).replace(/^[a-z]+:\/\//i, '');
  const bar = { ...box, height: Math.min(size.height, letters * 2.8) };
  const pill = { x: letters * 0.7, y: letters * 0.5, width: size.width - letters * 1.4, height: letters * 1.8 };
  const text = { ...pill, x: pill.x + letters * 0.9, width: pill.width - letters * 1.8 };
  const shapes: Shape[] = [
    ...(transparent_mode ? [] : [area(box, palette.paper, radius)]),
    area(bar, transparent_mode ? '#f3f5f8e6' : palette.ground, radius),
    area(pill, palette.paper, pill.height / 2),
    edge(pill, palette.ink, pill.height / 2),
    ...words(text, firstOf(address, phrases.noAddress), palette.muted, letters, { down: 'middle' }),
    edge(box, palette.ink, radius),
  ];
  if (transparent_mode) return shapes;
  const middle = (size.height + bar.height) / 2;
  const row = { x: letters * 2, y: middle + letters * 0.6, width: size.width - letters * 4, height: letters * 2 };
  const heading = firstOf(title, address.split('/')[0]!, phrases.noPage);
  return [
    ...shapes,
    glyph('globe', { x: size.width / 2, y: middle - letters * 2.2 }, letters * 4, palette.rule),
    ...words(row, heading, palette.ink, letters * 1.5, { weight: 600, across: 'middle' }),
  ];
};
