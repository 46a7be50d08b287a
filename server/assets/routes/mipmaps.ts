import { open, readFile, stat } from 'node:fs/promises';
import { Schema } from '../../../model/json-schema.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Call, FileAnswer, Route } from '../../http/routing/route.ts';
import { type FileBytes, type FileReads, memoryBytes } from '../file-bytes.ts';
import type { FoundAsset } from '../find-asset.ts';
import type { Mipmaps } from '../mipmaps.ts';
import { type AssetRouteDeps, assetOf, IMMUTABLE, inHeader } from './assets.ts';

export interface MipmapRouteDeps extends AssetRouteDeps {
  readonly mipmaps: Mipmaps;
  readonly reads: FileReads;
}

const file = 'server/assets/routes/mipmaps.ts';
const count = Schema.Integer({ minimum: 0 });
export const pageQuery = { page: Schema.Integer({ minimum: 0, default: 0, description: 'Page of a PDF, from 0' }) };
export const mipmapInfo = Schema.Object(
  {
    resolution: Schema.Object({ width: count, height: count }, { description: 'Pixels of level 0' }),
    max_level: count,
    pages: Schema.Integer({ minimum: 1, description: '1 for images' }),
  },
  { title: 'MipmapInfo', examples: [{ resolution: { width: 877, height: 1080 }, max_level: 4, pages: 1 }] },
);

/** Images and pages of PDFs, in every size that a display needs (interface/widgets 15). */
export const mipmapRoutes = (deps: MipmapRouteDeps): Route[] => [
  {
    ...inHeader(deps),
    method: 'GET',
    path: '/mipmaps/:hash',
    operation: 'getMipmapInfo',
    tag: tags.files,
    summary: 'Resolution, highest level and pages of an image or PDF',
    file,
    query: pageQuery,
    answer: mipmapInfo,
    asFile: true,
    refusals: [501],
    async handle(call) {
      const asset = assetOf(deps, call);
      return infoFile(asset, await deps.mipmaps.info(asset, pageOf(call), call.requester));
    },
  },
  {
    ...inHeader(deps),
    method: 'GET',
    path: '/mipmaps/:hash/:level',
    operation: 'getMipmapLevel',
    tag: tags.files,
    summary: 'One level as WebP; 0 is the original size, each next one half of it',
    about:
      'Made when it is first asked for, and kept. 400 for a level above `max_level`, 501 for a file that is no image and no PDF.',
    file,
    query: pageQuery,
    answer: 'file',
    mediaType: 'image/webp',
    refusals: [501],
    async handle(call) {
      const asset = assetOf(deps, call);
      const level = wholeNumber(call.params.level!);
      return levelFile(deps, call, asset, { page: pageOf(call), level });
    },
  },
];

export const pageOf = ({ query }: Call): number => wholeNumber(query.page ?? '0');

/** NaN when the text is no whole number: NaN is in no range. */
export const wholeNumber = (text: string): number => (/^-?\d+$/.test(text) ? Number(text) : Number.NaN);

/** JSON with the headers of a file, because clients may keep it as long as a file. */
export function infoFile({ name }: FoundAsset, body: object): FileAnswer {
  const bytes = Buffer.from(JSON.stringify(body));
  const read = async (from: number, to: number) => memoryBytes(bytes.subarray(from, to + 1));
  return inline('application/json', `${name}.json`, bytes.length, read);
}

/** The largest level that is held in memory for the next callers. */
const SMALL_BYTES = 32 * 1024;

/** One level of a page, which is in memory when it is small and was asked for within the last minute. */
export async function levelFile(
  { mipmaps, reads }: Pick<MipmapRouteDeps, 'mipmaps' | 'reads'>,
  call: Call,
  asset: FoundAsset,
  { page, level }: { readonly page: number; readonly level: number },
): Promise<FileAnswer> {
  const key = `${asset.hash}-${page}-${level}`;
  const name = `${asset.name.replace(/\.[^.]*$/, '')}-${level}.webp`;
  const known = mipmaps.recent.get(key);
  if (known) return wholeLevel(name, known);
  const { requester } = call;
  const made = () => mipmaps.level(asset, page, level, requester);
  const { size } = await unlessRemoved(async () => stat(await made()));
  if (size <= SMALL_BYTES) {
    const bytes = await unlessRemoved(async () => readFile(await made()));
    mipmaps.recent.put(key, bytes);
    return wholeLevel(name, bytes);
  }
  const read = async (from: number, to: number): Promise<FileBytes> =>
    reads.of(await unlessRemoved(async () => open(await made())), from, to);
  return inline('image/webp', name, size, read);
}

function wholeLevel(name: string, bytes: Buffer): FileAnswer {
  const read = async (from: number, to: number) => memoryBytes(bytes.subarray(from, to + 1));
  const { file } = inline('image/webp', name, bytes.length, read);
  return { file: { ...file, whole: bytes } };
}

/** The cache may remove a file between two turns; then the file is made once more. A file that is open is read to its end. */
async function unlessRemoved<T>(use: () => Promise<T>): Promise<T> {
  try {
    return await use();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return use();
  }
}

const inline = (type: string, name: string, bytes: number, read: FileAnswer['file']['read']): FileAnswer => ({
  file: { type, name, bytes, disposition: 'inline', cache: IMMUTABLE, read },
});
