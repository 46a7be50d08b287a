import type { default as LzString } from 'lz-string';
import { type Json, jsonObject, objectOf, objectsOf, textOf } from './read-json.ts';

/** What tldraw puts on the clipboard, whatever its version. */
export interface TldrawContent {
  readonly shapes: readonly Json[];
  readonly assets: readonly Json[];
  readonly bindings: readonly Json[];
}

export type Unpack = (typeof LzString)['decompressFromBase64'];

/** Whether HTML from a clipboard may hold it. */
export const mayHoldTldraw = (html: string): boolean => /<div data-tldraw|<tldraw/.test(html);

/**
 * The content in HTML from a clipboard. Version 2 packs all of it, or leaves all as JSON; version 3 packs all but the assets.
 * Undefined: there is none. Never throws. @param unpack that of `lz-string`
 */
export function tldrawIn(html: string, unpack: Unpack): TldrawContent | undefined {
  const held = /<(?:div data-tldraw|tldraw)[^>]*>([\s\S]*)<\/(?:div|tldraw)>/.exec(html)?.[1]?.trim();
  if (!held) return undefined;
  const read = jsonObject(unescaped(held)) ?? jsonObject(unpacked(held, unpack));
  const data = objectOf(read?.data);
  if (read?.type !== 'application/tldraw' || !data) return undefined;
  const packed = textOrNone(data.otherCompressed);
  const rest = packed === undefined ? data : jsonObject(unpacked(packed, unpack));
  if (!rest) return undefined;
  return { shapes: objectsOf(rest.shapes), assets: objectsOf(data.assets ?? rest.assets), bindings: objectsOf(rest.bindings) };
}

const textOrNone = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Browsers may escape what they write as HTML. */
const unescaped = (text: string): string => text.replace(/&(quot|lt|gt|amp);/g, (_, name: keyof typeof escapes) => escapes[name]);
const escapes = { quot: '"', lt: '<', gt: '>', amp: '&' } as const;

/** Empty where it is not packed at all. */
function unpacked(text: string, unpack: Unpack): string {
  try {
    return unpack(text) ?? '';
  } catch {
    return '';
  }
}

/** The plain words of a shape: `text` of version 2, `richText` since version 3.8. */
export function wordsOf({ text, richText }: Json): string {
  const rich = objectOf(richText);
  return rich ? blocksOf(rich, 0).join('\n') : textOf(text);
}

/** Deeper ones are left out; lists in lists are two levels each. */
const DEEPEST = 40;

function blocksOf(node: Json, depth: number): string[] {
  if (depth > DEEPEST) return [];
  const inner = objectsOf(node.content);
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'codeBlock') return [inner.map(lettersOf).join('')];
  if (node.type !== 'listItem') return inner.flatMap((one) => blocksOf(one, depth + 1));
  const [first = '', ...others] = inner.flatMap((one) => blocksOf(one, depth + 1));
  return [`• ${first}`, ...others.map((line) => `  ${line}`)];
}

const lettersOf = ({ type, text }: Json): string => (type === 'hardBreak' ? '\n' : textOf(text));
