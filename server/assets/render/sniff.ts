import { type FileHandle, open } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { fileDetectedAs, fileOfType, type KnownFile } from '../../../model/file-kinds.ts';
import { confirmedType } from './marks.ts';
import { startsSvg } from './svg-text.ts';

const SVG = fileOfType('image/svg+xml');
const PDF = fileOfType('application/pdf');

/** How far from the beginning the mark of a PDF may be (interface/widgets 5.1). */
const PDF_MARK_BYTES = 1024;
const HEAD_BYTES = 64 * 1024;

/**
 * The type in the table of kinds; undefined for all others (HEIC, AVIF, camera files, audio, archives).
 * Only the bytes decide. A mark at the very beginning wins, so that a file that could be two types is the one that every
 * decoder takes it for; `%PDF-` further in counts only when nothing else is found.
 */
export async function sniff(path: string): Promise<KnownFile | undefined> {
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

async function known(path: string, head: Buffer, file: FileHandle): Promise<KnownFile | undefined> {
  const { mime } = (await fileTypeFromFile(path)) ?? {};
  return mime === undefined ? undefined : fileDetectedAs((await confirmedType(mime, head, file)) ?? '');
}

function textual(head: Buffer): KnownFile | undefined {
  if (startsSvg(head)) return SVG;
  return head.subarray(0, PDF_MARK_BYTES).includes('%PDF-') ? PDF : undefined;
}
