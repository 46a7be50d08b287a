import { BOLD, SEMIBOLD, widths } from './inter-widths.ts';
import type { Measure } from './look.ts';

const known = /* @__PURE__ */ parsed(widths);

/**
 * Widths of texts in Inter, the font of previews and of the page, from a table. So a wall, a laptop and the server break
 * lines alike, also before the font is loaded. Letters that Inter lacks are drawn in whatever font a machine has, and estimated:
 * East Asian ones are square in all.
 */
export const measure: Measure = (text, weight) => {
  let thousandths = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!;
    if (code > 0xffff) at++;
    thousandths += known[code] || estimate(code);
  }
  return (thousandths / 1000) * wider[weight];
};

const wider = { 400: 1, 600: SEMIBOLD, 700: BOLD } as const;

/** Whether the width of every letter is known. Where not, painters make sure that a line stays in its box. */
export function isMeasured(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!known[text.charCodeAt(at)]) return false;
  return true;
}

/** Widths by code point; 0: unknown. The ranges of the table are `first in hexadecimal:width width …`. */
function parsed(ranges: string): Uint16Array {
  const all = new Uint16Array(0x2200);
  for (const range of ranges.split('|')) {
    const [first, list] = range.split(':') as [string, string];
    for (const [at, width] of list.split(' ').entries()) all[Number.parseInt(first, 16) + at] = Number(width);
  }
  return all;
}

function estimate(code: number): number {
  if (isMark(code)) return 0;
  if (code >= 0x1f000) return 1300;
  if (code >= 0x2e80 || (code >= 0x1100 && code <= 0x11ff)) return code >= 0xfb1d && code <= 0xfeff ? 550 : 1000;
  return code >= 0x0590 && code <= 0x0dff ? 580 : 640;
}

/** Drawn on the letter before it, or not at all. */
const isMark = (code: number): boolean => code > 0x2ff && /^[\p{M}\p{Cf}]$/u.test(String.fromCodePoint(code));
