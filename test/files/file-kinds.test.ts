import { beforeAll, describe, expect, test } from 'vitest';
import { type FileKindName, fileKinds, isActive } from '../../model/file-kinds.ts';
import { widgetKinds } from '../../model/widgets/index.ts';
import { systemClock } from '../../server/clock.ts';
import { useEasel } from '../kit/easel.ts';
import { getFile, postFile } from '../kit/files.ts';
import { bmp, mp4, pdf, picture, svg, video } from '../kit/samples.ts';

/** Tests every row of the table of kinds through the front door. */
const easel = useEasel({ clock: systemClock });
let canvas: string;
beforeAll(async () => {
  canvas = await easel.canvas();
});

/** An MP4 under another brand, and the head of an ASF file that does not state the types of its streams. */
const branded = (brand: string): Buffer => Buffer.from(mp4(64, 36).toString('latin1').replace('isom', brand), 'latin1');
const asf = (): Buffer => Buffer.from('3026b2758e66cf11a6d900aa0062ce6c1e0000000000000000000000000102', 'hex');

/** A file of each type. */
const samples: Readonly<Record<string, () => Buffer | Promise<Buffer>>> = {
  'image/jpeg': () => picture('jpeg'),
  'image/png': () => picture('png'),
  'image/gif': () => picture('gif'),
  'image/bmp': () => bmp(40, 20, 24),
  'image/tiff': () => picture('tiff'),
  'image/webp': () => picture('webp'),
  'image/svg+xml': () => svg(),
  'video/mp4': () => video('small.mp4'),
  'video/x-m4v': () => branded('M4V '),
  'video/quicktime': () => video('small.mov'),
  'video/3gpp': () => video('small.3gp'),
  'video/3gpp2': () => branded('3g2a'),
  'video/x-matroska': () => video('small.mkv'),
  'video/webm': () => video('small.webm'),
  'video/x-msvideo': () => video('small.avi'),
  'video/x-ms-wmv': () => video('small.wmv'),
  'video/x-ms-asf': asf,
  'video/mpeg': () => video('mpeg2.mpg'),
  'video/mp2t': () => video('small.m2t'),
  'video/x-flv': () => video('small.flv'),
  'video/ogg': () => video('small.ogv'),
  'application/pdf': () => pdf({ pages: 2 }),
};

const uploading = widgetKinds.filter(({ widget }) => widget.upload !== '');
const pathOf = (kind: FileKindName): string => uploading.find(({ widget }) => widget.upload === kind)!.widget.path;
const kinds = Object.keys(fileKinds) as FileKindName[];
const rows = kinds.flatMap((kind) => fileKinds[kind].types.map(({ type, extension }) => ({ kind, type, extension })));

test('each kind is one that a widget type is made of, and each type has a sample', () => {
  expect(uploading.map(({ widget }) => widget.upload).sort()).toEqual([...kinds].sort());
  expect(Object.keys(samples).sort()).toEqual(rows.map(({ type }) => type).sort());
});

describe.each(rows)('a file of $type', ({ kind, type, extension }) => {
  let bytes: Buffer;
  let made: { readonly id: string; readonly hash: string; readonly size: object };
  beforeAll(async () => {
    bytes = await samples[type]!();
    const answer = await postFile(easel, easel.admin, `${canvas}/${pathOf(kind)}`, bytes, '');
    expect([answer.status, answer.msg]).toEqual([200, undefined]);
    made = JSON.parse(answer.bytes.toString());
  });

  test('is taken by its own collection only', async () => {
    for (const other of kinds.filter((one) => one !== kind)) {
      const { status, msg } = await postFile(easel, easel.admin, `${canvas}/${pathOf(other)}`, bytes);
      expect([status, msg]).toEqual([400, `Unsupported file type for ${pathOf(other)}`]);
    }
  });

  test('is served as its row says', async () => {
    const file = await getFile(easel, easel.admin, `${canvas}/${pathOf(kind)}/${made.id}/download`);
    expect([file.headers.get('content-type'), file.bytes.equals(bytes)]).toEqual([type, true]);
    expect(file.headers.get('content-disposition')).toContain(`${made.id}.${extension}`);
    expect(file.headers.get('content-security-policy')).toBe(isActive(type) ? 'sandbox' : null);
  });

  test('is rendered as its kind says', async () => {
    const { rendered } = fileKinds[kind];
    const headers = { 'canvas-id': canvas.split('/')[2]! };
    const info = await getFile(easel, easel.admin, `/mipmaps/${made.hash}`, headers);
    const level = await getFile(easel, easel.admin, `/mipmaps/${made.hash}/0`, headers);
    const isShown = rendered !== 'never';
    expect([info.status, level.status]).toEqual(isShown ? [200, 200] : [501, 501]);
    if (!isShown) return;
    expect(level.headers.get('content-type')).toBe('image/webp');
    expect(JSON.parse(info.bytes.toString()).pages).toBe(rendered === 'by page' ? 2 : 1);
  });
});

test('a file that does not state its size has that of its kind', async () => {
  const silent: Readonly<Record<FileKindName, Buffer>> = {
    image: Buffer.from('GIF89a'),
    video: asf(),
    pdf: Buffer.from('%PDF-1.7 and nothing'),
  };
  for (const kind of kinds) {
    const { bytes } = await postFile(easel, easel.admin, `${canvas}/${pathOf(kind)}`, silent[kind]);
    expect(JSON.parse(bytes.toString()).size).toEqual(fileKinds[kind].size);
  }
});
