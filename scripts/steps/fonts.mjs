/**
 * Inter, the font of previews and of the page, comes as WOFF. The page takes that as it is; the text library of the render
 * processes ignores packed fonts, so they get the same fonts unpacked.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { root } from './run.mjs';

const subsets = ['latin', 'latin-ext', 'greek', 'greek-ext', 'cyrillic', 'cyrillic-ext', 'vietnamese'];
const weights = [400, 600, 700];

/** Writes the fonts of the render processes into a folder. */
export function unpackFonts(folder) {
  mkdirSync(folder, { recursive: true });
  for (const weight of weights) {
    for (const subset of subsets)
      writeFileSync(join(folder, `inter-${subset}-${weight}.ttf`), unpacked(packedFont(subset, weight)));
  }
}

/** The text of model/looks/inter-widths.ts. */
export function widthsFile() {
  const [regular, semibold, bold] = weights.map((weight) => advances(weight));
  const ranges = [];
  for (const code of [...regular.keys()].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && code === last.first + last.widths.length) last.widths.push(regular.get(code));
    else ranges.push({ first: code, widths: [regular.get(code)] });
  }
  const lines = ranges.map(({ first, widths }) => `  '${first.toString(16)}:${widths.join(' ')}',`);
  return `${header}export const SEMIBOLD = ${ratio(regular, semibold)};\n\n/** The same of weight 700. */\nexport const BOLD = ${ratio(regular, bold)};\n\n// biome-ignore format: a table\nexport const widths: string = [\n${lines.join('\n')}\n].join('|');\n`;
}

const header = `/** Widths of the letters of Inter, in thousandths of the letter height. Written by \`npm run generate\` from the font. */

/** Letters of weight 600 are on average wider by this factor. */
`;

/** Letters and signs that are common in texts; others are estimated. */
const isCommon = (code) =>
  (code >= 0x20 && code < 0x180) ||
  (code >= 0x370 && code < 0x460) ||
  (code >= 0x1e00 && code < 0x1f00) ||
  (code >= 0x2010 && code < 0x2200);

function advances(weight) {
  const all = new Map();
  for (const subset of subsets) {
    for (const [code, width] of advancesOf(unpacked(packedFont(subset, weight)))) if (isCommon(code)) all.set(code, width);
  }
  return all;
}

/** How much wider the letters of English texts are. */
function ratio(regular, other) {
  const letters = [...'etaoin shrdlucmfwypvbgkqjxz'].map((letter) => letter.codePointAt(0));
  const sum = (widths) => letters.reduce((total, code) => total + widths.get(code), 0);
  return Math.ceil((sum(other) / sum(regular)) * 1000) / 1000;
}

const packedFont = (subset, weight) =>
  readFileSync(join(root, `node_modules/@fontsource/inter/files/inter-${subset}-${weight}-normal.woff`));

/** WOFF is a font whose tables are compressed one by one (W3C WOFF 1.0, sections 3 and 4). */
function unpacked(woff) {
  const count = woff.readUInt16BE(12);
  const font = Buffer.alloc(woff.readUInt32BE(16));
  const power = Math.floor(Math.log2(count));
  font.writeUInt32BE(woff.readUInt32BE(4), 0);
  for (const [at, value] of [count, 16 * 2 ** power, power, 16 * (count - 2 ** power)].entries())
    font.writeUInt16BE(value, 4 + 2 * at);
  let end = 12 + 16 * count;
  for (let table = 0; table < count; table++) {
    const [tag, offset, packed, length, sum] = [0, 1, 2, 3, 4].map((at) => woff.readUInt32BE(44 + 20 * table + 4 * at));
    const bytes = woff.subarray(offset, offset + packed);
    (packed < length ? inflateSync(bytes) : bytes).copy(font, end);
    for (const [at, value] of [tag, sum, end, length].entries()) font.writeUInt32BE(value, 12 + 16 * table + 4 * at);
    end += (length + 3) & ~3;
  }
  return font;
}

/** @returns code point and width of every letter, from the tables cmap (format 4), hmtx and head */
function advancesOf(font) {
  const tables = new Map();
  for (let at = 12; at < 12 + 16 * font.readUInt16BE(4); at += 16)
    tables.set(font.toString('latin1', at, at + 4), font.readUInt32BE(at + 8));
  const [cmap, hmtx, head, hhea] = ['cmap', 'hmtx', 'head', 'hhea'].map((name) => tables.get(name));
  const unit = font.readUInt16BE(head + 18);
  const metrics = font.readUInt16BE(hhea + 34);
  const widthOf = (glyph) => Math.round((font.readUInt16BE(hmtx + 4 * Math.min(glyph, metrics - 1)) / unit) * 1000);
  return [...glyphsOf(font, unicodeTable(font, cmap))].map(([code, glyph]) => [code, widthOf(glyph)]);
}

function unicodeTable(font, cmap) {
  for (let at = 0; at < font.readUInt16BE(cmap + 2); at++) {
    const table = cmap + font.readUInt32BE(cmap + 4 + 8 * at + 4);
    if (font.readUInt16BE(table) === 4) return table;
  }
  throw new Error('The font has no table of format 4');
}

function* glyphsOf(font, table) {
  const segments = font.readUInt16BE(table + 6) / 2;
  const [ends, starts, deltas, offsets] = [14, 16 + 2 * segments, 16 + 4 * segments, 16 + 6 * segments].map((at) => table + at);
  for (let segment = 0; segment < segments; segment++) {
    const first = font.readUInt16BE(starts + 2 * segment);
    const last = font.readUInt16BE(ends + 2 * segment);
    const delta = font.readUInt16BE(deltas + 2 * segment);
    const offset = font.readUInt16BE(offsets + 2 * segment);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const glyph = offset === 0 ? code : font.readUInt16BE(offsets + 2 * segment + offset + 2 * (code - first));
      if (glyph !== 0) yield [code, (glyph + delta) & 0xffff];
    }
  }
}
