import { Schema } from '../../../../model/json-schema.ts';
import { refuse } from '../../../../model/refusal.ts';
import type { Rules } from '../../../access/authorization/rule-table.ts';
import type { Blobs } from '../../../assets/blobs.ts';
import { kept, ofCanvas } from '../../../assets/routes/files.ts';
import { tags } from '../../../http/answers/tags.ts';
import { base } from '../../../http/routing/families.ts';
import type { Answer, Route } from '../../../http/routing/route.ts';
import type { Store } from '../../../store/store.ts';
import type { Previews } from '../../previews.ts';

interface Deps {
  readonly store: Pick<Store, 'head'>;
  readonly rules: Pick<Rules, 'viewCanvas' | 'viewCanvasOrLink' | 'editCanvas'>;
  readonly blobs: Pick<Blobs, 'size' | 'read'>;
  readonly previews: Pick<Previews, 'ask'>;
}

const hash = Schema.Optional(Schema.String({ description: 'Of the preview that is wanted: then the answer may be kept' }));

/** The preview of a canvas under an address that a page can keep (interface/widgets 15.1). */
export const filePreviewRoutes = (deps: Deps): Route[] => [
  {
    ...ofCanvas(deps),
    file: 'server/previews/routes/files/preview.ts',
    path: '/files/:canvas_id/preview',
    operation: 'getFilePreview',
    tag: tags.canvases,
    summary: 'The newest preview of the canvas',
    about: 'A redirect to the address of the picture that is there now, which never changes. Asking for it makes the next one.',
    query: { hash },
    mediaType: 'image/png',
    headers: ['ETag'],
    others: { 302: { says: 'Where the newest preview is', headers: ['Location', 'Cache-Control'] } },
    handle: ({ params, query }) => preview(deps, params.canvas_id!, query.hash),
  },
];

/** Only the newest one has an address: the earlier ones may be gone, and may show what the caller must not see any more. */
async function preview({ store, blobs, previews }: Deps, canvas: string, wanted: string | undefined): Promise<Answer> {
  previews.ask(canvas);
  const newest = store.head(canvas)?.preview_hash;
  const bytes = newest ? await blobs.size(newest) : undefined;
  if (!newest || bytes === undefined) throw refuse.absent(`Canvas ${canvas} doesn't have preview`);
  if (wanted !== newest) {
    const location = `${base}/files/${canvas}/preview?hash=${newest}`;
    return { status: 302, headers: { Location: location, 'Cache-Control': 'no-store' } };
  }
  const read = (from: number, to: number) => blobs.read(newest, from, to);
  return kept({ type: 'image/png', bytes, name: `${canvas}.png`, disposition: 'inline', read }, newest);
}
