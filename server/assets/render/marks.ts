import type { FileHandle } from 'node:fs/promises';

/**
 * Corrects what file-type says by checking what it does not check. For some types it stops after the first two to four
 * bytes, with which a text may begin, too, or at the first of several streams, which need not be the video.
 *
 * `head`: the beginning of the file, 64 KiB or all of it.
 */
export async function confirmedType(type: string, head: Buffer, file: FileHandle): Promise<string | undefined> {
  if (type === 'audio/x-ms-asf' && head.includes(ASF_VIDEO)) return 'video/x-ms-asf';
  if (hasOggVideo(head)) return 'video/ogg';
  return (await (further.get(type)?.(head, file) ?? true)) ? type : undefined;
}

type Further = (head: Buffer, file: FileHandle) => boolean | Promise<boolean>;

/** Further requirements besides the mark. */
const further = new Map<string, Further>([
  ['image/bmp', (head) => head.length >= 18 && BMP_HEADS.has(head.readUInt32LE(14))],
  ['image/gif', (head) => /^GIF8[79]a/.test(head.toString('latin1', 0, 6))],
  ['video/quicktime', async (head, file) => head.toString('latin1', 4, 8) === 'ftyp' || beginsWithBoxes(head, file)],
  ['video/mp2t', (head) => hasPackets(head, 0, 188) || hasPackets(head, 4, 192)],
]);

/** Sizes of the head after the mark, in all versions of Windows and OS/2. */
const BMP_HEADS = new Set([12, 16, 40, 52, 56, 64, 108, 124]);

/** Stream type in a Stream Properties object. */
const ASF_VIDEO = Buffer.from('c0ef19bc4d5bcf11a8fd00805f5c442b', 'hex');

/** Movies older than `ftyp` begin with any box. It must end within the file, and be followed by a box or nothing. */
async function beginsWithBoxes(head: Buffer, file: FileHandle): Promise<boolean> {
  const { size: all } = await file.stat();
  const size = boxSize(head, all);
  if (size < 8 || size > all) return false;
  const { buffer, bytesRead } = await file.read(Buffer.alloc(8), 0, 8, size);
  return bytesRead < 8 || /^[ -~\xa9]{4}$/.test(buffer.toString('latin1', 4));
}

/** 0 stands for the rest of the file; 1 for a 64-bit size after the name. */
function boxSize(head: Buffer, all: number): number {
  const size = head.readUInt32BE(0);
  if (size === 0) return all;
  return size === 1 && head.length >= 16 ? Number(head.readBigUInt64BE(8)) : size;
}

/** A packet begins with the letter G. Many texts have two of them at the right distance, but not five. */
function hasPackets(head: Buffer, first: number, bytes: number): boolean {
  return [0, 1, 2, 3, 4].every((packet) => (head[first + packet * bytes] ?? 0x47) === 0x47);
}

const OGG_VIDEO = ['\x80theora', '\x01video', 'BBCD\0', 'OVP80'];
const OGG_HEAD_BYTES = 27;

/** An Ogg file begins with the first pages of all its streams, in any order; each page states its stream's type. */
function hasOggVideo(head: Buffer): boolean {
  for (let at = 0; isFirstPage(head, at); ) {
    const segments = head.subarray(at + OGG_HEAD_BYTES, at + OGG_HEAD_BYTES + head[at + 26]!);
    const start = at + OGG_HEAD_BYTES + segments.length;
    if (OGG_VIDEO.some((mark) => head.toString('latin1', start, start + mark.length) === mark)) return true;
    at = segments.reduce((end, length) => end + length, start);
  }
  return false;
}

const isFirstPage = (head: Buffer, at: number): boolean =>
  head.length >= at + OGG_HEAD_BYTES && head.toString('latin1', at, at + 4) === 'OggS' && (head[at + 5]! & 2) === 2;
