import { widgetKinds } from '../../model/widgets/index.ts';
import { type CollectionNeeds, collectionDeps } from '../collections/deps.ts';
import { feature } from '../feature.ts';
import type { Store } from '../store/store.ts';
import { batchRoutes } from './routes/canvases/batch.ts';

interface Needs extends CollectionNeeds {
  readonly store: Store;
}

/** Many writes to a canvas in one transaction. */
export const batch = feature({
  routes: (deps: Needs) => batchRoutes({ ...collectionDeps(deps), store: deps.store }, widgetKinds),
});
