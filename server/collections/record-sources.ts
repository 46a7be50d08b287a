import type { View } from '../../model/hooks.ts';
import type { CollectedKind } from '../../model/resource.ts';
import type { Params } from '../access/access-rule.ts';
import { computed } from '../changes/computed.ts';
import { recordItem } from '../changes/record-item.ts';
import { recordList } from '../changes/record-list.ts';
import type { Source } from '../changes/source.ts';
import type { Watch } from '../http/routing/route.ts';
import type { DurableView, Store } from '../store/store.ts';
import { canvasView, clientView } from './deps.ts';
import { containerId, namedKey } from './named.ts';

interface Deps {
  readonly store: Pick<Store, 'directory' | 'ready' | 'seen'>;
}

/** The list of a collection in creation order: all records of its kind, or those within the container that the path names. */
export function listOf(deps: Deps, definition: CollectedKind): Watch {
  const { within } = definition.collection;
  return ({ params }) => {
    const view = viewOf(deps, definition, params);
    return within ? listWithin(view, definition, params) : recordList(view, view.scope, definition.name);
  };
}

/** One record of a collection. */
export function itemOf(deps: Deps, definition: CollectedKind): Watch {
  return ({ params }) => {
    const view = viewOf(deps, definition, params);
    return recordItem(view, view.scope, namedKey(definition, view, params));
  };
}

/** The records within a container. The source ends when the container is deleted. */
function listWithin(view: DurableView, definition: CollectedKind, params: Params): Source {
  const { container, index } = definition.collection.within!;
  const key = container.key(containerId(definition, view, params));
  return computed({
    key: `${view.scope}/${key}/${definition.name}`,
    form: 'list',
    scope: view.scope,
    kinds: [definition],
    ofScope: true,
    present: () => view.by(definition, index, key).map(({ id }) => view.version(definition.key(id))!),
    ended: (set) => set.changes.some((change) => change.key === key && !change.after),
  });
}

/** The view in which the records of a collection are; the scope of the path is loaded. */
export function viewOf({ store }: Deps, { collection: { scope } }: CollectedKind, params: Params): DurableView & View {
  if (scope === 'canvas') return canvasView({ store }, params);
  if (scope === 'client') return clientView({ store }, params);
  return scope === 'directory' ? store.directory : store.seen(scope)!;
}
