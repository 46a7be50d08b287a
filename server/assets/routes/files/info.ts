import type { Route } from '../../../http/routing/route.ts';
import { assetOf } from '../assets.ts';
import { kept, ofCanvas } from '../files.ts';
import { infoFile, type MipmapRouteDeps, mipmapInfo, pageOf, pageQuery } from '../mipmaps.ts';

/** What the levels of a file are (interface/widgets 15.1). */
export const fileInfoRoutes = (deps: MipmapRouteDeps): Route[] => [
  {
    ...ofCanvas(deps),
    file: 'server/assets/routes/files/info.ts',
    path: '/files/:canvas_id/:hash/info',
    operation: 'getFileInfo',
    summary: 'Resolution, highest level and pages of an image or PDF',
    query: pageQuery,
    answer: mipmapInfo,
    asFile: true,
    headers: ['ETag'],
    refusals: [501],
    async handle(call) {
      const asset = assetOf(deps, call);
      const { file } = infoFile(asset, await deps.mipmaps.info(asset, pageOf(call), call.requester));
      return kept(file, `${asset.hash}-${call.query.page ?? 0}`);
    },
  },
];
