import { open, readFile, stat } from 'node:fs/promises';
import sharp, { type Sharp, type SharpOptions } from 'sharp';
import { readBmp, readBmpHead } from './bmp.ts';
import type { FileRenderer, NaturalSize, ProcessLimits } from './jobs.ts';
import { startsSvg, svgInUtf8 } from './svg-text.ts';
import type { LevelJob } from './types.ts';

/** Loaders that users' bytes may reach; `prepareImages` blocks everything else that the library can open. */
const LOADERS = [
  'VipsForeignLoadJpegFile',
  'VipsForeignLoadPngFile',
  'VipsForeignLoadWebpFile',
  'VipsForeignLoadNsgifFile',
  'VipsForeignLoadTiffFile',
  // Never the loader that takes a path: through it, an SVG could show files next to it
  'VipsForeignLoadSvgBuffer',
];

/**
 * WebP's limit for a side.
 * @bound Pixels along a side of a level of an image: the level is smaller.
 */
const MOST_SIDE = 16_383;

/** interface/widgets 15; effort 3 takes four times as long for 2 % fewer bytes. */
const WEBP = { quality: 80, effort: 2 } as const;

/** Call it once in a render process, before the first picture. One thread for each picture; other processes use other cores. */
export function prepareImages(): void {
  sharp.cache(false);
  sharp.concurrency(1);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: LOADERS });
}

/** An image has one page. */
export const images: FileRenderer = {
  size: imageSize,
  page: (path, type, _page, limits) => imagePage(path, type, limits),
  level: writeImageLevel,
};

/** Pixels after EXIF rotation, from the head of the file, however many; decodes none. Throws when it cannot be read. */
async function imageSize(path: string, type: string, limits: ProcessLimits): Promise<NaturalSize> {
  return { ...(type === 'image/bmp' ? await bmpSize(path) : await headSize(path, type, limits)), pages: 1 };
}

/** The same for rendering: also throws when the picture is over the pixel limit. */
async function imagePage(path: string, type: string, limits: ProcessLimits): Promise<NaturalSize> {
  const size = await imageSize(path, type, limits);
  refusePixels(size.width * size.height, limits);
  return size;
}

async function bmpSize(path: string): Promise<{ width: number; height: number }> {
  const file = await open(path);
  try {
    const { width, height } = await readBmpHead(file);
    return { width, height };
  } finally {
    await file.close();
  }
}

async function headSize(path: string, type: string, limits: ProcessLimits): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(await source(path, type, limits), { ...STRICT, limitInputPixels: false }).metadata();
  return autoOrient;
}

/** Writes the first frame, upright and in sRGB, as WebP into `file`. */
async function writeImageLevel(job: LevelJob, file: string, limits: ProcessLimits): Promise<void> {
  if (job.type === 'image/bmp') return writeBmpLevel(job, file, limits);
  const from = await source(job.path, job.type, limits);
  await writeWebp(() => sharp(from, { ...STRICT, limitInputPixels: limits.pixels, autoOrient: true }), job, file);
}

async function writeBmpLevel(job: LevelJob, to: string, limits: ProcessLimits): Promise<void> {
  const file = await open(job.path);
  try {
    const head = await readBmpHead(file);
    refusePixels(head.width * head.height, limits);
    const shrink = Math.max(1, Math.floor(Math.min(head.width / job.width, head.height / job.height)));
    await writePixels(await readBmp(file, head, shrink, limits.wholeBytes), job, to);
  } finally {
    await file.close();
  }
}

/** Writes pixels of four bytes each as WebP, at the size of the job. */
export async function writePixels(
  { data, width, height }: { readonly data: Uint8Array; readonly width: number; readonly height: number },
  job: Pick<LevelJob, 'width' | 'height'>,
  file: string,
): Promise<void> {
  await writeWebp(() => sharp(data, { raw: { width, height, channels: 4 }, limitInputPixels: false }), job, file);
}

/**
 * WebP has a further limit besides its sides: the modes of all blocks must fit into half a megabyte, and large pictures full
 * of noise exceed that. Such a level is made smaller until it fits, like one with too long a side.
 */
async function writeWebp(input: () => Sharp, { width, height }: Pick<LevelJob, 'width' | 'height'>, file: string): Promise<void> {
  for (let scale = 1; ; scale *= Math.SQRT1_2) {
    const side = (length: number): number => Math.max(1, Math.min(MOST_SIDE, Math.floor(length * scale)));
    try {
      await input().resize(side(width), side(height), { fit: 'fill' }).webp(WEBP).toFile(file);
      return;
    } catch (error) {
      if (!/unable to encode/.test(String(error)) || width * height * scale ** 2 < 2 ** 24) throw error;
    }
  }
}

/** PNG of an SVG that we made, which refers to nothing outside itself. */
export async function drawPng(svg: string, width: number, height: number): Promise<Uint8Array> {
  return sharp(Buffer.from(svg)).resize(width, height, { fit: 'fill' }).png().toBuffer();
}

/**
 * SVG is passed as bytes: without an address it can refer only to what it contains (`data:`), and a compressed one is
 * not decompressed. UTF-16 is converted first, because the library does not recognise it as SVG. Everything else is passed
 * as a path, so that no copy of the file is in memory.
 */
async function source(path: string, type: string, { wholeBytes }: ProcessLimits): Promise<string | Buffer> {
  if (type !== 'image/svg+xml') return path;
  if ((await stat(path)).size > wholeBytes) throw new Error('the SVG is too large');
  const text = await readFile(path);
  if (!startsSvg(text.subarray(0, 64 * 1024))) throw new Error('no SVG text');
  return svgInUtf8(text);
}

/**
 * `failOn: 'error'`: a truncated or damaged file is not a picture, because clients would keep half of one for
 * years (the answer is immutable). Warnings pass: odd profiles and tags are common in good files.
 */
const STRICT: SharpOptions = { failOn: 'error' };

function refusePixels(count: number, { pixels }: ProcessLimits): void {
  if (count > pixels) throw new Error(`${count} pixels, over the limit of ${pixels}`);
}
