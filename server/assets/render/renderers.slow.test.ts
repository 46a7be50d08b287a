import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { anybody, RenderBench } from '../../../test/kit/renderers.ts';
import {
  bmp,
  entityBomb,
  flipped,
  inUtf16,
  pdf,
  picture,
  pngBomb,
  rotatedJpeg,
  svg,
  svgzBomb,
} from '../../../test/kit/samples.ts';
import { type Clock, systemClock } from '../../clock.ts';
import { createRenderers } from './renderers.ts';
import { CannotRender } from './types.ts';

const bench = new RenderBench();
const stored = (bytes: Buffer | string) => bench.stored(bytes);
const probe = (bytes: Buffer | string) => bench.probe(bytes);

async function level(bytes: Buffer, type: string, width: number, height: number, page = 0): Promise<string> {
  const to = bench.place('.webp');
  await bench.renderers.level({ path: stored(bytes), type, page, width, height, to }, anybody());
  return to;
}

/** Colour of a pixel of a level, in sRGB. */
async function pixel(file: string, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(file).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels)];
}

const red = (colour: number[]): boolean => colour[0]! > 230 && colour[1]! < 30 && colour[2]! < 30;
const blue = (colour: number[]): boolean => colour[0]! < 30 && colour[1]! < 30 && colour[2]! > 220;

describe('a process that ends', () => {
  /** Real time, except that timers of the given lengths fire at once; the first is the limit of the first job. */
  function hastyClock(...hasty: number[]): Clock {
    let timers = 0;
    const after: Clock['after'] = (ms, run) => {
      if (!hasty.includes(++timers)) return systemClock.after(ms, run);
      run();
      return { cancel: () => undefined };
    };
    return { ...systemClock, after };
  }

  async function probeWith(clock: Clock, bytes: Buffer) {
    const failures: string[] = [];
    const settings = { renderMaxPixels: 1e8, renderMemoryBytes: 400 * 2 ** 20, renderSeconds: 3 };
    const own = createRenderers({ settings, clock, failed: ({ message }) => failures.push(message) });
    const answer = await own.probe(stored(bytes), anybody()).catch((error: unknown) => error);
    await own.close();
    return { answer, failures };
  }

  test('while it identifies a file: another process does', async () => {
    const { answer, failures } = await probeWith(hastyClock(1), await picture('png'));
    expect(answer).toMatchObject({ type: 'image/png', width: 40 });
    expect(failures).toEqual([expect.stringMatching(/^was not done after/)]);
  });

  test('twice: an error, which says nothing about the file', async () => {
    const { answer, failures } = await probeWith(hastyClock(1, 2), await picture('png'));
    expect(answer).toEqual(new Error('no process could look at the file'));
    expect(answer).not.toBeInstanceOf(CannotRender);
    expect(failures).toHaveLength(2);
  });

  test('while it reads the size: the file gets the fallback size', async () => {
    // Limit of the first job, its rest, limit of the second job
    const { answer } = await probeWith(hastyClock(3), await picture('png'));
    expect(answer).toMatchObject({ type: 'image/png', width: 100, height: 100 });
  });

  test('with the server takes no more jobs', async () => {
    const own = createRenderers({
      settings: { renderMaxPixels: 100, renderMemoryBytes: 2 ** 28, renderSeconds: 5 },
      clock: systemClock,
    });
    await own.close();
    const error: unknown = await own.probe(stored(await picture('png')), anybody()).catch((error: unknown) => error);
    expect(error).toEqual(new Error('no process could look at the file'));
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

  test('of SVG in UTF-16, whatever it says of its encoding', async () => {
    for (const order of ['little', 'big'] as const)
      expect(red(await pixel(await level(inUtf16(svg(), order), 'image/svg+xml', 20, 10), 10, 5))).toBe(true);
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
  const levels = (): string[] => readdirSync(bench.folder).filter((name) => name.includes('.webp'));
  const refused = async (bytes: Buffer, type: string, side = 100): Promise<void> => {
    const before = levels();
    await expect(level(bytes, type, side, side)).rejects.toThrow(CannotRender);
    expect(levels(), 'nothing is left').toEqual(before);
    expect(red(await pixel(await level(await picture('png'), 'image/png', 4, 2), 1, 1)), 'the next one works').toBe(true);
  };

  test('more pixels than the limit', async () => refused(pngBomb(60_000, 60_000), 'image/png'));
  test('SVG packed', async () => refused(svgzBomb(50), 'image/svg+xml'));
  test('SVG with entities of entities', async () => refused(entityBomb(), 'image/svg+xml'));
  test('SVG with a size beyond the limit', async () => refused(svg(1e9, 1e9), 'image/svg+xml'));
  test('a format that the library reads but the list lacks', async () =>
    refused(
      await sharp(await picture('png'))
        .avif()
        .toBuffer(),
      'image/png',
    ));
  test('cut off', async () => refused((await picture('jpeg', 400, 400)).subarray(0, 1200), 'image/jpeg'));
  test('a BMP that is shorter than it says', async () => refused(bmp(9000, 9000, 24, 0, Buffer.alloc(9)), 'image/bmp'));
  test('a PDF without content', async () => refused(Buffer.from('%PDF-1.4'), 'application/pdf'));

  test('more memory than the limit', async () => {
    const bytes = pngBomb(16_383, 6000);
    await expect(level(bytes, 'image/png', 16_383, 6000)).rejects.toThrow(/memory/);
  });

  // The test has a time limit of its own, and five times that on a machine where it gets almost no processor time
  test('more time than the limit', async () => {
    const noise = '<feTurbulence baseFrequency="0.1" numOctaves="1000"/>'.repeat(300);
    const slow = svg(900, 900, `<filter id="f">${noise}</filter><rect width="900" height="900" filter="url(#f)"/>`);
    await expect(level(slow, 'image/svg+xml', 900, 900)).rejects.toThrow(/took over 3 s|was not done after 15 s/);
  });

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
  const png = await bench.renderers.draw({ width: 80, height: 40, groups: [] }, anybody());
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 80, height: 40 });
});

test('calls after the end are refused', async () => {
  const others = createRenderers({
    settings: { renderMaxPixels: 100, renderMemoryBytes: 2 ** 28, renderSeconds: 5 },
    clock: systemClock,
  });
  const call = others.level(
    { path: stored(''), type: 'image/png', page: 0, width: 1, height: 1, to: join(bench.folder, 'x') },
    anybody(),
  );
  await others.close();
  await expect(call).rejects.toThrow(CannotRender);
  await expect(others.draw({ width: 1, height: 1, groups: [] }, anybody())).rejects.toThrow('the server ends');
});
