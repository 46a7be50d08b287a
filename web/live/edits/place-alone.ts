import type { Body } from '../../../model/field.ts';

/** A body that says where something lies, and perhaps at which depth, or that it comes above its siblings. */
export interface PlaceBody extends Body {
  readonly location: { readonly x: number; readonly y: number };
  readonly depth?: number;
  readonly auto_raise?: true;
}

/**
 * Whether all that an update changes is where something lies, from which nothing follows: no command need be asked, so that ten thousand
 * widgets that are moved at once do not stop the page.
 */
export function isPlaceAlone(body: Body): body is PlaceBody {
  for (const key in body) if (!isOfPlace(key, body[key])) return false;
  const { location } = body as { readonly location?: { readonly x?: unknown; readonly y?: unknown } };
  if (typeof location !== 'object' || location === null) return false;
  for (const key in location) if (key !== 'x' && key !== 'y') return false;
  return Number.isFinite(location.x) && Number.isFinite(location.y);
}

function isOfPlace(key: string, value: unknown): boolean {
  if (key === 'depth') return Number.isFinite(value) && (value as number) >= LOWEST;
  return key === 'location' || (key === 'auto_raise' && value === true);
}

/** Less is refused (interface/widgets 1.5). */
const LOWEST = 1;
