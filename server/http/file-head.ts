import type { IncomingHttpHeaders } from 'node:http';
import { isActive } from '../../model/file-kinds.ts';
import { refuse } from '../../model/refusal.ts';
import { disposition } from './disposition.ts';
import type { FileAnswer } from './route.ts';

export interface FileHead {
  readonly status: 200 | 206;
  readonly headers: string[];
  /** The bytes to send, both ends included. */
  readonly from: number;
  readonly to: number;
}

/** Status and headers of a file, and the part of it that was asked for (RFC 9110, 14). Refuses with 416. */
export function fileHead(file: FileAnswer['file'], sent: IncomingHttpHeaders): FileHead {
  const range = wantedRange(sent, file.bytes);
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
  if (isActive(file.type)) headers.push('Content-Security-Policy', 'sandbox');
  if (range) headers.push('Content-Range', `bytes ${from}-${to}/${file.bytes}`);
  return { status: range ? 206 : 200, headers, from, to };
}

interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * One range only. An invalid range, several ranges, and a range with a condition (our answers have no tag or date to
 * meet it) are ignored. Refuses a range that begins beyond the end.
 */
function wantedRange({ range, 'if-range': condition }: IncomingHttpHeaders, bytes: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range ?? '') ?? [];
  if (condition !== undefined || (first === '' && last === '')) return undefined;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  if (from > to) throw refuse.rangeNotSatisfiable(bytes);
  return { from, to };
}
