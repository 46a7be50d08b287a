import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FrameTracker } from './arriving.ts';

/** A frame as a client sends it. */
interface Frame {
  readonly opcode: number;
  readonly isLast: boolean;
  readonly bytes: number;
}

function bytesOf({ opcode, isLast, bytes }: Frame): Buffer {
  const head = [opcode | (isLast ? 0x80 : 0)];
  if (bytes < 126) head.push(0x80 | bytes);
  else if (bytes < 65_536) head.push(0x80 | 126, bytes >> 8, bytes & 0xff);
  else head.push(0x80 | 127, 0, 0, 0, 0, 0, bytes >> 16, (bytes >> 8) & 0xff, bytes & 0xff);
  return Buffer.concat([Buffer.from([...head, 1, 2, 3, 4]), Buffer.alloc(bytes, 0x41)]);
}

const size = fc.oneof(fc.nat(200), fc.constantFrom(125, 126, 65_535, 65_536, 70_000));
const control = fc.record({ opcode: fc.constantFrom(9, 10), isLast: fc.constant(true), bytes: fc.nat(125) });
/** The frames of one message, with pings and pongs in between. */
const message = fc
  .array(fc.tuple(size, fc.array(control, { maxLength: 2 })), { minLength: 1, maxLength: 4 })
  .map((parts): Frame[] =>
    parts.flatMap(([bytes, between], at) => [
      { opcode: at === 0 ? 1 : 0, isLast: at === parts.length - 1, bytes },
      ...(at === parts.length - 1 ? [] : between),
    ]),
  );

test('what was sent is whole when its last byte has come, however it is cut, and is held until then', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 30 }), (messages, cuts) => {
      const bytes = messages.map((frames) => Buffer.concat(frames.map(bytesOf)));
      const ends = bytes.map((_, at) => bytes.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0));
      const all = Buffer.concat(bytes);
      const places = [...new Set([...cuts.map((cut) => cut % all.length), all.length])].sort((a, b) => a - b);
      const arriving = new FrameTracker();
      let from = 0;
      for (const to of places) {
        arriving.add(all.subarray(from, to));
        from = to;
        const whole = ends.filter((end) => end <= to).length;
        const unfinished = to - (ends[whole - 1] ?? 0);
        expect(arriving.whole).toBe(whole);
        expect(arriving.held > 0).toBe(unfinished > 0);
        const announced = messages[whole]?.reduce((sum, frame) => (frame.opcode < 8 ? sum + frame.bytes : sum), 0) ?? 0;
        expect(arriving.announced).toBeLessThanOrEqual(announced);
      }
    }),
  );
});

test('a message of which the head has come is announced as a whole', () => {
  const arriving = new FrameTracker();
  arriving.add(bytesOf({ opcode: 1, isLast: true, bytes: 70_000 }).subarray(0, 14));
  expect([arriving.announced, arriving.whole]).toEqual([70_000, 0]);
});

test('a message that comes byte by byte costs more than its bytes', () => {
  const arriving = new FrameTracker();
  for (const byte of bytesOf({ opcode: 1, isLast: true, bytes: 1000 }).subarray(0, 500)) arriving.add(Buffer.from([byte]));
  expect(arriving.held).toBeGreaterThan(500 * 100);
});
