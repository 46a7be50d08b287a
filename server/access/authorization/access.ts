import type { View } from '../../../model/hooks.ts';
import { Group } from '../../../model/resources/accounts/group.ts';
import { Member } from '../../../model/resources/accounts/member.ts';
import { User } from '../../../model/resources/accounts/user.ts';
import { Canvas } from '../../../model/resources/canvas.ts';
import { Folder, isHome, isTrash } from '../../../model/resources/folder.ts';
import { Grant, type Principal } from '../../../model/resources/grant.ts';
import { atLeast, higher, type Permission } from '../../../model/resources/permission.ts';
import { type Change, type ChangeSet, recordOf, type Store } from '../../store/store.ts';
import type { Actor } from '../actor.ts';
import { allows } from '../narrowing.ts';
import { accessOf, descend, type Grants, type InheritedGrants, NOTHING_INHERITED, type Principals } from './inherited-grants.ts';
import { AccessTree, type KnownUser, type TreePlace } from './tree.ts';

/** What access depends on of an actor. Groups and the role are looked up, because those of an `Actor` may be out of date. */
export type AccessActor = Pick<Actor, 'id' | 'credential' | 'narrowing'>;

/**
 * Effective access (interface/canvases 4.2), and what the token of the actor leaves of it (interface/auth 6.3). `undefined` means
 * everywhere that there is no such folder or canvas.
 */
export class Access {
  constructor(protected readonly tree: AccessTree) {}

  /**
   * The access that permission entries and the role give, without the link: lists show what an actor has this access to. An actor
   * without a credential has none. Everybody with an account may view the root, which gives nothing to what is below it.
   */
  own(actor: AccessActor, id: string): Permission | undefined {
    const place = this.tree.place(id);
    if (!place) return undefined;
    if (actor.credential === 'none' || isLeftOut(actor, id, place)) return 'none';
    const isRoot = place.parent === '';
    const given = isRoot ? 'view' : this.withGrants(actor.id, place.parent, place.grants);
    // The role gives nothing on the root to a token for some canvases, because the root is no canvas
    const isByRole = this.tree.user(actor.id).admin && !(isRoot && actor.narrowing.canvases);
    return narrowed(actor, isByRole ? higher(given, 'edit') : given);
  }

  /**
   * The access to an object that is asked for by its id: at least what its link gives, and exactly that without a credential. The link
   * of a canvas that the token leaves out counts only where callers without a credential may come, too: see `visited`.
   */
  reached(actor: AccessActor, id: string): Permission | undefined {
    const place = this.tree.place(id);
    return place && isLeftOut(actor, id, place) ? 'none' : this.visited(actor, id);
  }

  /** Like `reached`, for places where callers without a credential may come by the link. */
  visited(actor: AccessActor, id: string): Permission | undefined {
    const own = this.own(actor, id);
    return own && higher(own, narrowed(actor, this.tree.place(id)!.link));
  }

  /** Administrators pass every check, those for owners included; with a narrowed token only where it leaves them edit. */
  passes(actor: AccessActor, access: Permission, needed: Permission): boolean {
    if (atLeast(access, needed)) return true;
    return this.isAdministrator(actor) && (actor.narrowing.name === '' || atLeast(access, 'edit'));
  }

  isAdministrator(actor: AccessActor): boolean {
    return actor.credential !== 'none' && this.tree.user(actor.id).admin;
  }

  principals(actor: AccessActor): Principals {
    return this.tree.user(actor.id).principals;
  }

  place(id: string): TreePlace | undefined {
    return this.tree.place(id);
  }

  /** The access that a user would have to an object with these entries in this folder, by entries alone. */
  withGrants(user: number, folder: string, grants: Grants): Permission {
    const known = this.tree.user(user);
    return accessOf(descend(this.#inheritedBy(known, folder), grants, known.principals));
  }

  /** Are the objects in this folder in the trash? */
  isTrashed(folder: string): boolean {
    return this.tree.isTrashed(folder);
  }

  /** How many folders that people made stand around an object in this folder; the folder itself counts. */
  depth(folder: string): number {
    let depth = 0;
    for (const [id] of this.tree.upward(folder)) if (!isHome(id) && !isTrash(id)) depth++;
    return depth;
  }

  /** Is the folder the other one, or anywhere below it? */
  isWithin(folder: string, other: string): boolean {
    for (const [id] of this.tree.upward(folder)) if (id === other) return true;
    return false;
  }

  /** The nearest entry of each principal on a folder and above it: objects in the folder inherit these. */
  inherited(folder: string): Map<Principal, Permission> {
    const nearest = new Map<Principal, Permission>();
    for (const [, place] of this.tree.upward(folder)) {
      for (const [principal, permission] of place.grants) if (!nearest.has(principal)) nearest.set(principal, permission);
    }
    return nearest;
  }

  #inheritedBy(user: KnownUser, folder: string): InheritedGrants {
    const path: (readonly [string, TreePlace])[] = [];
    let inherited = NOTHING_INHERITED;
    for (const step of this.tree.upward(folder)) {
      const known = user.inherited.get(step[0]);
      if (known) {
        inherited = known;
        break;
      }
      path.push(step);
    }
    for (const [id, place] of path.reverse()) {
      inherited = descend(inherited, place.grants, user.principals);
      user.inherited.set(id, inherited);
    }
    return inherited;
  }
}

/** The root is for everybody: clients begin there. */
const isLeftOut = ({ narrowing: { canvases } }: AccessActor, id: string, { parent }: TreePlace): boolean =>
  canvases !== undefined && !canvases.has(id) && parent !== '';

/** Nobody has more than view without the scope `write`. */
const narrowed = <P extends Permission>({ narrowing }: AccessActor, given: P): P | 'view' =>
  atLeast(given, 'edit') && !allows(narrowing, 'write') ? 'view' : given;

/** Access as a command sees it in its transaction. It does not notice writes: make a new one after them. */
export const accessOver = (view: View): Access => new Access(new AccessTree(view));

/**
 * Access over the durable directory, which remembers what it has read. It must listen to the store before the streams do, so
 * that the streams ask about the new state.
 */
export function createAccess(store: Pick<Store, 'directory' | 'feed'>): Access {
  const tree = new AccessTree(store.directory);
  store.feed.follow((set) => forget(tree, set));
  return new Access(tree);
}

function forget(tree: AccessTree, set: ChangeSet): void {
  if (set.scope !== 'directory') return;
  for (const change of set.changes) forgetters.get(change.kind)?.(tree, change);
}

/** Forget only what a kind of change may touch, so that new names, sign-ins and new objects cost nothing. */
const forgetters = new Map<unknown, (tree: AccessTree, change: Change) => void>([
  [Canvas, (tree, { key }) => tree.forgetCanvas(key)],
  [
    Folder,
    (tree, { key, before, after }) => {
      if (tree.knowsFolder(key) && placeText(before) !== placeText(after)) tree.forgetFolders();
    },
  ],
  [
    Grant,
    (tree, { before, after }) => {
      const { object_id } = recordOf((after ?? before)!) as Grant;
      if (!tree.forgetCanvas(object_id) && tree.knowsFolder(object_id)) tree.forgetFolders();
    },
  ],
  [Member, (tree, { before, after }) => tree.forgetUser((recordOf((after ?? before)!) as Member).user_id)],
  [User, (tree, { before, after }) => tree.forgetUser((recordOf((after ?? before)!) as User).id)],
  [Group, (tree, { after }) => after ?? tree.forgetAll()],
]);

/** The part of a folder on which access depends. */
function placeText(version: Change['before']): string {
  if (!version) return '';
  const folder = recordOf(version) as Folder;
  return `${folder.folder_id} ${folder.editors_can_share}`;
}
