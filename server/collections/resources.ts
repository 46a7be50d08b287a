import { hasCollection, type Kind } from '../../model/resource.ts';
import { kinds } from '../../model/resources/index.ts';
import { isWidget } from '../../model/widgets/common.ts';
import type { Route } from '../http/routing/route.ts';
import type { Behaviour } from './behaviour.ts';
import { collectionRoutes, type VerbDeps } from './verbs.ts';

/**
 * The standard verbs of every kind of record that has a collection, apart from the widget types. `behaviours`: what some kinds do
 * besides what their definition says.
 */
export const resourceRoutes = (deps: VerbDeps, behaviours: ReadonlyMap<Kind, Behaviour>): Route[] =>
  kinds
    .filter((kind) => !isWidget(kind))
    .filter(hasCollection)
    .flatMap((definition) => {
      const behaviour = behaviours.get(definition);
      return [...collectionRoutes(deps, definition, behaviour), ...(behaviour?.others ?? [])];
    });
