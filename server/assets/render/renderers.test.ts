import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bmp, entityBomb, flipped, mp4, pdf, picture, pngBomb, rotatedJpeg, svg, svgzBomb } from '../../../test/kit/samples.ts';
import { systemClock } from '../../clock.ts';
import { createRenderers } from './renderers.ts';
import { CannotRender, type Renderers } from './types.ts';

let renderers: Renderers;
let folder: string;
let files = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-render-'));
  renderers = createRenderers({
    settings: { renderMaxPixels: 100_000_000, renderMemoryBytes: 400 * 2 ** 20, renderSeconds: 3 },
    clock: systemClock,
  });
});

afterAll(async () => {
  await renderers.close();
  rmSync(folder, { recursive: true });
});

function stored(bytes: Buffer | string): string {
  const path = join(folder, `file-${++files}`);
  writeFileSync(path, bytes);
  return path;
}

const probe = async (bytes: Buffer | string) => renderers.probe(stored(bytes));

async function level(bytes: Buffer, type: string, width: number, height: number, page = 0): Promise<string> {
  const to = join(folder, `level-${++files}.webp`);
  await renderers.level({ path: stored(bytes), type, page, width, height, to });
  return to;
}

/** Colour of a pixel of a level, in sRGB. */
async function pixel(file: string, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels)];
}

const red = (colour: number[]): boolean => colour[0]! > 230 && colour[1]! < 30 && colour[2]! < 30;
const blue = (colour: number[]): boolean => colour[0]! < 30 && colour[1]! < 30 && colour[2]! > 220;

describe('what a file is', () => {
  test.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)('%s is known by its bytes', async (type) => {
    expect(await probe(await picture(type))).toEqual({
      kind: 'image',
      type: `image/${type}`,
      extension: { jpeg: 'jpg', tiff: 'tif' }[type as string] ?? type,
      width: 40,
      height: 20,
      pages: 1,
    });
  });

  test('BMP, SVG, PDF and MP4 have their sizes', async () => {
    expect(await probe(bmp(30, -10, 24))).toMatchObject({ type: 'image/bmp', width: 30, height: 10 });
    expect(await probe(svg(33, 11))).toMatchObject({ type: 'image/svg+xml', width: 33, height: 11 });
    expect(await probe(pdf({ pages: 3 }))).toMatchObject({ kind: 'pdf', width: 595, height: 842, pages: 3 });
    expect(await probe(mp4(640, 360))).toMatchObject({ kind: 'video', type: 'video/mp4', width: 640, height: 360 });
  });

  test('the size is that of the upright picture and the turned page', async () => {
    expect(await probe(await rotatedJpeg(40, 20, 6))).toMatchObject({ width: 20, height: 40 });
    expect(await probe(pdf({ rotate: 90 }))).toMatchObject({ width: 842, height: 595 });
  });

  test('a PDF may have something before its mark, within 1024 bytes', async () => {
    expect(await probe(Buffer.concat([Buffer.alloc(1000, '\n'), pdf()]))).toMatchObject({ kind: 'pdf', width: 595 });
    expect(await probe(Buffer.concat([Buffer.alloc(1025, '\n'), pdf()]))).toBeUndefined();
  });

  test('what is not in the list is nothing', async () => {
    const avif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .avif()
      .toBuffer();
    for (const bytes of ['', 'hello', '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>', 'PK\x03\x04', avif, svgzBomb(1)])
      expect(await probe(bytes)).toBeUndefined();
  });

  test('what cannot be read has the fallback size', async () => {
    expect(await probe('GIF89a')).toMatchObject({ kind: 'image', width: 100, height: 100 });
    expect(await probe('%PDF-1.7 and nothing')).toMatchObject({ kind: 'pdf', width: 595, height: 842, pages: 0 });
    expect(await probe(mp4(640, 360).subarray(0, 60))).toMatchObject({ kind: 'video', width: 1280, height: 720 });
    expect(await probe(pngBomb(60_000, 60_000))).toMatchObject({ kind: 'image', width: 100, height: 100 });
  });

  test('a file that is two things is the one that it begins as', async () => {
    const page = '<script>alert(1)</script>';
    const gif = Buffer.concat([await picture('gif'), Buffer.from(`/*${page}*/`)]);
    expect(await probe(gif)).toMatchObject({ type: 'image/gif' });
    expect(await probe(Buffer.concat([pdf(), Buffer.from('PK\x03\x04')]))).toMatchObject({ type: 'application/pdf' });
    expect(await probe(Buffer.concat([await picture('jpeg'), pdf()]))).toMatchObject({ type: 'image/jpeg' });
  });
});

describe('levels', () => {
  test.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)('of %s', async (type) => {
    const file = await level(await picture(type, 400, 200), `image/${type}`, 50, 25);
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 50, height: 25 });
    expect(red(await pixel(file, 25, 12))).toBe(true);
  });

  test('of SVG, BMP and a page of a PDF', async () => {
    expect(red(await pixel(await level(svg(), 'image/svg+xml', 20, 10), 10, 5))).toBe(true);
    const rows = Buffer.from('0000ff0000ff0000ff000000'.repeat(2), 'hex');
    expect(red(await pixel(await level(bmp(3, 2, 24, 0, rows), 'image/bmp', 3, 2), 1, 1))).toBe(true);
    expect(red(await pixel(await level(pdf({ pages: 3 }), 'application/pdf', 149, 210, 2), 70, 100))).toBe(true);
  });

  test('the picture is upright', async () => {
    const file = await level(await rotatedJpeg(400, 200, 6), 'image/jpeg', 50, 100);
    expect(red(await pixel(file, 25, 10))).toBe(true);
    expect(blue(await pixel(file, 25, 90))).toBe(true);
  });

  test('transparency is kept', async () => {
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#ff000080' } })
      .png()
      .toBuffer();
    expect((await pixel(await level(clear, 'image/png', 10, 10), 5, 5))[3]).toBeCloseTo(128, -1);
  });

  test('a profile is turned into sRGB', async () => {
    const p3 = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#00ff00' } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    const raw = await sharp(p3, { ignoreIcc: true }).raw().toBuffer();
    const [red, green] = await pixel(await level(p3, 'image/png', 20, 20), 10, 10);
    expect([raw[0]! > 100, red! < 30, green! > 230]).toEqual([true, true, true]);
  });

  test('a page too large to be drawn is drawn smaller', async () => {
    const file = await level(pdf({ width: 14_400, height: 14_400, content: '' }), 'application/pdf', 128, 128);
    expect(await sharp(file).metadata()).toMatchObject({ width: 128 });
  });
});

describe('hostile files cost one call each', () => {
  const refused = async (bytes: Buffer, type: string, side = 100): Promise<void> => {
    await expect(level(bytes, type, side, side)).rejects.toThrow(CannotRender);
    expect(existsSync(join(folder, `level-${files - 1}.webp`)), 'nothing is left').toBe(false);
    expect(red(await pixel(await level(await picture('png'), 'image/png', 4, 2), 1, 1)), 'the next one works').toBe(true);
  };

  test('more pixels than the limit', async () => refused(pngBomb(60_000, 60_000), 'image/png'));
  test('SVG packed', async () => refused(svgzBomb(50), 'image/svg+xml'));
  test('SVG with entities of entities', async () => refused(entityBomb(), 'image/svg+xml'));
  test('SVG with a size beyond the limit', async () => refused(svg(1e9, 1e9), 'image/svg+xml'));
  test('a format that the library reads and the list has not', async () =>
    refused(
      await sharp(await picture('png'))
        .avif()
        .toBuffer(),
      'image/png',
    ));
  test('cut off', async () => refused((await picture('jpeg', 400, 400)).subarray(0, 1200), 'image/jpeg'));
  test('a BMP that is shorter than it says', async () => refused(bmp(9000, 9000, 24, 0, Buffer.alloc(9)), 'image/bmp'));
  test('a PDF that is none', async () => refused(Buffer.from('%PDF-1.4'), 'application/pdf'));

  test('more memory than the limit', async () => {
    const bytes = pngBomb(16_383, 6000);
    await expect(level(bytes, 'image/png', 16_383, 6000)).rejects.toThrow(/memory/);
  });

  test('more time than the limit', async () => {
    const noise = '<feTurbulence baseFrequency="0.1" numOctaves="1000"/>'.repeat(300);
    const slow = svg(900, 900, `<filter id="f">${noise}</filter><rect width="900" height="900" filter="url(#f)"/>`);
    await expect(level(slow, 'image/svg+xml', 900, 900)).rejects.toThrow('took over 3 s');
  }, 30_000);

  test.each(['jpeg', 'png', 'gif', 'tiff', 'webp'] as const)('bits turned in %s', async (type) => {
    const whole = await picture(type, 300, 300);
    for (const every of [7, 61, 997]) await level(flipped(whole, every), `image/${type}`, 30, 30).catch(onlyCannotRender);
    expect(red(await pixel(await level(whole, `image/${type}`, 30, 30), 15, 15))).toBe(true);
  });

  test('an SVG shows no other file', async () => {
    const secret = stored(await picture('png'));
    for (const address of [secret, `file://${secret}`, secret.split('/').at(-1)]) {
      const file = await level(svg(40, 20, `<image xlink:href="${address}" width="40" height="20"/>`), 'image/svg+xml', 40, 20);
      expect((await pixel(file, 20, 10))[3], `nothing is drawn of ${address}`).toBe(0);
    }
    const entity = `<!DOCTYPE svg [<!ENTITY e SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><text y="15">&e;</text></svg>`;
    const file = await level(Buffer.from(entity), 'image/svg+xml', 40, 20).catch(onlyCannotRender);
    if (file) expect((await sharp(file).stats()).channels[3]!.max).toBe(0);
  });

  test('a picture inside an SVG is bounded as well', async () => {
    const bomb = `<image xlink:href="data:image/png;base64,${pngBomb(50_000, 50_000).toString('base64')}" width="40" height="20"/>`;
    await level(svg(40, 20, bomb), 'image/svg+xml', 40, 20).catch(onlyCannotRender);
  });

  test('a PDF of 65,000 pages', async () => {
    const bytes = pdf({ pages: 65_000 });
    expect(await probe(bytes)).toMatchObject({ width: 595, height: 842, pages: 65_000 });
    expect(red(await pixel(await level(bytes, 'application/pdf', 60, 84, 64_999), 30, 40))).toBe(true);
  });
});

function onlyCannotRender(error: unknown): undefined {
  expect(error).toBeInstanceOf(CannotRender);
  return undefined;
}

test('a drawing is a PNG', async () => {
  const png = await renderers.draw({ width: 80, height: 40, shapes: [] });
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 80, height: 40 });
});

test('calls after the end are refused', async () => {
  const others = createRenderers({
    settings: { renderMaxPixels: 100, renderMemoryBytes: 2 ** 28, renderSeconds: 5 },
    clock: systemClock,
  });
  const call = others.level({ path: stored(''), type: 'image/png', page: 0, width: 1, height: 1, to: join(folder, 'x') });
  await others.close();
  await expect(call).rejects.toThrow(CannotRender);
  await expect(others.draw({ width: 1, height: 1, shapes: [] })).rejects.toThrow('the server ends');
});
