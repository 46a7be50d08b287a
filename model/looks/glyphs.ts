import type { Colour, Line, XY } from './shapes.ts';

/** Small drawings in a square of 24 x 24, each one path, stroked or filled. */
const glyphs = {
  play: { path: 'M8 5L19 12L8 19Z', width: 0 },
  pause: { path: 'M7 5H10.5V19H7ZM13.5 5H17V19H13.5Z', width: 0 },
  muted: { path: 'M4 9.5H7.5L12 5.5V18.5L7.5 14.5H4ZM15.5 9.5L20.5 14.5M20.5 9.5L15.5 14.5', width: 1.6 },
  picture: { path: 'M3.5 5H20.5V19H3.5ZM3.5 16.5L9 11L13.5 15.5L16 13L20.5 17.5M15 8.5H16', width: 1.6 },
  page: { path: 'M6 3H14L18.5 7.5V21H6ZM14 3V7.5H18.5M9 12H15.5M9 15.5H15.5', width: 1.6 },
  film: { path: 'M3.5 5H20.5V19H3.5ZM7.5 5V19M16.5 5V19M3.5 9.7H7.5M3.5 14.3H7.5M16.5 9.7H20.5M16.5 14.3H20.5', width: 1.6 },
  camera: { path: 'M3 7H15.5V17H3ZM15.5 10.5L21 7.5V16.5L15.5 13.5', width: 1.6 },
  screen: { path: 'M3 4.5H21V16.5H3ZM12 16.5V20M8 20H16', width: 1.6 },
  desktop: { path: 'M3 4.5H21V16.5H3ZM12 16.5V20M8 20H16M8.5 8L11 10.5L8.5 13M13 13H16', width: 1.6 },
  globe: {
    path: 'M12 3C17 3 21 7 21 12C21 17 17 21 12 21C7 21 3 17 3 12C3 7 7 3 12 3ZM3 12H21M12 3C9.5 5.5 8.3 8.6 8.3 12C8.3 15.4 9.5 18.5 12 21C14.5 18.5 15.7 15.4 15.7 12C15.7 8.6 14.5 5.5 12 3Z',
    width: 1.6,
  },
  stream: {
    path: 'M12 11.2C12.4 11.2 12.8 11.6 12.8 12C12.8 12.4 12.4 12.8 12 12.8C11.6 12.8 11.2 12.4 11.2 12C11.2 11.6 11.6 11.2 12 11.2ZM8.5 15.5C6.5 13.5 6.5 10.5 8.5 8.5M15.5 15.5C17.5 13.5 17.5 10.5 15.5 8.5M5.5 18.5C2 15 2 9 5.5 5.5M18.5 18.5C22 15 22 9 18.5 5.5',
    width: 1.6,
  },
} as const;

export type GlyphName = keyof typeof glyphs;

/** A glyph of this size around a point. */
export function glyph(name: GlyphName, middle: XY, size: number, colour: Colour): Line {
  const { path, width } = glyphs[name];
  const scale = size / 24;
  return { kind: 'line', path, width, colour, at: { x: middle.x - size / 2, y: middle.y - size / 2, scale } };
}
