import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { confirmedType } from './marks.ts';
import { startsSvg } from './svg-text.ts';
import type { Sniffed } from './types.ts';

const image = (type: string, extension: string): Sniffed => ({ kind: 'image', type, extension });
const video = (type: string, extension: string): Sniffed => ({ kind: 'video', type, extension });

/**
 * Every type that a canvas takes (widgets contract 5.1), by the name that file-type gives it, and as what it is served:
 * nothing that a client sent is in an answer's head. Whatever is not here (HEIC, AVIF, camera files, audio, archives)
 * is no file of ours. An animated PNG is a PNG, of which the first frame is shown.
 */
const table = new Map<string, Sniffed>([
  ['image/jpeg', image('image/jpeg', 'jpg')],
  ['image/png', image('image/png', 'png')],
  ['image/apng', image('image/png', 'png')],
  ['image/gif', image('image/gif', 'gif')],
  ['image/bmp', image('image/bmp', 'bmp')],
  ['image/tiff', image('image/tiff', 'tif')],
  ['image/webp', image('image/webp', 'webp')],
  ['video/mp4', video('video/mp4', 'mp4')],
  ['video/x-m4v', video('video/x-m4v', 'm4v')],
  ['video/quicktime', video('video/quicktime', 'mov')],
  ['video/3gpp', video('video/3gpp', '3gp')],
  ['video/3gpp2', video('video/3gpp2', '3g2')],
  ['video/matroska', video('video/x-matroska', 'mkv')],
  ['video/webm', video('video/webm', 'webm')],
  ['video/vnd.avi', video('video/x-msvideo', 'avi')],
  ['video/x-ms-asf', video('video/x-ms-wmv', 'wmv')],
  ['application/vnd.ms-asf', video('video/x-ms-asf', 'asf')],
  ['video/mpeg', video('video/mpeg', 'mpg')],
  ['video/MP1S', video('video/mpeg', 'mpg')],
  ['video/MP2P', video('video/mpeg', 'mpg')],
  ['video/mp2t', video('video/mp2t', 'ts')],
  ['video/x-flv', video('video/x-flv', 'flv')],
  ['video/ogg', video('video/ogg', 'ogv')],
]);

const SVG = image('image/svg+xml', 'svg');
const PDF: Sniffed = { kind: 'pdf', type: 'application/pdf', extension: 'pdf' };

/** How far a PDF's mark may stand from the beginning (widgets contract 5.1). */
const PDF_MARK_BYTES = 1024;
const HEAD_BYTES = 64 * 1024;

/**
 * Decides by the bytes alone. A mark at the very beginning wins, so that a file which is two things at once is the one
 * that every decoder takes it for; `%PDF-` further in counts only when nothing else is found.
 */
export async function sniff(path: string): Promise<Sniffed | undefined> {
  const file = await open(path);
  try {
    const head = await headOf(file);
    if (head.subarray(0, 5).toString('latin1') === '%PDF-') return PDF;
    return (await known(path, head, file)) ?? textual(head);
  } finally {
    await file.close();
  }
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

async function known(path: string, head: Buffer, file: FileHandle): Promise<Sniffed | undefined> {
  const { mime } = (await fileTypeFromFile(path)) ?? {};
  return mime === undefined ? undefined : table.get((await confirmedType(mime, head, file)) ?? '');
}

function textual(head: Buffer): Sniffed | undefined {
  if (startsSvg(head)) return SVG;
  return head.subarray(0, PDF_MARK_BYTES).includes('%PDF-') ? PDF : undefined;
}
