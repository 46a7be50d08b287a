import { widgetKinds } from '../../model/widgets/index.ts';
import { feature } from '../feature.ts';
import { annotationRoutes } from './annotations/annotations.ts';
import { type CollectionNeeds, collectionDeps } from './deps.ts';
import { resourceRoutes } from './resources.ts';
import type { VerbDeps } from './verbs.ts';
import { widgetCollectionRoutes } from './widget-collections.ts';
import { widgetRoutes } from './widgets.ts';

/** The standard verbs of all resources, with the behaviours of all features. */
export const resources = feature({ routes: (deps: VerbDeps, behaviours) => resourceRoutes(deps, behaviours) });

/** Widgets of every type, with what is drawn on them. */
export const widgets = feature({
  make: (needs: CollectionNeeds & VerbDeps) => collectionDeps(needs),
  routes: (deps) => [
    ...widgetCollectionRoutes(deps, widgetKinds),
    ...annotationRoutes(deps, widgetKinds),
    ...widgetRoutes(deps, widgetKinds),
  ],
});
