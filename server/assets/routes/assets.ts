import { refuse } from '../../../model/refusal.ts';
import type { Rules } from '../../access/authorization/rule-table.ts';
import { type CanvasDeps, canvasScope, canvasView } from '../../collections/deps.ts';
import { tags } from '../../http/answers/tags.ts';
import type { Call, Route } from '../../http/routing/route.ts';
import type { Blobs } from '../blobs.ts';
import { type FoundAsset, findAsset } from '../find-asset.ts';

export interface AssetRouteDeps extends Pick<CanvasDeps, 'store'> {
  readonly rules: Pick<Rules, 'viewCanvas' | 'viewCanvasOrLink' | 'editCanvas'>;
  readonly blobs: Pick<Blobs, 'read'>;
}

/** The file of a hash never changes. But the actors who may see it do, so no shared cache may keep it. */
export const IMMUTABLE = 'private, max-age=157680000, immutable';

/** Files by their hash, for actors who may view a canvas that has them (interface/widgets 15). */
export const assetRoutes = (deps: AssetRouteDeps): Route[] => [
  {
    ...inHeader(deps),
    method: 'GET',
    path: '/assets/:hash',
    operation: 'getAsset',
    tag: tags.files,
    summary: 'A file as it was uploaded',
    file: 'server/assets/routes/assets.ts',
    answer: 'file',
    handle(call) {
      const { hash, ...asset } = assetOf(deps, call);
      const read = (from: number, to: number) => deps.blobs.read(hash, from, to);
      return { file: { ...asset, disposition: 'inline', cache: IMMUTABLE, read } };
    },
  },
];

/** The request names in a header the canvas that has the file. The rule and the scope are those of this canvas. */
export const inHeader = ({ rules }: Pick<AssetRouteDeps, 'rules'>) => ({
  access: rules.viewCanvas,
  headerParams: { canvas_id: 'canvas-id' },
  cookie: false as const,
  scope: canvasScope,
});

/** The file that the path names. Throws 404 when nothing on the canvas has this hash. */
export function assetOf(deps: AssetRouteDeps, { params }: Pick<Call, 'params'>): FoundAsset {
  const asset = findAsset(canvasView(deps, params), params.hash!);
  if (!asset) throw refuse.notFound('Asset', params.hash!);
  return asset;
}
