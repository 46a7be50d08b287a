import type { IncomingHttpHeaders } from 'node:http';
import { isActive } from '../../../model/file-kinds.ts';
import { refuse } from '../../../model/refusal.ts';
import type { FileAnswer } from '../routing/route.ts';
import { disposition } from './disposition.ts';
import { hasAlready } from './lasting-bytes.ts';

export interface FileHead {
  /** 304: the caller has these bytes. */
  readonly status: 200 | 206 | 304;
  readonly headers: string[];
  /** The bytes to send, both ends included. */
  readonly from: number;
  readonly to: number;
}

/** Status and headers of a file, and the part of it that was asked for (RFC 9110, 13 and 14). Refuses with 416. */
export function fileHead(file: FileAnswer['file'], sent: IncomingHttpHeaders): FileHead {
  const tag = file.tag && `"${file.tag}"`;
  if (tag && hasAlready(sent, tag)) {
    return { status: 304, headers: ['ETag', tag, 'Cache-Control', file.cache ?? 'no-store'], from: 0, to: -1 };
  }
  const range = wantedRange(sent, file.bytes, tag);
  const { from, to } = range ?? { from: 0, to: file.bytes - 1 };
  const headers = [
    ...['Content-Type', file.type],
    ...['Content-Disposition', disposition(file.disposition, file.name)],
    ...['Content-Length', String(to - from + 1)],
    ...['Accept-Ranges', 'bytes'],
    ...['Cache-Control', file.cache ?? 'no-store'],
    // A browser must never run an uploaded file as a page of this server, whatever it takes the file for
    ...['X-Content-Type-Options', 'nosniff'],
  ];
  if (tag) headers.push('ETag', tag);
  if (file.isolated || isActive(file.type)) headers.push('Content-Security-Policy', 'sandbox');
  if (range) headers.push('Content-Range', `bytes ${from}-${to}/${file.bytes}`);
  return { status: range ? 206 : 200, headers, from, to };
}

interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * One range only. An invalid range, several ranges, and a range for a state other than `tag` are ignored. Refuses a range that
 * begins beyond the end.
 */
function wantedRange(
  { range, 'if-range': condition }: IncomingHttpHeaders,
  bytes: number,
  tag: string | undefined,
): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? '') ?? [];
  const isOther = condition !== undefined && condition !== tag;
  if (isOther || (first === '' && last === '')) return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (from > to) throw refuse.rangeNotSatisfiable(bytes);
  return { from, to };
}
