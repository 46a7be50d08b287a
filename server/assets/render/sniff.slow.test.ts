import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { anybody, RenderBench } from '../../../test/kit/renderers.ts';
import {
  audioFirst,
  bmp,
  inUtf16,
  mp4,
  oggPage,
  oggSounds,
  pdf,
  picture,
  pngHead,
  rotatedJpeg,
  svg,
  svgzBomb,
  video,
  videoNames,
} from '../../../test/kit/samples.ts';

const bench = new RenderBench();
const stored = (bytes: Buffer | string) => bench.stored(bytes);
const probe = (bytes: Buffer | string) => bench.probe(bytes);

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

  test('a type that is not in the list is not recognised', async () => {
    const avif = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .avif()
      .toBuffer();
    for (const bytes of ['', 'hello', '<html><svg xmlns="http://www.w3.org/2000/svg"/></html>', 'PK\x03\x04', avif, svgzBomb(1)])
      expect(await probe(bytes)).toBeUndefined();
  });

  test('a file that cannot be read has the fallback size', async () => {
    expect(await probe('GIF89a')).toMatchObject({ kind: 'image', width: 100, height: 100 });
    expect(await probe('%PDF-1.7 and nothing')).toMatchObject({ kind: 'pdf', width: 595, height: 842, pages: 0 });
    expect(await probe(mp4(640, 360).subarray(0, 60))).toMatchObject({ kind: 'video', width: 1280, height: 720 });
  });

  test('a picture over the limit of pixels has the size in its head', async () => {
    const size = { width: 40_000, height: 20_000, pages: 1 };
    expect(await probe(pngHead(40_000, 20_000))).toMatchObject({ type: 'image/png', ...size });
    expect(await probe(bmp(40_000, 20_000, 1, 0, Buffer.alloc(9)))).toMatchObject({ type: 'image/bmp', ...size });
    const info = bench.renderers.info({ path: stored(pngHead(40_000, 20_000)), type: 'image/png', page: 0 }, anybody());
    await expect(info).rejects.toThrow('over the limit');
  });

  test('an SVG in UTF-16 has its declared size', async () => {
    for (const order of ['little', 'big'] as const)
      expect(await probe(inUtf16(svg(33, 11), order))).toMatchObject({ type: 'image/svg+xml', width: 33, height: 11 });
  });

  test('a file that could be two types is the one that it begins as', async () => {
    const page = '<script>alert(1)</script>';
    const gif = Buffer.concat([await picture('gif'), Buffer.from(`/*${page}*/`)]);
    expect(await probe(gif)).toMatchObject({ type: 'image/gif' });
    expect(await probe(Buffer.concat([pdf(), Buffer.from('PK\x03\x04')]))).toMatchObject({ type: 'application/pdf' });
    expect(await probe(Buffer.concat([await picture('jpeg'), pdf()]))).toMatchObject({ type: 'image/jpeg' });
  });
});

describe('videos', () => {
  const types: Readonly<Record<string, string>> = {
    '3gp': 'video/3gpp',
    avi: 'video/x-msvideo',
    flv: 'video/x-flv',
    m2t: 'video/mp2t',
    mkv: 'video/x-matroska',
    mov: 'video/quicktime',
    mp4: 'video/mp4',
    mpg: 'video/mpeg',
    ogv: 'video/ogg',
    webm: 'video/webm',
    wmv: 'video/x-ms-wmv',
  };
  const sizes: Readonly<Record<string, object>> = {
    'small.3gp': { width: 171, height: 96 },
    'wide.mp4': { width: 85, height: 36 },
    'upright.mp4': { width: 36, height: 64 },
  };

  test.each(videoNames)('%s has its type and the size at which it is shown', async (name) => {
    const extension = name.split('.')[1]!;
    expect(await probe(video(name))).toEqual({
      kind: 'video',
      type: types[extension],
      extension: extension === 'm2t' ? 'ts' : extension,
      pages: 0,
      ...(sizes[name] ?? { width: 64, height: 36 }),
    });
  });

  test('are there in each container', () => {
    expect(new Set(videoNames.map((name) => name.split('.')[1]))).toEqual(new Set(Object.keys(types)));
  });

  test('may have another stream before the video stream', async () => {
    expect(await probe(audioFirst(video('small.wmv')))).toMatchObject({ type: 'video/x-ms-wmv', width: 64, height: 36 });
    for (const first of oggSounds) {
      const ogg = Buffer.concat([oggPage(first, 9), video('small.ogv')]);
      expect(await probe(ogg)).toMatchObject({ type: 'video/ogg', width: 64, height: 36 });
    }
  });

  test('in Ogg may have any video codec', async () => {
    for (const codec of ['\x80theora', '\x01video\0', 'BBCD\0', 'OVP80'])
      expect(await probe(Buffer.concat([oggPage('\x01vorbis'), oggPage(codec, 2)]))).toMatchObject({ type: 'video/ogg' });
  });

  test('have pictures: sound alone is not recognised', async () => {
    const wmv = audioFirst(video('small.wmv'));
    const guid = wmv.indexOf('c0ef19bc4d5bcf11a8fd00805f5c442b', 0, 'hex');
    expect(await probe(wmv.fill(0, guid, guid + 16))).toBeUndefined();
    for (const first of [...oggSounds, '\x7fFLAC and so on'])
      expect(await probe(Buffer.concat([oggPage(first), oggPage('\x01vorbis', 2)]))).toBeUndefined();
  });

  test('older than ftyp begin with any box', async () => {
    const movie = mp4(64, 48).subarray(24);
    const data = (head: string) => Buffer.from(head.replaceAll(' ', ''), 'hex');
    expect(await probe(movie)).toMatchObject({ type: 'video/quicktime', width: 64, height: 48 });
    for (const mdat of ['0000000a6d646174abcd', '000000016d6461740000000000000012abcd', '0000000877696465'])
      expect(await probe(Buffer.concat([data(mdat), movie]))).toMatchObject({ type: 'video/quicktime', width: 64, height: 48 });
    expect(await probe(data('00000000 6d646174 abcd'))).toMatchObject({ type: 'video/quicktime' });
    for (const no of ['00000007 6d646174', '00000009 6d646174', '0000000a 6d646174 abcd 00000010 00000001', '00000001 6d646174'])
      expect(await probe(data(no))).toBeUndefined();
  });
});

describe('a text is not recognised, even when it begins like a known file', () => {
  const texts = [
    'BMW owners list, with all their names',
    'BM',
    'GIFT list for xmas',
    'GIF',
    'tax-free shopping',
    'sea-wide plan',
    'any moov',
    `G${'-'.repeat(187)}G and so on${'-'.repeat(900)}`,
    `\ufeffGIFT list`,
  ];
  test.each(texts)('%s', async (text) => expect(await probe(text)).toBeUndefined());

  test.each([12, 16, 40, 52, 56, 64, 108, 124])('but BM with a head of %d bytes is', async (bytes) => {
    const file = bmp(30, 10, 24);
    file.writeUInt32LE(bytes, 14);
    expect(await probe(file)).toMatchObject({ type: 'image/bmp' });
  });
});
