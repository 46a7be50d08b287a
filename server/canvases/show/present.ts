import type { Permission } from '../../../model/resources/permission.ts';
import { type Access, accessOver } from '../../access/authorization/access.ts';
import { recordOf, type Store, type Version } from '../../store/store.ts';
import type { ActorRights, DirectoryState } from '../rules/destination.ts';
import { type TreeItem, type TreeKind, treeKindOf } from '../rules/kinds.ts';

/** The JSON text of a canvas or folder for an actor with this access to it; undefined when it is not there. */
export type Presenter = (id: string, access: Permission) => string | undefined;

/**
 * The only presenter of canvases and folders, for answers and streams. It reads the durable directory. It makes each text once and
 * shares it between all actors who see the same.
 */
export function createPresenter({ store, access }: { store: Pick<Store, 'directory' | 'head'>; access: Access }): Presenter {
  const texts = new Texts();
  return (id, permission) => {
    const version = store.directory.version(id);
    const place = access.place(id);
    if (!version || version.kind !== place?.kind) return undefined;
    const head = store.head(id);
    const trashed = access.isTrashed(place.parent);
    const stamp = head ? `${head.modified_at} ${head.asset_size} ${head.preview_hash}` : '';
    return texts.find(version, stamp, `${permission} ${trashed}`, () =>
      treeKindOf(version.kind).text(recordOf(version), permission, trashed, head),
    );
  };
}

/** The texts of each version, by what differs between actors. They are dropped when the stamp changes, because the head moved. */
class Texts {
  readonly #made = new WeakMap<Version, { stamp: string; texts: Map<string, string> }>();

  find(version: Version, stamp: string, variant: string, make: () => string): string {
    let made = this.#made.get(version);
    if (made?.stamp !== stamp) this.#made.set(version, (made = { stamp, texts: new Map() }));
    let text = made.texts.get(variant);
    if (text === undefined) made.texts.set(variant, (text = make()));
    return text;
  }
}

/** The answer to a command. It is made after the commit, because only then the head of a canvas has the new `modified_at`. */
export type AnswerAfterCommit = (store: Pick<Store, 'head'>) => string;

/** Shows a canvas or folder to the actor as the command left it, without what later commands of the same commit changed. */
export function shown<R extends TreeItem>(
  { directory }: DirectoryState,
  { actor }: ActorRights,
  tree: TreeKind<R>,
  item: R,
): AnswerAfterCommit {
  const seen = accessOver(directory);
  const access = seen.reached(actor, item.id)!;
  const in_trash = seen.isTrashed(item.folder_id);
  return (store) => tree.text(item, access, in_trash, store.head(item.id));
}
