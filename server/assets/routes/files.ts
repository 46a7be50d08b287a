import { fileOfType, isActive } from '../../../model/file-kinds.ts';
import { canvasScope } from '../../collections/deps.ts';
import { tags } from '../../http/answers/tags.ts';
import type { FileAnswer, Route } from '../../http/routing/route.ts';
import type { FoundAsset } from '../find-asset.ts';
import { assetOf } from './assets.ts';
import { levelFile, type MipmapRouteDeps, pageOf, pageQuery, wholeNumber } from './mipmaps.ts';

const file = 'server/assets/routes/files.ts';
/** A year: a file under its hash never changes. Who may see it does, so no shared cache may keep it. */
const CACHE = 'private, max-age=31536000, immutable';

/**
 * The files of a canvas under addresses that a page can load by itself, with its cookie or by the link of the canvas, and keep
 * (interface/widgets 15.1). Programs may use them, too.
 */
export const fileRoutes = (deps: MipmapRouteDeps): Route[] => [
  {
    ...ofCanvas(deps),
    file,
    path: '/files/:canvas_id/:hash',
    operation: 'getFile',
    summary: 'A file of the canvas as it was uploaded',
    about: 'Images, videos and sound may be shown by a browser; anything else, SVG included, is only saved.',
    headers: ['ETag'],
    handle(call) {
      const asset = assetOf(deps, call);
      const read = (from: number, to: number) => deps.blobs.read(asset.hash, from, to);
      return kept({ ...asset, disposition: isShown(asset) ? 'inline' : 'attachment', read }, asset.hash);
    },
  },
  {
    ...ofCanvas(deps),
    file,
    path: '/files/:canvas_id/:hash/:level',
    operation: 'getFileLevel',
    summary: 'One level of an image or a page of a PDF as WebP; 0 is the original size, each next one half of it',
    query: pageQuery,
    mediaType: 'image/webp',
    headers: ['ETag'],
    refusals: [501],
    async handle(call) {
      const asset = assetOf(deps, call);
      const page = pageOf(call);
      const level = wholeNumber(call.params.level!);
      return kept((await levelFile(deps, call, asset, { page, level })).file, `${asset.hash}-${page}-${level}`);
    },
  },
];

/** What the routes of files for pages have in common. */
export const ofCanvas = ({ rules }: Pick<MipmapRouteDeps, 'rules'>) => ({
  method: 'GET' as const,
  tag: tags.files as Route['tag'],
  access: rules.viewCanvasOrLink,
  answer: 'file' as const,
  scope: canvasScope,
});

/** A browser keeps it. `tag`: of bytes that never change. */
export const kept = (file: FileAnswer['file'], tag: string): FileAnswer => ({
  file: { ...file, cache: CACHE, tag, isolated: true },
});

/** A browser would run what is active, even where it was meant to be shown. */
function isShown({ type }: FoundAsset): boolean {
  const kind = fileOfType(type)?.kind;
  return !isActive(type) && (kind === 'image' || kind === 'video');
}
