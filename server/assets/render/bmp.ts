import type { FileHandle } from 'node:fs/promises';

/** A picture as rows one after the other, four bytes for each pixel: red, green, blue, alpha. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

type Colour = (row: Buffer, x: number) => number;

/** The head of a BMP file, checked: a file with an inconsistent head is refused before memory is allocated for it. */
export interface BmpHead {
  readonly width: number;
  readonly height: number;
  /** The first row in the file is the top row. */
  readonly topDown: boolean;
  readonly bits: number;
  readonly runLength: boolean;
  readonly masks: readonly number[] | undefined;
  /** Colours of the palette, 0xAARRGGBB. */
  readonly palette: Uint32Array;
  /** Where the pixels begin in the file. */
  readonly offset: number;
}

const MOST_HEAD_BYTES = 14 + 124 + 12 + 256 * 4;
const wrong = (text: string): Error => new Error(`BMP: ${text}`);

/** Reads heads of all Windows and OS/2 versions. Throws when there is none, or when it wraps another format. */
export async function readBmpHead(file: FileHandle): Promise<BmpHead> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_HEAD_BYTES), 0, MOST_HEAD_BYTES, 0);
  if (bytesRead < 26 || buffer.toString('latin1', 0, 2) !== 'BM') throw wrong('no head');
  const size = buffer.readUInt32LE(14);
  const old = size === 12;
  if (!old && (size < 16 || size > 124)) throw wrong(`unknown head of ${size} bytes`);
  const width = old ? buffer.readUInt16LE(18) : buffer.readInt32LE(18);
  const height = old ? buffer.readUInt16LE(20) : buffer.readInt32LE(22);
  const bits = buffer.readUInt16LE(old ? 24 : 28);
  const compression = size >= 20 ? buffer.readUInt32LE(30) : 0;
  if (width <= 0 || height === 0 || height === -(2 ** 31)) throw wrong('no pixels');
  const runLength = (compression === 1 && bits === 8) || (compression === 2 && bits === 4);
  if (!runLength && ![0, 3, 6].includes(compression)) throw wrong(`compression ${compression}`);
  if (![1, 4, 8, 16, 24, 32].includes(bits)) throw wrong(`${bits} bits`);
  const masks = masksOf(buffer, size, bits, compression);
  return {
    width,
    height: Math.abs(height),
    topDown: height < 0,
    bits,
    runLength,
    masks,
    palette: paletteOf(buffer, size, bits, bytesRead, size === 40 && compression === 3 ? 12 : 0),
    offset: buffer.readUInt32LE(10),
  };
}

/** Masks of red, green, blue and alpha, for the depths that have them. */
function masksOf(head: Buffer, size: number, bits: number, compression: number): readonly number[] | undefined {
  if (bits !== 16 && bits !== 32) return undefined;
  if (compression === 0) return bits === 16 ? [0x7c00, 0x3e0, 0x1f, 0] : [0xff0000, 0xff00, 0xff, 0];
  const alpha = size >= 56 || compression === 6 ? head.readUInt32LE(66) : 0;
  return [head.readUInt32LE(54), head.readUInt32LE(58), head.readUInt32LE(62), alpha];
}

function paletteOf(head: Buffer, size: number, bits: number, read: number, gap: number): Uint32Array {
  const palette = new Uint32Array(256).fill(0xff000000);
  if (bits > 8) return palette;
  const bytes = size === 12 ? 3 : 4;
  const sent = size >= 36 ? head.readUInt32LE(46) : 0;
  const count = Math.min(sent === 0 ? 2 ** bits : sent, 2 ** bits);
  const start = 14 + size + gap;
  for (let at = 0; at < count && start + (at + 1) * bytes <= read; at += 1) {
    palette[at] = (0xff000000 | head.readUIntLE(start + at * bytes, 3)) >>> 0;
  }
  return palette;
}

/**
 * Reads the pixels and shrinks them by a whole factor: each is the mean of a square of `shrink` by `shrink`. Refuses a file
 * that ends early or writes beyond its edges. `most`: bytes of run-length data to read.
 */
export async function readBmp(file: FileHandle, head: BmpHead, shrink: number, most: number): Promise<Pixels> {
  const rows = head.runLength ? await runLengthRows(file, head, most) : plainRows(file, head);
  const width = Math.floor(head.width / shrink);
  const height = Math.floor(head.height / shrink);
  const data = new Uint8Array(width * height * 4);
  const sums = new Float64Array(width * 4);
  const colour = colourOf(head);
  for (let y = 0; y < height * shrink; y += 1) {
    addRow(sums, await rows(y), colour, width, shrink);
    if ((y + 1) % shrink > 0) continue;
    const start = Math.floor(y / shrink) * width * 4;
    for (let at = 0; at < sums.length; at += 1) data[start + at] = Math.round(sums[at]! / (shrink * shrink));
    sums.fill(0);
  }
  return { width, height, data };
}

function addRow(sums: Float64Array, row: Buffer, colour: Colour, width: number, shrink: number): void {
  for (let x = 0; x < width; x += 1) {
    for (let part = 0; part < shrink; part += 1) {
      const value = colour(row, x * shrink + part);
      sums[x * 4] = sums[x * 4]! + ((value >>> 16) & 0xff);
      sums[x * 4 + 1] = sums[x * 4 + 1]! + ((value >>> 8) & 0xff);
      sums[x * 4 + 2] = sums[x * 4 + 2]! + (value & 0xff);
      sums[x * 4 + 3] = sums[x * 4 + 3]! + (value >>> 24);
    }
  }
}

/** Returns a function that reads a pixel of a row as 0xAARRGGBB. */
function colourOf({ bits, palette, masks, runLength }: BmpHead): Colour {
  if (runLength || bits === 8) return (row, x) => palette[row[x]!]!;
  if (bits === 1) return (row, x) => palette[(row[x >> 3]! >> (7 - (x & 7))) & 1]!;
  if (bits === 4) return (row, x) => palette[(row[x >> 1]! >> (x & 1 ? 0 : 4)) & 15]!;
  if (bits === 24) return (row, x) => (0xff000000 | row.readUIntLE(x * 3, 3)) >>> 0;
  const [red, green, blue, alpha] = masks!.map(channel);
  const value: Colour = bits === 16 ? (row, x) => row.readUInt16LE(x * 2) : (row, x) => row.readUInt32LE(x * 4);
  const opaque = masks![3] === 0;
  return (row, x) => {
    const all = value(row, x);
    return (((opaque ? 255 : alpha!(all)) << 24) | (red!(all) << 16) | (green!(all) << 8) | blue!(all)) >>> 0;
  };
}

/** Extracts a channel of 1 to 32 bits, scaled to 0 to 255. */
function channel(mask: number): (value: number) => number {
  if (mask === 0) return () => 0;
  const shift = 31 - Math.clz32(mask & -mask);
  const most = mask >>> shift;
  return (value) => Math.round((((value & mask) >>> shift) * 255) / most);
}

/** Rows from the top down, read in pieces of about a megabyte. */
function plainRows(file: FileHandle, head: BmpHead): (y: number) => Promise<Buffer> {
  const bytes = Math.ceil((head.width * head.bits) / 32) * 4;
  const together = Math.min(head.height, Math.max(1, Math.floor(2 ** 20 / bytes)));
  const piece = Buffer.alloc(together * bytes);
  let first = -1;
  return async (y) => {
    const row = head.topDown ? y : head.height - 1 - y;
    const start = Math.floor(row / together) * together;
    if (start !== first) {
      const wanted = Math.min(together, head.height - start) * bytes;
      const { bytesRead } = await file.read(piece, 0, wanted, head.offset + start * bytes);
      if (bytesRead < wanted) throw wrong('ends early');
      first = start;
    }
    return piece.subarray((row - start) * bytes, (row - start + 1) * bytes);
  };
}

/** Run-length data can jump about, so all of it is unpacked at once, one byte for each pixel. */
async function runLengthRows(file: FileHandle, head: BmpHead, most: number): Promise<(y: number) => Promise<Buffer>> {
  const length = (await file.stat()).size - head.offset;
  if (length > most) throw wrong('too much run-length data');
  const packed = Buffer.alloc(Math.max(0, length));
  await file.read(packed, 0, packed.length, head.offset);
  const indices = unpack(packed, head);
  return async (y) => {
    const row = head.topDown ? y : head.height - 1 - y;
    return indices.subarray(row * head.width, (row + 1) * head.width);
  };
}

/** Pixels that the data skips have colour 0; pixels outside the picture are an error. */
function unpack(packed: Buffer, { width, height, bits }: BmpHead): Buffer {
  const indices = Buffer.alloc(width * height);
  let at = 0;
  let x = 0;
  let y = 0;
  const put = (index: number): void => {
    if (x >= width || y >= height) throw wrong('a run leaves the picture');
    indices[y * width + x] = index;
    x += 1;
  };
  const of = (byte: number, n: number): number => (bits === 8 ? byte : n % 2 === 0 ? byte >> 4 : byte & 15);
  for (;;) {
    const count = packed[at];
    const value = packed[at + 1];
    if (count === undefined || value === undefined) throw wrong('ends early');
    at += 2;
    if (count > 0) for (let n = 0; n < count; n += 1) put(of(value, n));
    else if (value === 0) [x, y] = [0, y + 1];
    else if (value === 1) return indices;
    else if (value === 2) {
      [x, y] = [x + (packed[at] ?? 0), y + (packed[at + 1] ?? 0)];
      at += 2;
    } else at = literal(value);
  }

  function literal(count: number): number {
    const bytes = Math.ceil((count * bits) / 8);
    if (at + bytes > packed.length) throw wrong('ends early');
    for (let n = 0; n < count; n += 1) put(of(packed[at + (bits === 8 ? n : n >> 1)]!, n));
    return at + bytes + (bytes % 2);
  }
}
