import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PacketReader, PacketWriter } from './packet.ts';

/** Any string of code units, lone surrogates, line ends and zeros among them; some longer than a buffer. */
const text = fc.oneof(
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) }),
  fc.constantFrom('', '\ud800', 'a\udc00b', '\u2028', '\u0000', '😀'),
  fc
    .tuple(fc.constantFrom('x', 'é', '€', '😀', '\udfff'), fc.integer({ min: 1, max: 5000 }))
    .map(([one, times]) => one.repeat(times)),
);
const bytes = fc.uint8Array({ max: 0x7f, maxLength: 100 });
const value = fc.oneof(fc.constant(null), text, fc.double(), bytes);

/** UTF-8 has U+FFFD for each lone surrogate. */
const inUtf8 = (some: string): string => Buffer.from(some).toString();

test('what is read is what was written, in its order', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 40 }), (values) => {
      const writer = new PacketWriter();
      for (const one of values) {
        if (typeof one === 'number') writer.number(one);
        else if (one instanceof Uint8Array) writer.bytes(one);
        else writer.text(one);
      }
      const size = writer.size;
      const bytes = writer.finish();
      expect(bytes.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(size);
      const reader = new PacketReader(bytes);
      for (const one of values) {
        if (typeof one === 'number') expect(reader.number()).toBe(one);
        else if (one instanceof Uint8Array) expect(reader.textOf(one.length)).toBe(Buffer.from(one).toString());
        else expect(reader.text()).toBe(one === null ? null : inUtf8(one));
      }
    }),
  );
});

test('lone surrogates in a record survive, because JSON text has them escaped', () => {
  const shown = JSON.stringify({ text: 'a\ud800b' });
  expect(JSON.parse(new PacketReader(new PacketWriter().text(shown).finish()).text()!)).toEqual({ text: 'a\ud800b' });
});

test('a packet of many megabytes is written without copying what was written before', () => {
  const writer = new PacketWriter();
  for (let at = 0; at < 8000; at++) writer.text('x'.repeat(1000));
  const sizes = writer.finish().map(({ byteLength }) => byteLength);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(1024 * 1024);
  expect(sizes.length).toBeLessThan(20);
});
