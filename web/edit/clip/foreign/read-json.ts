import type { Box, XY } from '../../../../model/looks/shapes.ts';

export type Json = Readonly<Record<string, unknown>>;

/** No program has anything farther away, and the floats of strokes still tell pixels apart there. */
const FARTHEST = 1e7;
const LONGEST = 100_000;

/** The object in JSON; undefined: it is none. */
export function jsonObject(text: string): Json | undefined {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
}

export const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined;

/** The objects in a list; none of anything else. */
export const objectsOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(objectOf).filter((one): one is Json => one !== undefined) : [];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value.slice(0, LONGEST) : '');

/** A number within the bounds of a canvas. */
export const numberOf = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.min(FARTHEST, Math.max(-FARTHEST, value)) : otherwise;

/** At least 1: canvases hold nothing without a size. */
export const lengthOf = (value: unknown, otherwise = 1): number => Math.max(1, numberOf(value, otherwise));

/** A box by its corner and size, whichever corner that is. */
export function boxOf({ x, y }: XY, width: unknown, height: unknown): Box {
  const across = numberOf(width);
  const down = numberOf(height);
  return {
    x: across < 0 ? x + across : x,
    y: down < 0 ? y + down : y,
    width: lengthOf(Math.abs(across)),
    height: lengthOf(Math.abs(down)),
  };
}

/** `#abc`, `#aabbcc` and `#aabbccdd` as #RRGGBBAA, less opaque by a share. Undefined: it is no such colour. */
export function colourOf(value: unknown, opacity = 1): string | undefined {
  const digits = /^#([0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.exec(textOf(value))?.[1]?.toLowerCase();
  if (digits === undefined) return undefined;
  const long = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const alpha = digits.length === 8 ? Number.parseInt(digits.slice(6), 16) / 255 : 1;
  const share = Math.round(255 * alpha * Math.min(1, Math.max(0, opacity)));
  return `#${long.slice(0, 6)}${share.toString(16).padStart(2, '0')}`;
}

/** A picture that is in the text of its address. */
export const isPictureData = (value: unknown): value is string =>
  typeof value === 'string' && /^data:image\/(png|jpeg|gif|webp|svg\+xml|avif|bmp);base64,/.test(value);
