import type { Line } from '../../changes/sink.ts';

const TEXT = 0x81;

/** A line of a stream as the frames of one channel: text frames that a server sends are not masked (RFC 6455, 5.2). */
export function framesOf(channel: number, lines: readonly Line[]): readonly Buffer[] {
  return lines.flatMap((line) => frameOf(channel, line));
}

/** A message as one frame, for many connections. */
export function frameOfText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([headOf(bytes.length), bytes]);
}

/** A message in pieces as one frame. */
export function frameOfPieces(pieces: readonly Buffer[]): Buffer {
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return Buffer.concat([headOf(length), ...pieces]);
}

/** The message in a frame of this file, not copied. */
export function payloadOf(frame: Buffer): Buffer {
  const short = frame[1]!;
  return frame.subarray(short < 126 ? 2 : short === 126 ? 4 : 10);
}

/** `#<channel> <revision> <line>`, in one piece while it is small. */
function frameOf(channel: number, { pieces, revision }: Line): readonly Buffer[] {
  const prefix = Buffer.from(`#${channel} ${revision} `, 'latin1');
  const bytes = pieces.reduce((sum, { length }) => sum + length, 0) - LF_BYTES;
  const frame = [headOf(prefix.length + bytes), prefix, ...withoutLf(pieces)];
  return bytes <= SMALL ? [Buffer.concat(frame)] : frame;
}

/** Ends a line of a stream over HTTP; a frame needs none. */
const LF_BYTES = 1;
const SMALL = 16 * 1024;

function withoutLf(pieces: readonly Buffer[]): Buffer[] {
  const last = pieces.at(-1)!;
  return [...pieces.slice(0, -1), last.subarray(0, last.length - LF_BYTES)];
}

function headOf(length: number): Buffer {
  if (length < 126) return Buffer.from([TEXT, length]);
  if (length < 65_536) {
    const head = Buffer.from([TEXT, 126, 0, 0]);
    head.writeUInt16BE(length, 2);
    return head;
  }
  const head = Buffer.alloc(10);
  head[0] = TEXT;
  head[1] = 127;
  head.writeUIntBE(length, 4, 6);
  return head;
}
