import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import type { Call, Route } from '../../../http/routing/route.ts';
import type { MipmapInfo } from '../../mipmaps.ts';
import { assetOf } from '../assets.ts';
import { kept, ofCanvas } from '../files.ts';
import { levelFile, type MipmapRouteDeps, pageOf, pageQuery, wholeNumber } from '../mipmaps.ts';

const side = Schema.Integer({ minimum: 1, default: 1, description: 'Pixels that the level has at least' });

/** The right level and what the levels are, in one answer: a page with many pictures asks half as often (interface/widgets 15.1). */
export const fileFitRoutes = (deps: MipmapRouteDeps): Route[] => [
  {
    ...ofCanvas(deps),
    file: 'server/assets/routes/files/fit.ts',
    path: '/files/:canvas_id/:hash/fit',
    operation: 'getFittingFileLevel',
    summary: 'The smallest level of an image or a page of a PDF that is as large as asked, as WebP; the original size if none is',
    about: '`Easel-Level` says which level it is, and `Easel-Levels` is the info object.',
    query: { ...pageQuery, width: side, height: side },
    mediaType: 'image/webp',
    headers: ['ETag', 'Easel-Level', 'Easel-Levels'],
    refusals: [501],
    async handle(call) {
      const asset = assetOf(deps, call);
      const page = pageOf(call);
      const info = await deps.mipmaps.info(asset, page, call.requester);
      const level = fittingLevel(info, { width: sideOf(call, 'width'), height: sideOf(call, 'height') });
      const body = kept((await levelFile(deps, call, asset, { page, level })).file, `${asset.hash}-${page}-${level}`);
      return { headers: { 'Easel-Level': String(level), 'Easel-Levels': JSON.stringify(info) }, body };
    },
  },
];

function sideOf({ query }: Call, name: 'width' | 'height'): number {
  const pixels = wholeNumber(query[name] ?? '1');
  if (!(pixels >= 1)) throw refuse.invalid(`${name} must be a whole number of pixels from 1`);
  return pixels;
}

/** Chooses the first level; web/paint/levels.ts chooses every further one by the same rule. */
function fittingLevel({ resolution, max_level }: MipmapInfo, seen: { readonly width: number; readonly height: number }): number {
  const larger = Math.min(resolution.width / seen.width, resolution.height / seen.height);
  return Math.min(max_level, Math.max(0, Math.floor(Math.log2(larger))));
}
