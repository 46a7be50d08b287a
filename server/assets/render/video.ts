import { open } from 'node:fs/promises';
import mediaInfoFactory, { type Track, type VideoTrack } from 'mediainfo.js';
import type { Decoder, NaturalSize } from './jobs.ts';

/**
 * Bytes of a file that are read at most; what was found by then counts. The size is in tables at the beginning or the
 * end, the longest of which take a few megabytes, and a broken file can send its reader back and forth for ever.
 */
const MOST_BYTES = 64 * 2 ** 20;

export const videos: Decoder = { size: videoSize };

/** The upright size of the first video track in square pixels, from the tables of the file; no picture is decoded. */
async function videoSize(path: string): Promise<NaturalSize> {
  const track = (await tracksOf(path)).find((one): one is VideoTrack => one['@type'] === 'Video');
  if (!track) throw new Error('no video track');
  return { ...uprightSize(track), pages: 0 };
}

/** A fresh library for each file, so that memory that one file corrupts does not affect the next. */
async function tracksOf(path: string): Promise<readonly Track[]> {
  const media = await mediaInfoFactory({ format: 'object' });
  const file = await open(path);
  let left = MOST_BYTES;
  const read = async (length: number, at: number): Promise<Uint8Array> => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(length, left)), 0, Math.min(length, left), at);
    left -= bytesRead;
    return buffer.subarray(0, bytesRead);
  };
  try {
    return (await media.analyzeData((await file.stat()).size, read)).media?.track ?? [];
  } finally {
    media.close();
    await file.close();
  }
}

/** A rotation is written as `270.000`, or left out; a pixel that is not square has a ratio other than 1. */
function uprightSize({ Width = 0, Height = 0, PixelAspectRatio, Rotation }: VideoTrack): { width: number; height: number } {
  const ratio = Number(PixelAspectRatio) > 0 ? Number(PixelAspectRatio) : 1;
  const width = Math.round(Width * ratio);
  const height = Height;
  return Number(Rotation) % 180 === 0 || Rotation === undefined ? { width, height } : { width: height, height: width };
}
