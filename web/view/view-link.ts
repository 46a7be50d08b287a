import type { Box } from '../../model/looks/shapes.ts';

/** What the part of an address after `#` leads to. */
export type ViewLink =
  | { readonly to: 'view'; readonly box: Box }
  | { readonly to: 'widget'; readonly id: string }
  | { readonly to: 'anchor'; readonly id: string };

/** Undefined for what no view is; addresses are typed by people and cut off by mail programs. */
export function readViewLink(hash: string): ViewLink | undefined {
  const entries = new URLSearchParams(hash.replace(/^#/, ''));
  const box = readBox(entries.get('view') ?? '');
  if (box) return { to: 'view', box };
  for (const to of ['widget', 'anchor'] as const) {
    const id = entries.get(to);
    if (id) return { to, id };
  }
  return undefined;
}

/** `view=x,y,width,height` in pixels of the canvas, so it shows the same on a screen of any size. */
export function viewHash({ x, y, width, height }: Box): string {
  // Four digits of the smallest side are less than a pixel of the screen
  const digits = Math.max(0, 4 - Math.ceil(Math.log10(Math.max(1e-6, Math.min(width, height)))));
  return `#view=${[x, y, width, height].map((length) => Number(length.toFixed(Math.min(8, digits)))).join(',')}`;
}

function readBox(text: string): Box | undefined {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const [x, y, width, height] = numbers as [number, number, number, number];
  if (numbers.length !== 4 || !numbers.every(Number.isFinite) || width <= 0 || height <= 0) return undefined;
  return { x, y, width, height };
}
