import type { Colour } from '../../../../model/looks/shapes.ts';
import { editTexts } from '../../texts.ts';

/** What people call a colour of eight digits: by its name, else by its digits. */
export function colourName(colour: Colour): string {
  const words = editTexts.value.colours;
  const opaque = colour.slice(0, 7);
  const share = Math.round((Number.parseInt(colour.slice(7), 16) / 255) * 100);
  if (share === 0) return words.none;
  const name = (words.names as Readonly<Record<string, string>>)[opaque] ?? opaque.toUpperCase();
  return share === 100 ? name : words.translucent(name, share);
}
