import type { View } from '../../model/hooks.ts';
import { Canvas } from '../../model/resources/canvas.ts';
import { Folder, isRoot, isTrash } from '../../model/resources/folder.ts';
import { grantsOn } from '../../model/resources/grant.ts';
import { Member } from '../../model/resources/member.ts';
import type { LinkPermission } from '../../model/resources/permission.ts';
import { User, userKey } from '../../model/resources/user.ts';
import { ALL_USERS } from './actor.ts';
import type { Grants, Principals, Standing } from './standing.ts';

/** A folder or a canvas, as far as access depends on it. */
export interface Place {
  readonly parent: string;
  readonly grants: Grants;
  readonly editorsCanShare: boolean;
}

export interface FolderPlace extends Place {
  readonly root: boolean;
  readonly trash: boolean;
}

export interface CanvasPlace extends Place {
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
 * The tree with its entries, read once from a view and remembered. Whoever keeps a tree forgets in it what a
 * commit changed; nothing is remembered about objects that are not there.
 */
export class Tree {
  readonly #folders = new Map<string, FolderPlace>();
  readonly #canvases = new Map<string, CanvasPlace>();
  readonly #asking = new Map<number, Asking>();
  readonly #inTrash = new Map<string, boolean>();

  constructor(private readonly view: View) {}

  folder(id: string): FolderPlace | undefined {
    return remembered(this.#folders, id, () => {
      const folder = this.view.get(Folder, id);
      return (
        folder && {
          parent: folder.folder_id,
          grants: grantsOn(this.view, id),
          editorsCanShare: folder.editors_can_share,
          root: isRoot(folder),
          trash: isTrash(id),
        }
      );
    });
  }

  canvas(id: string): CanvasPlace | undefined {
    return remembered(this.#canvases, id, () => {
      const canvas = this.view.get(Canvas, id);
      return (
        canvas && {
          parent: canvas.folder_id,
          grants: grantsOn(this.view, id),
          editorsCanShare: canvas.editors_can_share,
          link: canvas.link_permission,
          createdAt: canvas.created_at,
        }
      );
    });
  }

  asking(user: number): Asking {
    return remembered(this.#asking, user, () => ({
      admin: this.view.get(User, user)?.admin ?? false,
      principals: {
        user: `user:${user}`,
        groups: new Set([ALL_USERS, ...this.#groupsOf(user)].map((group) => `group:${group}` as const)),
      },
      standings: new Map<string, Standing>(),
    }))!;
  }

  /** From a folder up to, not including, the root; the folder itself first. */
  *upward(folder: string): Iterable<readonly [id: string, place: FolderPlace]> {
    let id = folder;
    for (let place = this.folder(id); place && !place.root; place = this.folder(id)) {
      yield [id, place];
      id = place.parent;
    }
  }

  /** Is the folder a trash, or anywhere below one: what stands in it is in the trash. */
  isTrashed(folder: string): boolean {
    const path: string[] = [];
    let trashed = false;
    for (const [id, place] of this.upward(folder)) {
      const known = this.#inTrash.get(id);
      path.push(id);
      trashed = known ?? place.trash;
      if (known !== undefined || trashed) break;
    }
    // For all of the way: a list of folders does not walk up from each of them
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

  #groupsOf(user: number): number[] {
    return this.view.by(Member, 'members-of-user', userKey(user)).map((member) => member.group_id);
  }
}

function remembered<K, V>(known: Map<K, V>, key: K, find: () => V | undefined): V | undefined {
  const found = known.get(key);
  if (found !== undefined) return found;
  const value = find();
  if (value !== undefined) known.set(key, value);
  return value;
}
