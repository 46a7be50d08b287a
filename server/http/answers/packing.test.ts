import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PackedStream, PartPacker } from './packing.ts';

const pieces = fc.array(
  fc.oneof(
    fc.constantFrom('[', ',', ']', '').map((text) => Buffer.from(text)),
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }).map((text) => Buffer.from(text.repeat(50))),
  ),
  { maxLength: 12 },
);

describe('a packed body', () => {
  it('is the pieces one after the other', () =>
    fc.assert(
      fc.asyncProperty(pieces, async (body) => {
        const packing = new PartPacker();
        const whole = Buffer.concat(body).toString();
        expect(gunzipSync(Buffer.concat(await packing.make(body))).toString()).toBe(whole);
        expect(gunzipSync(Buffer.concat(packing.ready(body)!)).toString()).toBe(whole);
      }),
    ));

  it('whose pieces come one after the other is the same', () =>
    fc.assert(
      fc.asyncProperty(pieces, async (body) => {
        const stream = new PackedStream();
        const sent: Buffer[] = [];
        for (const piece of body) sent.push(await stream.add(piece));
        expect(gunzipSync(Buffer.concat([...sent, stream.end()])).toString()).toBe(Buffer.concat(body).toString());
      }),
    ));

  it('keeps what is compressed of the pieces that stay', async () => {
    const packing = new PartPacker();
    const [kept, old, changed] = ['a', 'b', 'c'].map((letter) => Buffer.from(letter.repeat(5000))) as [Buffer, Buffer, Buffer];
    const before = await packing.make([kept, old]);
    expect(packing.ready([kept, changed])).toBeUndefined();
    const after = await packing.make([kept, changed]);
    expect([after[1] === before[1], after[2] === before[2]]).toEqual([true, false]);
  });

  it('is compressed once, however many ask for it at the same time', async () => {
    const packing = new PartPacker();
    const page = Buffer.from('a'.repeat(5000));
    const [one, other] = await Promise.all([packing.make([page]), packing.make([page])]);
    expect(one[1] === other[1]).toBe(true);
  });
});
