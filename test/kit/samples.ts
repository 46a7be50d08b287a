import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync, gzipSync } from 'node:zlib';
import sharp from 'sharp';

/** Files of every kind, made here so that the tests know their content. Harmless ones first, hostile ones below. */

const RED = { r: 255, g: 0, b: 0 };

const canvas = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: RED } });

/** A red picture. */
export function picture(type: 'jpeg' | 'png' | 'gif' | 'tiff' | 'webp', width = 40, height = 20): Promise<Buffer> {
  return canvas(width, height).toFormat(type).toBuffer();
}

/** Red on the left and blue on the right, as stored; `orientation` 6: it lies on its left side. */
export async function rotatedJpeg(width: number, height: number, orientation: number): Promise<Buffer> {
  const blue = await sharp({ create: { width: width / 2, height, channels: 3, background: { r: 0, g: 0, b: 255 } } })
    .png()
    .toBuffer();
  return canvas(width, height)
    .composite([{ input: blue, left: width / 2, top: 0 }])
    .withMetadata({ orientation })
    .jpeg()
    .toBuffer();
}

/** Pixels that compress badly, so that rendering levels takes time. */
export async function noise(width: number, height: number, type: 'jpeg' | 'png'): Promise<Buffer> {
  const small = await sharp({
    create: { width: 1000, height: 800, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png()
    .toBuffer();
  return sharp(small).resize(width, height, { fit: 'fill' }).toFormat(type).toBuffer();
}

export const svg = (width = 40, height = 20, inside = `<rect width="${width}" height="${height}" fill="red"/>`): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${width}" height="${height}">${inside}</svg>`,
  );

/** The same text in UTF-16. */
export function inUtf16(text: Buffer, order: 'little' | 'big'): Buffer {
  const bytes = Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>\n${text}`, 'utf16le');
  return order === 'little' ? bytes : bytes.swap16();
}

/** Rows of 32-bit words, lowest first, as BMP has them. */
export function bmp(width: number, height: number, bits: 1 | 4 | 8 | 16 | 24 | 32, compression = 0, pixels?: Buffer): Buffer {
  const palette = bits <= 8 ? 2 ** bits * 4 : 0;
  const row = Math.ceil((width * bits) / 32) * 4;
  const data = pixels ?? Buffer.alloc(row * Math.abs(height));
  const head = Buffer.alloc(54 + palette);
  head.write('BM', 'latin1');
  head.writeUInt32LE(head.length + data.length, 2);
  head.writeUInt32LE(head.length, 10);
  head.writeUInt32LE(40, 14);
  head.writeInt32LE(width, 18);
  head.writeInt32LE(height, 22);
  head.writeUInt16LE(1, 26);
  head.writeUInt16LE(bits, 28);
  head.writeUInt32LE(compression, 30);
  // Colour 1 is red, colour 2 is blue
  if (palette > 0) head.writeUInt32LE(0xff0000, 58);
  if (palette > 8) head.writeUInt32LE(0x0000ff, 62);
  return Buffer.concat([head, data]);
}

/** A PDF whose pages are all alike. They share one content stream, so that many pages stay a small file. */
export function pdf({
  pages = 1,
  width = 595.276,
  height = 841.89,
  content = '1 0 0 rg 0 0 9999 9999 re f',
  rotate = 0,
} = {}): Buffer {
  const numbers = Array.from({ length: pages }, (_, at) => at + 4);
  const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Rotate ${rotate}/Contents 3 0 R>>`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages}/Kids[${numbers.map((number) => `${number} 0 R`).join(' ')}]>>`,
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    ...numbers.map(() => page),
  ];
  return pdfOf(objects);
}

/** A PDF of these objects, numbered from 1, the first of them the catalogue. */
export function pdfOf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.4\n'];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  for (const [at, object] of objects.entries()) {
    const text = `${at + 1} 0 obj\n${object}\nendobj\n`;
    offsets.push(length);
    parts.push(text);
    length += text.length;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`);
  parts.push(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

/** An MP4 with the tables of one H.264 track and no pictures. */
export function mp4(width: number, height: number): Buffer {
  const video = Buffer.alloc(78);
  video.writeUInt16BE(1, 6);
  video.writeUInt16BE(width, 24);
  video.writeUInt16BE(height, 26);
  video.writeUInt16BE(24, 74);
  const track = Buffer.alloc(84);
  track.writeUInt32BE(7, 0);
  track.writeUInt32BE(1, 12);
  for (const [at, value] of [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000].entries()) track.writeInt32BE(value, 40 + at * 4);
  track.writeUInt32BE(width * 65536, 76);
  track.writeUInt32BE(height * 65536, 80);
  const scale = (bytes: number, at: number): Buffer => {
    const box = Buffer.alloc(bytes);
    box.writeUInt32BE(1000, at);
    return box;
  };
  const codec = box('avcC', Buffer.from('0142001effe100046742001e01000468ce3880', 'hex'));
  const tables = ['stts', 'stsc', 'stco'].map((name) => box(name, Buffer.alloc(8)));
  const sample = box('stsd', Buffer.concat([Buffer.from('0000000000000001', 'hex'), box('avc1', Buffer.concat([video, codec]))]));
  const stbl = box('stbl', Buffer.concat([sample, ...tables, box('stsz', Buffer.alloc(12))]));
  const handler = Buffer.alloc(25);
  handler.write('vide', 8, 'latin1');
  const minf = box('minf', Buffer.concat([box('vmhd', Buffer.alloc(12)), stbl]));
  const mdia = box('mdia', Buffer.concat([box('mdhd', scale(24, 12)), box('hdlr', handler), minf]));
  const moov = box('moov', Buffer.concat([box('mvhd', scale(100, 12)), box('trak', Buffer.concat([box('tkhd', track), mdia]))]));
  return Buffer.concat([box('ftyp', Buffer.from('isom\0\0\0\0isomavc1', 'latin1')), moov]);
}

function box(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, content]);
}

const videos = new URL('videos/', import.meta.url);

/** Names of the files in `videos/`, one of each container and more. */
export const videoNames: readonly string[] = readdirSync(videos).filter((name) => name !== 'README.md');

export const video = (name: string): Buffer => readFileSync(new URL(name, videos));

/** A WMV file with another stream before its own: an empty audio stream. */
export function audioFirst(wmv: Buffer): Buffer {
  const head = Buffer.from(wmv.subarray(0, ASF_HEAD_BYTES));
  const audio = Buffer.alloc(24 + 54 + 18);
  audio.write('9107dcb7b7a9cf118ee600c00c205365', 'hex');
  audio.writeBigUInt64LE(BigInt(audio.length), 16);
  audio.write('409e69f84d5bcf11a8fd00805f5c442b', 24, 'hex');
  audio.writeUInt32LE(18, 24 + 40);
  audio.writeUInt16LE(2, 24 + 48);
  head.writeBigUInt64LE(head.readBigUInt64LE(16) + BigInt(audio.length), 16);
  head.writeUInt32LE(head.readUInt32LE(24) + 1, 24);
  return Buffer.concat([head, audio, wmv.subarray(ASF_HEAD_BYTES)]);
}

const ASF_HEAD_BYTES = 30;

/** First packets of streams without pictures in Ogg files; their content states the type of the stream. */
export const oggSounds: readonly string[] = [
  `fishead\0\x03${'\0'.repeat(55)}`,
  `\x01vorbis\0\0\0\0\x01\x44\xac${'\0'.repeat(6)}\x80\x38\x01\0\0\0\0\0\xb8\x01`,
  'OpusHead\x01\x01\0\0\x80\xbb\0\0\0\0\0',
];

/** The first page of a logical stream in an Ogg file. */
export function oggPage(content: string, stream = 1): Buffer {
  const head = Buffer.alloc(28);
  head.write('OggS', 'latin1');
  head[5] = 2;
  head.writeUInt32LE(stream, 14);
  head.set([1, content.length], 26);
  return Buffer.concat([head, Buffer.from(content, 'latin1')]);
}

/** The head of a picture of `width` by `height` pixels, with almost none of them. */
export const pngHead = (width: number, height: number): Buffer => png(width, height, deflateSync(Buffer.alloc(9)));

/** A few kilobytes that claim to be `width` by `height` pixels, and unpack to that. */
export const pngBomb = (width: number, height: number): Buffer =>
  png(width, height, deflateSync(Buffer.alloc((Math.ceil(width / 8) + 1) * height), { level: 9 }));

function png(width: number, height: number, data: Buffer): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // One bit for each pixel, grey
  head[8] = 1;
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(content.length, 0);
  ends.writeUInt32BE(crc(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

function crc(bytes: Buffer): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  }
  return ~sum >>> 0;
}

/** An SVG of many megabytes, packed to a few kilobytes. */
export const svgzBomb = (megabytes: number): Buffer =>
  gzipSync(svg(40, 20, `<!--${' '.repeat(megabytes * 2 ** 20)}-->`), { level: 9 });

/** Nested entities: a thousand million letters in a few hundred bytes. */
export function entityBomb(): Buffer {
  const names = 'abcdefghi'.split('');
  const entities = names.map((name, at) => `<!ENTITY ${name} "${at === 0 ? 'ha' : `&${names[at - 1]};`.repeat(10)}">`).join('');
  return Buffer.from(
    `<!DOCTYPE svg [${entities}]><svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text>&i;</text></svg>`,
  );
}

/** Flips one bit in every `every` bytes, after the first `kept`. */
export function flipped(bytes: Buffer, every: number, kept = 32): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = kept; at < copy.length; at += every) copy[at] = copy[at]! ^ (1 << (at % 8));
  return copy;
}
