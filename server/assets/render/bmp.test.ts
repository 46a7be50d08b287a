import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bmp } from '../../../test/kit/samples.ts';
import { type Pixels, readBmp, readBmpHead } from './bmp.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-bmp-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function decoded(bytes: Buffer, shrink = 1): Promise<Pixels> {
  const path = join(folder, 'file.bmp');
  writeFileSync(path, bytes);
  const file = await open(path);
  try {
    const head = await readBmpHead(file);
    if (head.width * head.height > 10_000) throw new Error('over the limit');
    return await readBmp(file, head, shrink, 1000);
  } finally {
    await file.close();
  }
}

/** Rows of letters, the upper one first: K black, R red, B blue, W white. */
async function picture(bytes: Buffer): Promise<string[]> {
  const { width, height, data } = await decoded(bytes);
  const letters: Record<string, string> = { '000000ff': 'K', ff0000ff: 'R', '0000ffff': 'B', ffffffff: 'W' };
  const pixel = (at: number): string => letters[Buffer.from(data.subarray(at * 4, at * 4 + 4)).toString('hex')] ?? '?';
  return Array.from({ length: height }, (_, y) => Array.from({ length: width }, (_, x) => pixel(y * width + x)).join(''));
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

test.each([
  ['1 bit', bmp(3, 2, 1, 0, hex('40000000 80000000')), ['RKK', 'KRK']],
  ['4 bits', bmp(3, 2, 4, 0, hex('12000000 21100000')), ['BRR', 'RBK']],
  ['8 bits', bmp(3, 2, 8, 0, hex('01020000 02010100')), ['BRR', 'RBK']],
  ['16 bits', bmp(2, 1, 16, 0, hex('007c 1f00')), ['RB']],
  ['24 bits', bmp(2, 1, 24, 0, hex('0000ff ff0000 0000')), ['RB']],
  ['32 bits', bmp(2, 1, 32, 0, hex('0000ff00 ff000000')), ['RB']],
  ['the upper row first', bmp(3, -2, 8, 0, hex('01020000 02010100')), ['RBK', 'BRR']],
  ['runs of 8 bits', bmp(4, 2, 8, 1, hex('0301 0000 0003 020102 00 0001'.replace('00 0001', '00 0001'))), ['BRBK', 'RRRK']],
  ['runs of 4 bits', bmp(4, 2, 4, 2, hex('0412 0000 0003 2120 0001')), ['BRBK', 'RBRB']],
  ['a run after a jump', bmp(4, 2, 8, 1, hex('0002 0201 0201 0001')), ['KKRR', 'KKKK']],
])('%s', async (_, bytes, rows) => {
  expect(await picture(bytes)).toEqual(rows);
});

test('masks say where the colours are', async () => {
  const bytes = bmp(2, 1, 32, 3, hex('ff000000 00ff0000'));
  const masks = hex('ff000000 00ff0000 0000ff00');
  const whole = Buffer.concat([bytes.subarray(0, 54), masks, bytes.subarray(54)]);
  whole.writeUInt32LE(66, 10);
  expect((await decoded(whole)).data).toEqual(new Uint8Array([255, 0, 0, 255, 0, 255, 0, 255]));
});

test('an old head has sides of two bytes and colours of three', async () => {
  const head = hex('424d 00000000 00000000 20000000 0c000000 0200 0100 0100 0100 000000 0000ff');
  expect(await picture(Buffer.concat([head, hex('40000000')]))).toEqual(['KR']);
});

test('a smaller picture has the mean colours of squares', async () => {
  const rows = hex('000000 ffffff 000000 000000 ffffff 000000 000000 000000');
  expect([...(await decoded(bmp(4, 2, 24, 0, rows), 2)).data]).toEqual([128, 128, 128, 255, 0, 0, 0, 255]);
});

test.each([
  ['no head', hex('424d')],
  ['another compression', bmp(2, 2, 24, 4)],
  ['no such depth', bmp(2, 2, 7 as 8)],
  ['no width', bmp(0, 2, 24)],
  ['negative width', bmp(-2, 2, 24, 0, Buffer.alloc(99))],
  ['the lowest height', bmp(2, 1, 24, 0).fill(hex('00000080'), 22, 26)],
  ['short', bmp(9, 9, 24, 0, Buffer.alloc(200))],
  ['a run over the edge', bmp(4, 1, 8, 1, hex('0501 0001'))],
  ['a run below the picture', bmp(4, 1, 8, 1, hex('0000 0000 0101 0001'))],
  ['runs without an end', bmp(4, 1, 8, 1, hex('0401'))],
  ['letters that are not there', bmp(4, 1, 8, 1, hex('0004 01'))],
  ['too many runs', bmp(4, 1, 8, 1, Buffer.alloc(2000))],
])('refused: %s', async (_, bytes) => {
  await expect(decoded(bytes)).rejects.toThrow('BMP');
});

test('whatever the bytes are, the answer is a picture or an error', async () => {
  const bits = fc.constantFrom(1, 4, 8, 16, 24, 32) as fc.Arbitrary<1 | 4 | 8 | 16 | 24 | 32>;
  const small = fc.integer({ min: 1, max: 20 });
  const bytes = fc.uint8Array({ maxLength: 300 });
  await fc.assert(
    fc.asyncProperty(small, small, bits, fc.integer({ min: 0, max: 3 }), bytes, async (width, height, depth, packing, data) => {
      const picture = await decoded(bmp(width, height, depth, packing, Buffer.from(data))).catch((error: Error) => error);
      if (!(picture instanceof Error)) expect(picture.data.length).toBe(width * height * 4);
    }),
    { numRuns: 300 },
  );
});
