import { Canvas } from '../../../model/resources/canvas.ts';
import { type Folder, isHome, isRoot, isTrash } from '../../../model/resources/folder.ts';
import { atLeast, type Permission } from '../../../model/resources/permission.ts';
import { viewerOf } from '../../access/actor.ts';
import type { Access, AccessActor } from '../../access/authorization/access.ts';
import { computed } from '../../changes/computed.ts';
import type { Seen, Source } from '../../changes/source.ts';
import { deletedText } from '../../changes/text.ts';
import { type DurableView, recordOf, type Store } from '../../store/store.ts';
import { affected, treeKinds } from './affected.ts';
import { type Ids, withinReach } from './below.ts';
import type { Presenter } from './present.ts';

export interface ItemSourceDeps {
  readonly store: Pick<Store, 'directory'>;
  readonly access: Access;
  readonly present: Presenter;
}

/** Two orders are compared element by element. */
type Order = readonly (number | string)[];

interface Listed extends Seen {
  readonly order: Order;
}

interface Listing {
  readonly of: keyof Ids;
  readonly followsHeads: boolean;
  readonly order: (id: string) => Order;
}

/** Every canvas on which the actor has view by permission, by `created_at` and id (interface/canvases 2.3). */
export const canvasList = (deps: ItemSourceDeps, actor: AccessActor): Source =>
  list(deps, actor, { of: 'canvases', followsHeads: true, order: (id) => [deps.access.place(id)!.createdAt, id] });

/** Every folder on which the actor has view: the root, the homes by number, each with its trash, then the others by name and id. */
export const folderList = (deps: ItemSourceDeps, actor: AccessActor): Source =>
  list(deps, actor, {
    of: 'folders',
    followsHeads: false,
    order: (id) => orderOf(recordOf(deps.store.directory.version(id)!) as Folder),
  });

function list(deps: ItemSourceDeps, actor: AccessActor, { of, followsHeads, order }: Listing): Source {
  const { store, access } = deps;
  const { directory } = store;
  const one = (key: string): Listed | undefined => {
    const shown = shownTo(deps, key, access.own(actor, key));
    return shown === undefined ? undefined : { key, shown, order: order(key) };
  };
  return computed<Listed>({
    key: `directory/${of}/${viewerOf(actor)}`,
    form: 'list',
    kinds: treeKinds,
    present: () => shownOf(withinReach(directory, access, actor)[of], one).sort(byOrder),
    one,
    compare: byOrder,
    affected: (set) => affected({ directory, access }, actor, set)?.[of],
    followsHeads,
    gone: goneFrom(directory),
  });
}

/** One canvas or folder that is asked for by its id, so that the link of a canvas counts. */
export function treeItem(deps: ItemSourceDeps, actor: AccessActor, id: string): Source {
  const { store, access } = deps;
  const { directory } = store;
  const one = (key: string): Seen | undefined => {
    const shown = shownTo(deps, key, access.visited(actor, key));
    return shown === undefined ? undefined : { key, shown };
  };
  return computed({
    key: `directory/tree/${id}/${viewerOf(actor)}`,
    form: 'item',
    kinds: treeKinds,
    present: () => shownOf([id], one),
    one,
    record: () => directory.version(id),
    followsHeads: access.place(id)?.kind === Canvas,
    gone: goneFrom(directory),
  });
}

const shownTo = ({ present }: ItemSourceDeps, id: string, own: Permission | undefined): string | undefined =>
  own && atLeast(own, 'view') ? present(id, own) : undefined;

function shownOf<S extends Seen>(keys: Iterable<string>, one: (key: string) => S | undefined): S[] {
  return Array.from(keys, one).filter((seen) => seen !== undefined);
}

/**
 * How a stream tells that an object is gone (interface/streaming 2.6). One that is still there was lost with the access to it,
 * which is `none` now. A deleted one shows the access that the actor had.
 */
const goneFrom =
  (directory: DurableView) =>
  (seen: Seen): string =>
    deletedText(directory.version(seen.key) ? { ...seen, shown: withoutAccess(seen.shown) } : seen);

/** Quotation marks inside JSON texts are escaped, so the first match is the field. */
const withoutAccess = (shown: string): string => shown.replace(/"access":"[a-z]+"/, '"access":"none"');

function orderOf(folder: Folder): Order {
  const { id, name } = folder;
  if (isRoot(folder)) return [0];
  if (isHome(id)) return [1, Number(id), 0];
  if (isTrash(id)) return [1, Number(id.slice('trash.'.length)), 1];
  return [2, name, id];
}

function byOrder(a: Listed, b: Listed): number {
  for (const [at, part] of a.order.entries()) {
    const other = b.order[at]!;
    if (part !== other) return part < other ? -1 : 1;
  }
  return 0;
}
