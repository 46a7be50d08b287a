import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import { Canvas } from '../../../../model/resources/canvas.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Blobs } from '../../../assets/blobs.ts';
import { tags } from '../../../http/answers/tags.ts';
import { readBoolean } from '../../../http/routing/query.ts';
import type { Answer, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import type { Previews } from '../../previews.ts';

interface Deps {
  readonly store: Pick<Store, 'directory' | 'head'>;
  readonly rules: Pick<Rules, 'viewCanvasOrLink'>;
  readonly blobs: Pick<Blobs, 'size' | 'read'>;
  readonly previews: Pick<Previews, 'ask'>;
}

/** Answers the picture that is there, and has the next one drawn (interface/canvases 7). */
export const previewRoutes = (deps: Deps): Route[] => [
  {
    method: 'GET',
    path: '/canvases/:canvas_id/preview',
    operation: 'getPreview',
    tag: tags.canvases,
    summary: 'A picture of the canvas, some seconds behind it',
    about: 'Asking for it makes the next one: 404 until a canvas was asked for once and drawn.',
    file: 'server/previews/routes/canvases/preview.ts',
    access: deps.rules.viewCanvasOrLink,
    answer: 'file',
    mediaType: 'image/png',
    query: { or_empty: Schema.Boolean({ description: 'Answers 204 instead of 404 while there is no picture' }) },
    others: { 204: { says: 'There is no picture yet, and `or_empty` was asked for' } },
    handle: ({ params, query }) => preview(deps, params.canvas_id!, readBoolean(query, 'or_empty')),
  },
];

async function preview({ store, blobs, previews }: Deps, canvas: string, orEmpty: boolean): Promise<Answer> {
  previews.ask(canvas);
  const hash = store.head(canvas)?.preview_hash;
  const bytes = hash ? await blobs.size(hash) : undefined;
  // A browser writes every 404 to its console, where nobody needs to read that a picture is still to be drawn
  if ((!hash || bytes === undefined) && orEmpty) return { status: 204 };
  if (!hash || bytes === undefined) throw refuse.absent(`Canvas ${canvas} doesn't have preview`);
  const name = `${store.directory.get(Canvas, canvas)?.name ?? canvas}.png`;
  const read = (from: number, to: number) => blobs.read(hash, from, to);
  return { file: { type: 'image/png', bytes, name, disposition: 'attachment', read } };
}
