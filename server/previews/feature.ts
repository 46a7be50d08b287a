import type { Rules } from '../access/authorization/rule-table.ts';
import type { Blobs } from '../assets/blobs.ts';
import { feature } from '../feature.ts';
import type { Store } from '../store/store.ts';
import type { Previews } from './previews.ts';
import { previewRoutes } from './routes/canvases/preview.ts';
import { filePreviewRoutes } from './routes/files/preview.ts';

interface Needs {
  readonly store: Store;
  readonly rules: Rules;
  readonly blobs: Blobs;
  readonly previews: Previews;
}

/** Pictures of canvases. */
export const previews = feature({
  routes: (deps: Needs) => [...previewRoutes(deps), ...filePreviewRoutes(deps)],
  jobs: (deps) => [deps.previews],
});
