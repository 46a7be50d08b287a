import pixelmatch from 'pixelmatch';
import sharp from 'sharp';

/** What of a picture is stored: small, and with the losses of its compression. */
export type Small = Buffer;

/** The width in pixels: of a phone, and of everything wider. */
const NARROW = 300;
const WIDE = 640;
const PHONE = 500;

/** Makes a screenshot small. The same pixels give the same bytes with the same sharp. */
export async function small(png: Buffer): Promise<Small> {
  const { width } = await sharp(png).metadata();
  const shrunk = sharp(png).resize({ width: width < PHONE ? NARROW : WIDE });
  return shrunk.webp({ quality: 72, smartSubsample: true, effort: 5 }).toBuffer();
}

export interface Unlike {
  /** Pixels that differ in the block of the pictures where most of them do. */
  readonly most: number;
  /** A PNG in which the differences are red. */
  readonly picture: () => Promise<Buffer>;
}

/** Pixels of a block in each direction. */
const BLOCK = 16;
/** The threshold of pixelmatch: how much a pixel may differ; compression changes soft edges by less. */
const THRESHOLD = 0.12;

/**
 * Compares two pictures block by block. Letters that another version of a browser draws a little differently differ by a few pixels in many
 * blocks, and what is missing, elsewhere or in another colour by many in one. `except`: a part that is not compared.
 */
export async function unlike(one: Small, other: Small, except?: Part): Promise<Unlike> {
  const [a, b] = await Promise.all([raw(one), raw(other)]);
  const { width, height } = a.info;
  if (width !== b.info.width || height !== b.info.height) return { most: BLOCK * BLOCK, picture: async () => other };
  const marked = new Uint8Array(a.data.length);
  pixelmatch(a.data, b.data, marked, width, height, { threshold: THRESHOLD, diffMask: true, includeAA: true });
  if (except) forget(marked, width, except);
  const picture = () =>
    sharp(marked, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .png()
      .toBuffer();
  return { most: fullest(marked, width), picture };
}

/** A part of a picture, as shares of its width. */
export interface Part {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

function forget(marked: Uint8Array, size: number, part: Part): void {
  for (let y = Math.floor(part.y * size); y <= (part.y + part.height) * size; y++) {
    const from = Math.floor(part.x * size);
    const to = Math.min(size, Math.ceil((part.x + part.width) * size));
    marked.fill(0, (y * size + from) * 4, (y * size + to) * 4);
  }
}

const raw = (picture: Small) => sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

function fullest(marked: Uint8Array, width: number): number {
  const counts = new Map<number, number>();
  const across = Math.ceil(width / BLOCK);
  for (let at = 0; at < marked.length / 4; at++) {
    if (marked[at * 4 + 3] === 0) continue;
    const block = Math.floor(Math.floor(at / width) / BLOCK) * across + Math.floor((at % width) / BLOCK);
    counts.set(block, (counts.get(block) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
