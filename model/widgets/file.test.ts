import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemoryCanvas } from '../../test/kit/memory-canvas.ts';
import { FileName, noFile } from '../types.ts';
import { Image } from './image.ts';
import { widgetKinds } from './index.ts';
import { Pdf } from './pdf.ts';
import { Video } from './video.ts';

let canvas: MemoryCanvas;
beforeEach(() => {
  canvas = new MemoryCanvas();
});

const hash = 'a'.repeat(64);
const fileOf = (width: number, height: number) => ({ hash, file: { ...noFile, bytes: 9, type: 'x/y', width, height, pages: 1 } });

describe('a new widget with a file', () => {
  const made = (body: object, width = 800, height = 400) => canvas.create(Image, body as never, fileOf(width, height)).size;

  it('has the natural size of the file', () => {
    expect(made({})).toEqual({ width: 800, height: 400 });
  });

  it('takes a size as it is sent', () => {
    expect(made({ size: { width: 5, height: 5 } })).toEqual({ width: 5, height: 5 });
  });

  it.each([
    [{ width: 200 }, { width: 200, height: 100 }],
    [{ height: 200 }, { width: 400, height: 200 }],
    [
      { height: 200, width: null },
      { width: 400, height: 200 },
    ],
  ])('takes the other side from the natural ratio: %j', (size, expected) => {
    expect(made({ size })).toEqual(expected);
  });

  it('is centred with the size that it got', () => {
    expect(canvas.create(Image, {}, fileOf(600, 400)).location).toEqual({ x: 4500, y: 2500 });
  });

  it.each([
    [Image, { width: 100, height: 100 }],
    [Pdf, { width: 595, height: 842 }],
    [Video, { width: 1280, height: 720 }],
  ])('%# has the size of its type when that of the file is not known', (definition, size) => {
    expect(canvas.create(definition as typeof Image, {}, fileOf(0, 0)).size).toEqual(size);
  });

  it('keeps a size that JSON can hold, however odd the ratio', () => {
    const sides = fc.double({ min: 1e-300, max: 1e300, noNaN: true });
    fc.assert(
      fc.property(sides, sides, sides, (width, height, sent) => {
        for (const size of [made({ size: { width: sent } }, width, height), made({ size: { height: sent } }, width, height)]) {
          expect(size.width > 0 && size.height > 0 && Number.isFinite(size.width + size.height)).toBe(true);
        }
      }),
    );
  });
});

describe('a PATCH of the size', () => {
  const resized = (definition: typeof Image, size: object) => {
    const made = canvas.create(definition, {}, fileOf(800, 400));
    return canvas.patch(definition, made, { size }).size;
  };

  it.each([
    [
      { width: 200, height: 200 },
      { width: 200, height: 100 },
    ],
    [
      { width: 200, height: 50 },
      { width: 100, height: 50 },
    ],
    [{ width: 400 }, { width: 400, height: 200 }],
    [{ height: 800 }, { width: 1600, height: 800 }],
    [
      { height: 800, width: null },
      { width: 1600, height: 800 },
    ],
    [{}, { width: 800, height: 400 }],
  ])('of an image or a video is a box that keeps the ratio: %j', (size, expected) => {
    expect([resized(Image, size), resized(Video as never, size)]).toEqual([expected, expected]);
  });

  it('of a PDF is taken as sent', () => {
    expect(resized(Pdf as never, { width: 200, height: 200 })).toEqual({ width: 200, height: 200 });
  });

  it('keeps the stored ratio, not that of the file', () => {
    const made = canvas.create(Image, { size: { width: 100, height: 100 } }, fileOf(800, 400));
    expect(canvas.patch(Image, made, { size: { width: 50, height: 70 } }).size).toEqual({ width: 50, height: 50 });
  });

  it('refuses a side that is not positive', () => {
    const made = canvas.create(Image, {}, fileOf(8, 4));
    expect(canvas.refusal(() => canvas.patch(Image, made, { size: { width: 0 } }))).toBe('400 size.width must be greater than 0');
  });
});

describe('files of records', () => {
  it('are declared to the store by every type that has one', () => {
    for (const { widget, assets, indexes } of widgetKinds) {
      const record = { ...fileOf(1, 1), hash, parent_id: '', original_filename: 'a.png' };
      if (!widget.upload) expect(assets).toBeUndefined();
      else {
        const again = { file: record.file, original_filename: 'a.png' };
        expect([assets!(record), indexes.assets!(record)]).toEqual([[{ hash, bytes: 9, again }], [hash]]);
      }
    }
  });
});

describe('a file name', () => {
  it.each([
    ['floor.png', 'floor.png'],
    ['C:\\temp\\floor.png', 'floor.png'],
    ['/tmp/floor.png', 'floor.png'],
    ['../..', '..'],
    ['folder/', ''],
    [`${'x'.repeat(300)}.jpeg`, `${'x'.repeat(250)}.jpeg`],
    [`${'😀'.repeat(300)}.jpeg`, `${'😀'.repeat(250)}.jpeg`],
    ['😀'.repeat(255), '😀'.repeat(255)],
    [`.${'x'.repeat(300)}`, `.${'x'.repeat(254)}`],
    [`a.${'x'.repeat(300)}`, `a.${'x'.repeat(253)}`],
  ])('%j', (sent, kept) => expect(FileName.read(sent, 'original_filename', undefined)).toBe(kept));
});
