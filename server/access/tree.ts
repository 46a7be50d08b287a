import type { View } from '../../model/hooks.ts';
import type { Kind } from '../../model/resource.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder, isTrash } from '../../model/resources/folder.ts';
import { grantsOn } from '../../model/resources/grant.ts';
import { Member } from '../../model/resources/member.ts';
import type { LinkPermission } from '../../model/resources/permission.ts';
import { User, userKey } from '../../model/resources/user.ts';
import { ALL_USERS } from './actor.ts';
import type { Grants, Principals, Standing } from './standing.ts';

/** A canvas or a folder, as far as access depends on it. */
export interface Place {
  readonly kind: Kind;
  /** Empty only of the root. */
  readonly parent: string;
  readonly grants: Grants;
  readonly editorsCanShare: boolean;
  /** Folders have none. */
  readonly link: LinkPermission;
  readonly createdAt: string;
}

export interface Asking {
  readonly admin: boolean;
  readonly principals: Principals;
  /** By folder id: what holds for everything directly in the folder. */
  readonly standings: Map<string, Standing>;
}

/**
 * The tree with its entries, read once from a view and remembered. The owner of a tree makes it forget what a commit changed;
 * nothing is remembered about objects that are not there.
 */
export class Tree {
  readonly #folders = new Map<string, Place>();
  readonly #canvases = new Map<string, Place>();
  readonly #asking = new Map<number, Asking>();
  readonly #inTrash = new Map<string, boolean>();

  constructor(private readonly view: View) {}

  place(id: string): Place | undefined {
    const known = this.#folders.get(id) ?? this.#canvases.get(id);
    if (known) return known;
    const place = this.#read(id);
    if (place) (place.kind === Folder ? this.#folders : this.#canvases).set(id, place);
    return place;
  }

  asking(user: number): Asking {
    let asking = this.#asking.get(user);
    if (!asking) this.#asking.set(user, (asking = this.#meet(user)));
    return asking;
  }

  /** From a folder up to, not including, the root; the folder itself first. */
  *upward(folder: string): Iterable<readonly [id: string, place: Place]> {
    let id = folder;
    for (let place = this.place(id); place && place.parent !== ''; place = this.place(id)) {
      yield [id, place];
      id = place.parent;
    }
  }

  /** Is the folder a trash, or anywhere below one? Then all that stands in it is in the trash. */
  isTrashed(folder: string): boolean {
    const path: string[] = [];
    let trashed = false;
    for (const [id] of this.upward(folder)) {
      const known = this.#inTrash.get(id);
      path.push(id);
      trashed = known ?? isTrash(id);
      if (known !== undefined || trashed) break;
    }
    // Remembered for the whole way: a list of folders does not walk up from each of them
    for (const id of path) this.#inTrash.set(id, trashed);
    return trashed;
  }

  forgetCanvas(id: string): boolean {
    return this.#canvases.delete(id);
  }

  forgetUser(id: number): void {
    this.#asking.delete(id);
  }

  forgetFolders(): void {
    this.#folders.clear();
    this.#inTrash.clear();
    for (const asking of this.#asking.values()) asking.standings.clear();
  }

  forgetAll(): void {
    this.forgetFolders();
    this.#canvases.clear();
    this.#asking.clear();
  }

  knowsFolder(id: string): boolean {
    return this.#folders.has(id);
  }

  #read(id: string): Place | undefined {
    const { kind, record } = this.view.find(id) ?? {};
    if (kind !== Folder && kind !== Canvas) return undefined;
    const { folder_id, editors_can_share, link_permission = 'none', created_at = '' } = record as Folder & Partial<Canvas>;
    const grants = grantsOn(this.view, id);
    return { kind, parent: folder_id, grants, editorsCanShare: editors_can_share, link: link_permission, createdAt: created_at };
  }

  #meet(user: number): Asking {
    const groups = this.view.by(Member, 'members-of-user', userKey(user)).map((member) => member.group_id);
    return {
      admin: this.view.get(User, user)?.admin ?? false,
      principals: {
        user: `user:${user}`,
        groups: new Set([ALL_USERS, ...groups].map((group) => `group:${group}` as const)),
      },
      standings: new Map(),
    };
  }
}
