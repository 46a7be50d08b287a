/** Two decimals of a pixel of the picture are precise enough for any eye. */
export const size = (length: number): string => String(Math.round(length * 100) / 100);

/** Splits one of our colours into colour and opacity, which every decoder knows. */
export function painted(what: string, colour: string, name = what): string {
  const opacity = colour.length > 7 ? Number.parseInt(colour.slice(7), 16) / 255 : 1;
  return `${name}="${colour.slice(0, 7)}"${opacity < 1 ? ` ${what}-opacity="${size(opacity)}"` : ''}`;
}
